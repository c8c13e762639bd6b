import type { Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import type { RegistryStore } from './store.ts';
import { insertMissing } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Records accounts that a run loads data of, if their owners sent it. */
export async function noteAccountsWithData(
  store: Pick<RegistryStore, 'annotate' | 'db'>,
  accountIds: readonly string[],
): Promise<void> {
  const known = await accountsWithData(store.db, accountIds);
  const rows = accountIds.flatMap((account_id) => (known.has(account_id) ? [] : [{ account_id }]));
  if (rows.length === 0) return;
  await store.annotate((db) => insertMissing(db, 'accounts_with_data', rows));
}

/** Returns those of the accounts that a run ever loaded data of, from owners or the operator. */
export async function accountsWithData(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const lot of chunks(accountIds)) {
    for (const table of ['operator_accounts', 'accounts_with_data'] as const) {
      const query = db.selectFrom(table).select('account_id').where('account_id', 'in', lot);
      for (const { account_id } of await query.execute()) found.add(account_id);
    }
  }
  return found;
}
