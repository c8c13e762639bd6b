import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { type LimitName, mebibyte, planAt, planLimits } from './plans.ts';
import { findRow, findRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import type { Plan } from './words.ts';

/** Sentences that name a remedy at a limit, besides a larger plan. */
const remedies: Readonly<Partial<Record<LimitName, 'over_keys' | 'over_day'>>> = {
  keys: 'over_keys',
  connection_keys: 'over_keys',
  bytes_a_day: 'over_day',
};

/** Says which limit of a plan is met, and what its owner can do. */
export const limitReason = (plan: Plan, limit: LimitName): CodedReason =>
  makeReason(remedies[limit] ?? 'over_limit', { allowed: allowedReason(plan, limit) });

/** Says what a plan allows: `free plan allows 5 accounts (limit: accounts)`. */
export function allowedReason(plan: Plan, limit: LimitName): CodedReason {
  const max = planLimits[plan][limit];
  if (limit === 'keys' && max === 1) return makeReason('allows_key', { plan, count: max });
  const count = limit.startsWith('bytes') ? max / mebibyte : max;
  return makeReason(`allows_${limit}`, { plan, count });
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
