import { chunks } from './chunks.ts';
import type { RegistryStore } from './store.ts';

/** Notes accounts that the operator's files have rows of, so that every process knows at once. */
export async function noteOperatorAccounts(
  store: Pick<RegistryStore, 'write'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  await store.write(async (db) => {
    for (const some of chunks(accountIds)) {
      await db
        .insertInto('operator_accounts')
        .values(some.map((account_id) => ({ account_id })))
        .onConflict((conflict) => conflict.column('account_id').doNothing())
        .execute();
    }
  });
}

/** Why data that an owner sends is refused, for owners and operators alike. */
export const closedToOwner =
  'The operator loads this account and takes no data from its owner. To allow it, the operator sets "owner_data": true in the account’s registry entry.';
