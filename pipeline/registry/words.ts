export const plans = ['free', 'pro', 'ultra'] as const;
export type Plan = (typeof plans)[number];

export const roles = ['owner', 'operator'] as const;
export type Role = (typeof roles)[number];

export const accountTypes = ['account', 'portfolio'] as const;
export type AccountType = (typeof accountTypes)[number];

export const scopes = ['accounts:read', 'public:read'] as const;
export type Scope = (typeof scopes)[number];

export { type Hidable, hidables } from '../../sql/privacy.ts';

/** Types of account that a statement can state. */
export const statementTypes = ['real', 'demo'] as const;
export type StatementType = (typeof statementTypes)[number];

/** Default name for the person who confirmed a mark. */
export const operator = 'operator';

/** Stands for the broker: a record was read from there, or the owner signed in there. */
export const broker = 'broker';

/** Stands for a code of the owner's terminal, which the owner typed in. */
export const terminal = 'terminal';

/** Names of proofs. Nobody can give a mark in one of these names. */
export const proofs: readonly string[] = [broker, terminal];

/** Prefix of portfolio ids, which no account id has. */
export const portfolioPrefix = 'portfolio:';

/** Returns the members of `words` in a space-separated text, in the order of `words`. */
export function wordsIn<Word extends string>(words: readonly Word[], text: string): Word[] {
  const named = new Set(text.split(' '));
  return words.filter((word) => named.has(word));
}

/** Most share links of an account that are stored, with those that no longer work. */
export const maxShares = 50;

/** Alerts that an owner can switch on for an account or portfolio. */
export const alertKinds = ['drawdown', 'stale', 'unreconciled', 'lapsed', 'new_month'] as const;
export type AlertKind = (typeof alertKinds)[number];
