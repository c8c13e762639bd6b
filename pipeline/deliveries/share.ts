import { existsSync, rmSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { type Addressed, noContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { noteTerminal } from './known-deals.ts';
import { addKept } from './quota.ts';
import type { DeliveryTables } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Brings what a machine received before it shared anything to where machines share it, and removes
 * its file. Ended in between, it goes on the next time.
 */
export async function shareDeliveries(
  path: string,
  shared: DeliveryDatabase,
  folder: string,
): Promise<void> {
  if (!existsSync(path)) return;
  const own = await openSqlite(path);
  try {
    const owners = await ownersIn(own);
    for (let after = 0; ; ) {
      const row = await own.read((db) => nextRow(db, after));
      if (row === undefined) break;
      after = row.number;
      await shareOne(row, own, shared, owners.get(row.account_id) ?? '', folder);
    }
  } finally {
    await own.close();
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
}

async function ownersIn({ read }: DeliveryDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await read((db) => db.selectFrom('kept').select(['account_id', 'owner']).execute());
  return new Map(rows.map(({ account_id, owner }) => [account_id, owner]));
}

const nextRow = (db: Kysely<DeliveryTables>, after: number) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

/** Enters a delivery with its receipt, unless the same body came to another machine too. */
async function shareOne(
  row: NonNullable<Awaited<ReturnType<typeof nextRow>>>,
  own: DeliveryDatabase,
  shared: DeliveryDatabase,
  owner: string,
  folder: string,
): Promise<void> {
  const { number, ...delivery } = row;
  const place: Addressed = { ...noContent, number, bytes: row.bytes };
  const content = (await own.read((db) => own.contents.read(db, [place], folder))).get(number);
  const [columns = noContent] = content ? await shared.contents.put([content]) : [];
  const { account_id: accountId, rows, bytes } = row;
  await shared.write(async (db) => {
    const { numInsertedOrUpdatedRows: entered } = await db
      .insertInto('deliveries')
      // Its number here says nothing there: what was loaded is loaded once more, as it was.
      .values({ ...delivery, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (entered !== 1n) return;
    await addKept(db, [{ accountId, source: 'sent', owner, rows, bytes }]);
    if (content?.terminal) await noteTerminal(db, accountId, content.terminal);
  });
}
