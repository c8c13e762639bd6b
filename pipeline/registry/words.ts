export const plans = ['free', 'pro', 'ultra'] as const;
export type Plan = (typeof plans)[number];

export const roles = ['owner', 'operator'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['accounts:read', 'public:read'] as const;
export type Scope = (typeof scopes)[number];

export { type Hidable, hidables } from '../../sql/privacy.ts';

/** Types of account that a statement can state. */
export const statementTypes = ['real', 'demo'] as const;
export type StatementType = (typeof statementTypes)[number];

/** Name of the confirmer for marks that name nobody else. */
export const operator = 'operator';

/** Prefix of portfolio ids, which no account id has. */
export const portfolioPrefix = 'portfolio:';

/** The members of `words` that a stored, space-separated text names, in the order of the list. */
export function wordsIn<Word extends string>(words: readonly Word[], text: string): Word[] {
  const named = new Set(text.split(' '));
  return words.filter((word) => named.has(word));
}
