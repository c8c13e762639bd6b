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

/** Reason for refusing data that an owner sends, for owners and operators. */
export const closedToOwner = makeReason('row_closed_to_owner');
