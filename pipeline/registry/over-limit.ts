import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason, type ReasonCode } from '../base/reasons/reason.ts';
import { type LimitName, mebibyte, planAt, planLimits } from './plans.ts';
import { findRow, findRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import type { Plan } from './words.ts';

/** Sentences that name a remedy at a limit, besides a larger plan. */
const remedies: Readonly<Partial<Record<LimitName, 'limit_over_keys' | 'limit_over_day'>>> = {
  keys: 'limit_over_keys',
  connection_keys: 'limit_over_keys',
  bytes_a_day: 'limit_over_day',
};

/** Says which limit of a plan is met, and what its owner can do. */
export const limitReason = (plan: Plan, limit: LimitName): CodedReason =>
  makeReason(remedies[limit] ?? 'limit_over_limit', { allowed: allowedReason(plan, limit) });

const allowedCodes = {
  keys: 'limit_allows_keys',
  accounts: 'limit_allows_accounts',
  portfolios: 'limit_allows_portfolios',
  connection_keys: 'limit_allows_connection_keys',
  rows: 'limit_allows_rows',
  bytes: 'limit_allows_bytes',
  bytes_a_day: 'limit_allows_bytes_a_day',
} as const satisfies Record<LimitName, ReasonCode>;

/** Says what a plan allows: `free plan allows 5 accounts (limit: accounts)`. */
export function allowedReason(plan: Plan, limit: LimitName): CodedReason {
  const max = planLimits[plan][limit];
  if (limit === 'keys' && max === 1) return makeReason('limit_allows_key', { plan, count: max });
  const count = limit.startsWith('bytes') ? max / mebibyte : max;
  return makeReason(allowedCodes[limit], { plan, count });
}

/** Thrown if an addition would exceed a limit of the owner's plan. Nothing is added. */
export class OverLimit extends CommandError {
  readonly limit: LimitName;

  constructor(plan: Plan, limit: LimitName) {
    super(limitReason(plan, limit));
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
