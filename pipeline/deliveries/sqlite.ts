import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { syncDirectory } from '../base/files.ts';
import { modes } from '../base/modes.ts';
import { preparedQuery } from '../base/prepared-query.ts';
import { asDamage, openSqliteTables, vacuumSqlite } from '../base/sqlite-tables.ts';
import type { DeliveryDatabase } from './database.ts';
import { type DeliveryTables, deliverySchema } from './schema.ts';

/** Opens the deliveries in a file. Makes the file if it is missing, readable by this user alone. */
export async function openSqlite(
  path: string,
  clock: () => Date = () => new Date(),
): Promise<DeliveryDatabase> {
  makeFile(path);
  const schema = deliverySchema(false);
  const { db, write, close } = await openSqliteTables<DeliveryTables>(path, schema);
  return {
    abandonedAfter: 0,
    write,
    // A SQLite file has one writer at a time.
    writeFor: (_owners, _waits, work) => write((db) => work(db, () => true)),
    read: (work) =>
      work(db).catch((error: unknown) => {
        throw asDamage(error, path, schema);
      }),
    clock,
    async now(connection) {
      const now = clock().toISOString();
      const [newest] = await selectNewest(connection, {});
      return newest && newest.received_at > now ? newest.received_at : now;
    },
    vacuum: () => vacuumSqlite(path),
    close,
  };
}

const selectNewest = preparedQuery<Pick<DeliveryTables['deliveries'], 'received_at'>>(
  [],
  () => sql`select received_at from deliveries order by number desc limit 1`,
);

/** Makes the file and syncs its name to the disk before anything is in it. */
function makeFile(path: string): void {
  if (existsSync(path)) return;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  closeSync(openSync(path, 'a', modes.secret.file));
  syncDirectory(folder);
  syncDirectory(dirname(folder));
}
