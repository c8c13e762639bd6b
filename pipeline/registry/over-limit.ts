import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { findRow, findRows } from './find-rows.ts';
import { type LimitName, planAt, planLimits } from './plans.ts';
import type { Tables } from './tables.ts';
import type { Plan } from './words.ts';

/** Names of what each limit counts; `{}` stands for the number. */
const words: Readonly<Record<LimitName, string>> = {
  keys: '{} active Developer API Keys',
  accounts: '{} accounts',
  portfolios: '{} portfolios',
  connection_keys: '{} active Connection Keys',
  rows: '{} rows of data',
  bytes: '{} of data',
  bytes_a_day: '{} of data received a day',
};

/** Remedies at each limit, besides a larger plan. */
const remedies: Readonly<Partial<Record<LimitName, string>>> = {
  keys: 'Revoke one, or ask',
  connection_keys: 'Revoke one, or ask',
  bytes_a_day: 'Send the rest after midnight UTC, or ask',
};

/** Says which limit of a plan is met, and what its owner can do. */
export const limitText = (plan: Plan, limit: LimitName): string =>
  `The ${allowedText(plan, limit)}. ${remedies[limit] ?? 'Ask'} the operator for a larger plan.`;

/** Says what a plan allows: `free plan allows 5 accounts (limit: accounts)`. */
export function allowedText(plan: Plan, limit: LimitName): string {
  const isOne = planLimits[plan][limit] === 1;
  const text = words[limit].replace('{}', allowedMax(plan, limit)).replace(/s$/, isOne ? '' : 's');
  return `${plan} plan allows ${text} (limit: ${limit})`;
}

/** Returns the number that a limit of a plan is, such as `64 MiB`. */
export function allowedMax(plan: Plan, limit: LimitName): string {
  const max = planLimits[plan][limit];
  return limit.startsWith('bytes')
    ? `${(max / 1024 / 1024).toLocaleString('en-US')} MiB`
    : max.toLocaleString('en-US');
}

/** Thrown if an addition would exceed a limit of the owner's plan. Nothing is added. */
export class OverLimit extends CommandError {
  readonly limit: LimitName;

  constructor(plan: Plan, limit: LimitName) {
    super(limitText(plan, limit));
    this.name = 'OverLimit';
    this.limit = limit;
  }
}

/**
 * Throws an OverLimit if the plan of the owner at `now` allows no further one. Call it in the
 * transaction that adds it, so that two additions at once cannot exceed a limit.
 */
export async function refuseOverLimit(
  db: Transaction<Tables>,
  owner: string,
  limit: 'accounts' | 'portfolios' | 'connection_keys',
  now: Date,
): Promise<void> {
  const terms = await findRow(db, 'owners', { slug: owner });
  if (terms === undefined) return;
  const plan = planAt(terms, now);
  const rows =
    limit === 'connection_keys'
      ? await findRows(db, 'connection_keys', { owner, revoked_at: null })
      : await findRows(db, 'accounts', {
          owner,
          type: limit === 'accounts' ? 'account' : 'portfolio',
        });
  if (rows.length >= planLimits[plan][limit]) throw new OverLimit(plan, limit);
}
