import { chunks } from './chunks.ts';
import type { RegistryStore } from './store.ts';

/** Returns the owners of accounts by their ids. Accounts that nobody registered are missing. */
export async function ownersOfAccounts(
  { db }: Pick<RegistryStore, 'db'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const lot of chunks(accountIds)) {
    const rows = await db
      .selectFrom('accounts')
      .select(['account_id', 'owner'])
      .where('account_id', 'in', lot)
      .execute();
    for (const { account_id, owner } of rows)
      if (account_id !== null) owners.set(account_id, owner);
  }
  return owners;
}
