import { type Kysely, sql } from 'kysely';
import { listJson, preparedQuery } from '../../base/prepared-query.ts';
import type { DeliveryTables } from '../schema.ts';
import { fieldsOf } from './closed-orders.ts';

/** Fields that change a trade, and never the list of trades. */
const valueFields: ReadonlySet<string> = new Set([
  ...['profit', 'commission', 'swap', 'fee', 'price', 'open_price', 'close_price'],
  ...['sl', 'tp', 'comment', 'magic', 'mae', 'mfe'],
]);

/**
 * Lists the accounts of which deliveries move a deal that came earlier, for example to another
 * position or symbol. Then a trade that was made of the earlier deal may not exist any more.
 */
export async function accountsWithMovedDeals(
  db: Kysely<DeliveryTables>,
  numbers: readonly number[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await selectChanged(db, { list: listJson(numbers) });
  return new Set(
    rows.filter(({ later, before }) => placeOf(later) !== placeOf(before)).map(({ id }) => id),
  );
}

interface ChangedDeal {
  readonly id: string;
  readonly later: DeliveryTables['deals']['deal'];
  readonly before: DeliveryTables['deals']['deal'];
}

// Joined to itself in place of this subquery, PostgreSQL reads the whole table.
const selectChanged = preparedQuery<ChangedDeal, 'list'>(
  ['list'],
  ({ list }, { isIn }) => sql`
    select id, later, before from (
      select deal.account_id as id, deal.deal as later, (
        select earlier.deal from deals as earlier
        where earlier.account_id = deal.account_id and earlier.source = deal.source
          and earlier.ticket = deal.ticket and earlier.number < deal.number
        order by earlier.number desc limit 1) as before
      from deals as deal
      where ${isIn('deal.number', list, 'bigint')}) as sent
    where before <> later`,
);

/** Returns the fields of a deal that decide which trades there are. */
const placeOf = (deal: DeliveryTables['deals']['deal']): string =>
  JSON.stringify(
    Object.entries(fieldsOf(Buffer.from(deal as Uint8Array).toString()))
      .filter(([name]) => !valueFields.has(name))
      .sort(([first], [second]) => (first < second ? -1 : 1)),
  );
