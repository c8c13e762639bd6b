import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { recordChange } from './audit.ts';
import type { Registry } from './registry.ts';
import { findRow, hasRow } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Delivery that was withdrawn, as the audit trail names it. */
interface WithdrawnDelivery {
  readonly receipt: string;
  readonly account_id: string;
  readonly source: string;
  readonly received_at: string;
  readonly accepted: number;
}

/** Returns true if the operator's files have rows of an account. */
export const isLoadedByOperator = (
  { store }: Pick<Registry, 'store'>,
  accountId: string,
): Promise<boolean> => hasRow(store.db, 'operator_accounts', { account_id: accountId });

/**
 * Throws a CommandError if the operator loads an account. Its rows in the operator's files are not
 * read again by the next run, so nothing could be loaded in place of what is withdrawn.
 */
export async function refuseOperatorAccount(
  registry: Pick<Registry, 'store'>,
  accountId: string,
): Promise<void> {
  if (!(await isLoadedByOperator(registry, accountId))) return;
  throw new CommandError(
    `the operator's files have rows of ${accountId} too, so nothing was withdrawn; set "owner_data": false in its registry entry and run with --rebuild`,
  );
}

/** Answers of an owner about texts of balance entries, before and after a change. */
interface ChangedTexts {
  readonly before: object;
  readonly after: object;
}

/** Enters in the audit trail what an owner says about texts of balance entries, if it changed. */
export const noteAnswers = (
  { store, clock }: Registry,
  entry: string,
  changed: ChangedTexts,
  actor: string,
): Promise<void> => store.write((db) => recordAnswers(db, entry, changed, actor, clock()));

/** Enters such answers in the audit trail, in a transaction of the caller. */
export async function recordAnswers(
  db: Transaction<Tables>,
  entry: string,
  { before: from, after: to }: ChangedTexts,
  actor: string,
  now: Date,
): Promise<void> {
  if (isDeepStrictEqual(from, to)) return;
  const change = { kind: 'account', entry, field: 'balance_texts', from, to } as const;
  await recordChange(db, change, actor, now);
}

/** Enters in the audit trail that a delivery was withdrawn, once. */
export async function noteWithdrawn(
  { store, clock }: Registry,
  { receipt, account_id, source, received_at, accepted }: WithdrawnDelivery,
  actor: string,
): Promise<void> {
  const field = `deliveries.${receipt}`;
  await store.write(async (db) => {
    const account = await findRow(db, 'accounts', { account_id });
    if (account === undefined) return;
    if (await hasRow(db, 'audit_trail', { entry: account.slug, field })) return;
    const from = { source, received_at, accepted };
    const change = { kind: 'account', entry: account.slug, field, from, to: null } as const;
    await recordChange(db, change, actor, clock());
  });
}
