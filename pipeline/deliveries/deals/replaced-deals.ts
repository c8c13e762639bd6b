import { type Kysely, sql } from 'kysely';
import type { Size } from '../quota.ts';
import type { DeliveryTables } from '../schema.ts';

type Db = Kysely<DeliveryTables>;

/** Removes the loaded deals of an account that later ones replace. */
export async function removeReplacedDeals(db: Db, accountId: string): Promise<void> {
  const loaded = sql`(select number from deliveries
    where account_id = ${accountId} and state <> 'received')`;
  await sql`delete from deals
    where account_id = ${accountId} and number in ${loaded} and exists (
      select 1 from deals as later
      where later.account_id = deals.account_id and later.source = deals.source
        and later.ticket = deals.ticket and later.number in ${loaded}
        and later.number > deals.number)`.execute(db);
}

/** Returns the size of the deals of each delivery of an account, by its number. */
export async function sizesOfDeals(db: Db, accountId: string): Promise<Map<number, Size>> {
  const rows = await db
    .selectFrom('deals')
    .select(({ fn }) => [
      'number',
      fn.countAll<number>().as('rows'),
      sql<number>`sum(length(deal) + 1)`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('number')
    .execute();
  return new Map(
    rows.map(({ number, ...size }) => [
      number,
      { rows: Number(size.rows), bytes: Number(size.bytes) },
    ]),
  );
}
