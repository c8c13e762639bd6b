import { join } from 'node:path';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContents } from '../../../pipeline/deliveries/contents.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { openPostgres } from '../../../pipeline/deliveries/postgres.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { withDirectory } from '../../support/directory.ts';
import { withPostgres } from '../registry/postgres-server.ts';
import { atNoon, enterAll, sentRows } from './entering.ts';

const inserted = suite('contents of deliveries that are entered together');

/** Sent texts. Contents above 64 KiB are compressed, and written after the others. */
const comments = {
  small: 'a',
  // 66,000 bytes, but only 22,000 characters.
  'wide characters': '€'.repeat(22_000),
  'other wide characters': '✓'.repeat(22_000),
  large: 'b'.repeat(70_000),
  'small again': 'ü',
};

/** Enters all comments at once and reads them back. */
async function check(database: DeliveryDatabase): Promise<void> {
  const sent = Object.entries(comments).map(([id, comment]) =>
    sentRows(id, id, { trades: [{ ticket: '1', comment }] }),
  );
  await enterAll(database, sent);
  await database.read(async (db) => {
    const rows = await db
      .selectFrom('deliveries')
      .select(['number', 'account_id', sql<number>`length(content)`.as('size')])
      .orderBy('number')
      .execute();
    const numbers = rows.map(({ number }) => number);
    const contents = await readContents(db, numbers);
    assert.equal(
      rows.map(({ number, account_id }) => [account_id, contents.get(number)]),
      sent.map(({ accountId, lines, terminal }) => [accountId, { lines, terminal }]),
    );
    assert.ok(rows.every(({ size }) => size < 1_000));
  });
}

inserted('come back in SQLite, whatever their size', () =>
  withDirectory(async (folder) => {
    const database = await openSqlite(join(folder, 'inbox', 'deliveries.db'), () => atNoon);
    await check(database).finally(database.close);
  }),
);

await withPostgres(inserted, ({ url }) => {
  inserted('come back in PostgreSQL, whatever their size', async () => {
    const database = await openPostgres(url);
    await check(database).finally(database.close);
  });
});

inserted.run();
