import { makeReason } from '../base/reasons/reason.ts';
import type { RegistryStore } from './store.ts';
import { insertMissing } from './table-rows.ts';

/** Records accounts that the operator's files have rows of, for every process at once. */
export async function noteOperatorAccounts(
  store: Pick<RegistryStore, 'write'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = accountIds.map((account_id) => ({ account_id }));
  await store.write((db) => insertMissing(db, 'operator_accounts', rows));
}

/** Accounts that the operator's files have rows of and that no entry names. */
export interface AccountsWithoutEntry {
  /** Ids of the first accounts. */
  readonly ids: readonly string[];
  readonly count: number;
}

/** Lists the first accounts that have rows but no entry, by id, and counts all. */
export async function accountsWithoutEntry(
  { db }: Pick<RegistryStore, 'db'>,
  limit: number,
): Promise<AccountsWithoutEntry> {
  const unnamed = db
    .selectFrom('operator_accounts')
    .leftJoin('accounts', 'accounts.account_id', 'operator_accounts.account_id')
    .where('accounts.slug', 'is', null);
  const first = unnamed
    .select('operator_accounts.account_id')
    .orderBy('operator_accounts.account_id')
    .limit(limit);
  const all = unnamed.select((part) => part.fn.countAll().as('count'));
  const rows = await first.execute();
  const { count } = await all.executeTakeFirstOrThrow();
  return { ids: rows.map(({ account_id }) => account_id), count: Number(count) };
}

/** Reason for refusing data that an owner sends, for owners and operators. */
export const closedToOwner = makeReason('row_closed_to_owner');
