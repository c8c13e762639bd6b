import { type Kysely, sql } from 'kysely';
import type { DeliveryTables } from '../schema.ts';
import { fieldsOf } from './closed-orders.ts';

/** Fields that change a trade, and never the list of trades. */
const valueFields: ReadonlySet<string> = new Set([
  ...['profit', 'commission', 'swap', 'fee', 'price', 'open_price', 'close_price'],
  ...['sl', 'tp', 'comment', 'magic', 'mae', 'mfe'],
]);

/**
 * Returns true if a delivery moves a deal that came earlier, for example to another position or
 * symbol. Then a trade that was made of the earlier deal may not exist any more.
 */
export async function hasMovedDeal(db: Kysely<DeliveryTables>, number: number): Promise<boolean> {
  type Bytes = DeliveryTables['deals']['deal'];
  const { rows } = await sql<{ readonly later: Bytes; readonly before: Bytes }>`
    select deal.deal as later, earlier.deal as before
    from deals as deal
    join deals as earlier on earlier.account_id = deal.account_id
      and earlier.source = deal.source and earlier.ticket = deal.ticket
    where deal.number = ${number} and earlier.deal <> deal.deal
      and earlier.number = (
        select max(number) from deals as known
        where known.account_id = deal.account_id and known.source = deal.source
          and known.ticket = deal.ticket and known.number < deal.number)`.execute(db);
  return rows.some(({ later, before }) => placeOf(later) !== placeOf(before));
}

/** Returns the fields of a deal that decide which trades there are. */
const placeOf = (deal: DeliveryTables['deals']['deal']): string =>
  JSON.stringify(
    Object.entries(fieldsOf(Buffer.from(deal as Uint8Array).toString()))
      .filter(([name]) => !valueFields.has(name))
      .sort(([first], [second]) => (first < second ? -1 : 1)),
  );
