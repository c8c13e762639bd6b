import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressColumns } from '../../../pipeline/deliveries/contents.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { openPostgres } from '../../../pipeline/deliveries/postgres.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { openDirectory } from '../../../pipeline/publish/store/directory.ts';
import { withDirectory } from '../../support/directory.ts';
import { startPostgres } from '../registry/postgres-server.ts';
import { atNoon, enterAll, sentRows } from './entering.ts';

const inserted = suite('contents of deliveries that are entered together');

/** Sent texts. Contents above 64 KiB are written after the others. */
const comments = {
  small: 'a',
  // 66,000 bytes, but only 22,000 characters.
  'wide characters': '€'.repeat(22_000),
  'other wide characters': '✓'.repeat(22_000),
  large: 'b'.repeat(70_000),
  'small again': 'ü',
};

/** Enters all comments at once and reads them back. */
async function check(database: DeliveryDatabase, folder: string, inRows: number): Promise<void> {
  const sent = Object.entries(comments).map(([id, comment]) =>
    sentRows(id, id, { trades: [{ ticket: '1', comment }] }),
  );
  await enterAll(database, sent);
  await database.read(async (db) => {
    const rows = await db
      .selectFrom('deliveries')
      .select([...addressColumns, 'account_id'])
      .orderBy('number')
      .execute();
    const contents = await database.contents.read(db, rows, folder);
    assert.equal(
      rows.map(({ number, account_id }) => [account_id, contents.get(number)]),
      sent.map(({ accountId, lines, terminal }) => [accountId, { lines, terminal }]),
    );
    assert.is(rows.filter(({ object_sha256 }) => object_sha256 === null).length, inRows);
  });
}

inserted('come back in SQLite, whatever their size', () =>
  withDirectory(async (folder) => {
    const database = await openSqlite(join(folder, 'inbox', 'deliveries.db'), () => atNoon);
    await check(database, folder, 5).finally(database.close);
  }),
);

const postgres = await startPostgres();
if (postgres === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else {
  inserted.after(postgres.stop);
  inserted('come back in PostgreSQL, which puts the longest in the store', () =>
    withDirectory(async (folder) => {
      const objects = join(folder, 'store');
      mkdirSync(objects);
      const database = await openPostgres(postgres.url, openDirectory(objects));
      await check(database, folder, 4).finally(database.close);
    }),
  );
}

inserted.run();
