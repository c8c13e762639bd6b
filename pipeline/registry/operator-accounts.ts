import { makeReason } from '../base/reasons/reason.ts';
import { chunks } from './chunks.ts';
import type { RegistryStore } from './store.ts';

/** Records accounts that the operator's files have rows of, for every process at once. */
export async function noteOperatorAccounts(
  store: Pick<RegistryStore, 'write'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  await store.write(async (db) => {
    for (const lot of chunks(accountIds)) {
      await db
        .insertInto('operator_accounts')
        .values(lot.map((account_id) => ({ account_id })))
        .onConflict((conflict) => conflict.column('account_id').doNothing())
        .execute();
    }
  });
}

/** Reason for refusing data that an owner sends, for owners and operators. */
export const closedToOwner = makeReason('closed_to_owner');
