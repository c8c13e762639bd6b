import { CommandError } from '../base/errors.ts';
import { deliveriesObject, noContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { storeReports } from './deals/store-reports.ts';
import { dealSource, dealsOfDelivery } from './deals/stored-deals.ts';
import { addSizes } from './quota.ts';
import type { DeliveryTables } from './schema.ts';

/** Row of a delivery with its number. */
export type NumberedDelivery = Omit<DeliveryTables['deliveries'], 'number'> & {
  readonly number: number;
};

/**
 * Returns true if a content is there and can't be read. An object that is gone was removed on
 * purpose.
 */
const isDamaged = async (
  { has_content, object_sha256: sha256 }: NumberedDelivery,
  { objects }: DeliveryDatabase,
): Promise<boolean> =>
  has_content === 1 &&
  (sha256 === null || (await objects.read(deliveriesObject({ sha256 }))) !== null);

const damaged = ({ account_id, receipt }: NumberedDelivery) =>
  `deliveries: ${receipt} of ${account_id} is damaged and can't be copied to the shared database; restore inbox.db from a backup`;

/**
 * Copies a delivery with its receipt, rows and deals to another database, unless that has the same
 * body. It gets a new number there. `folder` is for temporary files. Throws a CommandError if its
 * content is damaged.
 */
export async function copyDelivery(
  row: NumberedDelivery,
  from: DeliveryDatabase,
  to: DeliveryDatabase,
  { owner, folder }: { readonly owner: string; readonly folder: string },
): Promise<void> {
  const { number, ...delivery } = row;
  const content = (await from.read((db) => from.contents.read(db, [row], folder))).get(number);
  if (content === undefined && (await isDamaged(row, from))) throw new CommandError(damaged(row));
  const [columns = noContent] = content ? await to.contents.put([content]) : [];
  const { account_id: accountId, rows, bytes } = row;
  await to.write(async (db) => {
    const entered = await db
      .insertInto('deliveries')
      // Its number here says nothing there: what was loaded is loaded once more, as it was.
      .values({ ...delivery, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (entered === undefined) return;
    await addSizes(db, [{ accountId, owner, rows, bytes }]);
    if (!content?.terminal) return;
    const deals = await from.read((source) => dealsOfDelivery(source, number));
    const report = { accountId, source: dealSource(row.source), number: entered.number };
    await storeReports(db, [{ ...report, content: { ...content.terminal, deals } }]);
  });
}
