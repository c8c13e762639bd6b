import type { Kysely } from 'kysely';
import type { DeliveryTables } from './schema.ts';

const selectAccounts = (db: Kysely<DeliveryTables>) =>
  db.selectFrom('deliveries').select('account_id').distinct();

type AccountQuery = ReturnType<typeof selectAccounts>;

/** Lists the accounts of the deliveries that a filter selects. */
export async function accountsOf(
  db: Kysely<DeliveryTables>,
  filter: (query: AccountQuery) => AccountQuery,
): Promise<string[]> {
  const rows = await filter(selectAccounts(db)).execute();
  return rows.map(({ account_id }) => account_id);
}
