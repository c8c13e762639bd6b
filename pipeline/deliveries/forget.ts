import type { Kysely } from 'kysely';
import { addressColumns, type ContentColumns, deliveriesObject, fileObject } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { readAgain } from './read-again.ts';
import { newestRows } from './refused-rows.ts';
import type { DeliveryTables } from './schema.ts';
import { askToReload } from './withdraw.ts';

/**
 * Removes everything that was sent in for an account, receipts too. The next load removes its rows
 * from the run's database. A connector that is to read the account once more begins with its oldest
 * data. May be repeated after an interruption.
 */
export async function forgetAccount(
  database: DeliveryDatabase,
  accountId: string,
  folder: string,
): Promise<void> {
  const objects = await separateObjects(database, accountId, folder);
  const ofAccount = 'account_id';
  await database.write(async (db) => {
    const receipts = await db
      .selectFrom('deliveries')
      .select('receipt')
      .where(ofAccount, '=', accountId)
      .execute();
    await forgetStatements(
      db,
      receipts.map(({ receipt }) => receipt),
    );
    for (const table of ['deliveries', 'deals', 'terminals', 'account_sizes'] as const) {
      await db.deleteFrom(table).where(ofAccount, '=', accountId).execute();
    }
    // The newest refused rows of all accounts have no name of their own.
    await db
      .deleteFrom('refused_by_runs')
      .where((eb) => eb.or([eb(ofAccount, '=', accountId), newestRows(eb)]))
      .execute();
    await askToReload(db, accountId);
    await readAgain(db, accountId);
  });
  if (objects.length > 0) await database.read((db) => database.contents.remove(db, objects));
}

/**
 * Gives deliveries of other accounts that share an object with this one an object of their own.
 * Returns the objects that nothing needs once the account's deliveries are gone.
 */
async function separateObjects(
  { contents, read, write }: DeliveryDatabase,
  accountId: string,
  folder: string,
): Promise<string[]> {
  const named = await read((db) =>
    db
      .selectFrom('deliveries')
      .select('object_sha256')
      .distinct()
      .where('account_id', '=', accountId)
      .where('object_sha256', 'is not', null)
      .execute(),
  );
  const objects = named.flatMap(({ object_sha256 }) => object_sha256 ?? []);
  for (const object of objects) {
    const sharing = await read((db) =>
      db
        .selectFrom('deliveries')
        .select(addressColumns)
        .where('object_sha256', '=', object)
        .where('account_id', '<>', accountId)
        .execute(),
    );
    if (sharing.length === 0) continue;
    const found = await read((db) => contents.read(db, sharing, folder));
    const moved = sharing.flatMap(({ number }) => {
      const content = found.get(number);
      return content === undefined ? [] : [{ number, content }];
    });
    const columns: ContentColumns[] = await contents.put(moved.map(({ content }) => content));
    await write(async (db) => {
      for (const [at, { number }] of moved.entries()) {
        await db
          .updateTable('deliveries')
          .set({ ...columns[at] })
          .where('number', '=', number)
          // It may have been withdrawn since it was read.
          .where('object_sha256', '=', object)
          .execute();
      }
    });
  }
  return objects;
}

/** Removes confirmed statements that have one of the receipts: they tell what was read. */
async function forgetStatements(
  db: Kysely<DeliveryTables>,
  receipts: readonly string[],
): Promise<void> {
  const gone = new Set(receipts);
  const confirmed = await db
    .selectFrom('statements')
    .select(['id', 'confirmation'])
    .where('confirmation', 'is not', null)
    .execute();
  for (const { id, confirmation } of confirmed) {
    const { receipts: named }: { receipts: readonly string[] } = JSON.parse(confirmation ?? '');
    if (!named.some((receipt) => gone.has(receipt))) continue;
    await db.deleteFrom('statements').where('id', '=', id).execute();
  }
}

/** Removes the statements of an owner with their files, and what counts for their plan. */
export async function forgetOwner(
  { read, write, objects }: DeliveryDatabase,
  owner: string,
): Promise<void> {
  const statements = await read((db) =>
    db.selectFrom('statements').selectAll().where('owner', '=', owner).execute(),
  );
  await write(async (db) => {
    for (const table of ['statements', 'received_days', 'account_sizes'] as const) {
      await db.deleteFrom(table).where('owner', '=', owner).execute();
    }
  });
  for (const { id, file, rows, confirmation } of statements) {
    if (file !== null) await objects.remove(fileObject(id, JSON.parse(file)));
    if (rows !== null && confirmation === null) {
      await objects.remove(deliveriesObject(JSON.parse(rows)));
    }
  }
}
