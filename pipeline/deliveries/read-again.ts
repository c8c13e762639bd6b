import type { Kysely } from 'kysely';
import type { DeliveryTables } from './schema.ts';

/**
 * Has connectors read the whole history of an account again, since rows that they delivered are
 * gone. The number of pages stays: an equal page is then a new delivery.
 */
export async function readAgain(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  const reads = await db
    .updateTable('broker_reads')
    .set({ state: 'null', complete_at: null })
    .where('account_id', '=', accountId)
    .returning(['connection', 'broker_id'])
    .execute();
  for (const { connection, broker_id } of reads) {
    await db
      .deleteFrom('broker_rows')
      .where('connection', '=', connection)
      .where('broker_id', '=', broker_id)
      .execute();
  }
}
