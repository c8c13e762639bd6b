import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { forgetOpenStatements } from '../../../pipeline/statements/forget-open.ts';
import { withDirectory } from '../../support/directory.ts';

const forgetting = suite('unconfirmed statements of deleted accounts');

const at = '2026-03-01T12:00:00Z';

interface Dropped {
  readonly owner?: string;
  /** Minutes since the reading began. */
  readonly minutes?: number;
  /** Number of the account that was found, the reason why nothing was, or null while it is read. */
  readonly reading: { readonly account: number } | { readonly problem: string } | null;
}

/** Calls the work with a database that has statements in these states, by their ids. */
const withStatements = (
  all: Readonly<Record<string, Dropped>>,
  work: (world: {
    database: DeliveryDatabase;
    store(id: string, reading: Dropped['reading']): Promise<void>;
    ids(): Promise<string[]>;
  }) => Promise<void>,
): Promise<void> =>
  withDirectory(async (directory) => {
    const database = await openSqlite(join(directory, 'inbox.db'), () => new Date(at));
    const store = async (id: string, reading: Dropped['reading']) => {
      const isFound = reading !== null && 'account' in reading;
      const stored = isFound
        ? { found: { accounts: [{ id: `MT4:${reading.account}@A` }] } }
        : reading && { problem: quotedReason(reading.problem) };
      await database.write((db) =>
        db
          .updateTable('statements')
          .set({
            reading: stored && JSON.stringify(stored),
            rows: isFound ? Buffer.from(`rows ${id}`) : null,
          })
          .where('id', '=', id)
          .execute(),
      );
    };
    for (const [id, { owner = 'ann', minutes = 0, reading }] of Object.entries(all)) {
      const since = new Date(Date.parse(at) - minutes * 60_000).toISOString();
      await database.write((db) =>
        db
          .insertInto('statements')
          .values({
            id,
            owner,
            name: 'S.htm',
            options: '{}',
            dropped_at: since,
            sha256: id,
            read_since: since,
            file: Buffer.from(`file ${id}`),
          })
          .execute(),
      );
      await store(id, reading);
    }
    await work({
      database,
      store,
      async ids() {
        const rows = await database.read((db) =>
          db.selectFrom('statements').select('id').orderBy('id').execute(),
        );
        return rows.map(({ id }) => id);
      },
    });
    await database.close();
  });

forgetting('go, whenever they were uploaded', () =>
  withStatements(
    {
      old: { minutes: 60, reading: { account: 1 } },
      new: { reading: { account: 1 } },
      second: { reading: { account: 2 } },
      foreign: { owner: 'bob', reading: { account: 1 } },
    },
    async ({ database, ids }) => {
      assert.is(await forgetOpenStatements(database, 'MT4:1@A of ann'), false);
      assert.equal(await ids(), ['foreign', 'second']);
    },
  ),
);

forgetting('go if nobody can tell that they are of another account', () =>
  withStatements(
    {
      unreadable: { reading: { problem: 'no table' } },
      abandoned: { minutes: 16, reading: null },
      'bob-unreadable': { owner: 'bob', reading: { problem: 'no table' } },
      'bob-abandoned': { owner: 'bob', minutes: 16, reading: null },
    },
    async ({ database, ids }) => {
      assert.is(await forgetOpenStatements(database, 'MT4:1@A of ann'), false);
      assert.equal(await ids(), ['bob-abandoned', 'bob-unreadable']);
    },
  ),
);

forgetting('wait while they are being read, and the next call decides', () =>
  withStatements(
    {
      first: { minutes: 14, reading: null },
      second: { reading: null },
      foreign: { owner: 'bob', reading: null },
    },
    async ({ database, store, ids }) => {
      const forget = () => forgetOpenStatements(database, 'MT4:1@A of ann');
      assert.is(await forget(), true);
      assert.equal(await ids(), ['first', 'foreign', 'second']);
      await store('first', { account: 1 });
      await store('second', { account: 2 });
      assert.is(await forget(), false, 'what another owner has read does not count');
      assert.equal(await ids(), ['foreign', 'second']);
    },
  ),
);

forgetting.run();
