import { CommandError } from '../base/errors.ts';
import { readContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { storeReports } from './deals/store-reports.ts';
import { dealSource, dealsOfDelivery } from './deals/stored-deals.ts';
import { addSizes } from './quota.ts';
import type { DeliveryTables } from './schema.ts';

/** Row of a delivery with its number. */
export type NumberedDelivery = Omit<DeliveryTables['deliveries'], 'number'> & {
  readonly number: number;
};

const damaged = ({ account_id, receipt }: NumberedDelivery) =>
  `deliveries: ${receipt} of ${account_id} is damaged and can't be copied to the shared database; restore inbox.db from a backup`;

/**
 * Copies a delivery with its receipt, rows and deals to another database, unless that has the same
 * body. It gets a new number there. Throws a CommandError if its content is damaged.
 */
export async function copyDelivery(
  row: NumberedDelivery,
  from: DeliveryDatabase,
  to: DeliveryDatabase,
  owner: string,
): Promise<void> {
  const { number, content: bytes, ...delivery } = row;
  const content = await from.read((db) => readContent(db, number));
  if (content === undefined && row.has_content === 1) throw new CommandError(damaged(row));
  const { account_id: accountId, rows } = row;
  await to.write(async (db) => {
    const entered = await db
      .insertInto('deliveries')
      // Its number here says nothing there: what was loaded is loaded once more, as it was.
      .values({ ...delivery, content: bytes && Buffer.from(bytes as Uint8Array) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (entered === undefined) return;
    await addSizes(db, [{ accountId, owner, rows, bytes: row.bytes }]);
    if (!content?.terminal) return;
    const deals = await from.read((source) => dealsOfDelivery(source, number));
    const report = { accountId, source: dealSource(row.source), number: entered.number };
    await storeReports(db, [{ ...report, content: { ...content.terminal, deals } }]);
  });
}
