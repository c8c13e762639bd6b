import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exportCommand } from '../../../pipeline/commands/export.ts';
import { warehouseCommand } from '../../../pipeline/commands/warehouse.ts';
import { withRegistry } from '../../../pipeline/commands/with-registry.ts';
import { type Database, openDatabase, type Row } from '../../../pipeline/duckdb/database.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { account, calendarEvent, idOf, query, trade, withWarehouse } from '../desk.ts';
import { runSharedBatch } from '../machines/shared-batch.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';

const test = suite('warehouse of shards');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

/** Calls the work with the warehouse attached, as a researcher's script has it. */
async function withScript<Result>(
  out: string,
  work: (researcher: Database) => Promise<Result>,
): Promise<Result> {
  const researcher = await openDatabase(':memory:');
  try {
    await researcher.run(readFileSync(join(out, 'warehouse.sql'), 'utf8'));
    return await work(researcher);
  } finally {
    researcher.close();
  }
}

const ask = (out: string, sql: string): Promise<Row[]> =>
  withScript(out, (researcher) => researcher.rows(sql));

/** Compares the rows of each relation in both databases. Returns the number of relations. */
async function rowsInBoth(
  whole: Database,
  shards: Database,
  names: readonly string[],
): Promise<number> {
  let rows = 0;
  for (const name of names) {
    const sql = `select columns(c -> c not in ('run_id', 'account_no')) from ${name} order by all`;
    const expected = await whole.rows(sql);
    assert.equal(await shards.rows(sql), expected, name);
    rows += expected.length;
  }
  return rows;
}

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  const names = ['a', 'b', 'c', 'd'];
  const lay = ({ call }: SharedDesk, out: string) =>
    call((config, io) => warehouseCommand(config, { out }, io));

  /**
   * Ann has two accounts and a portfolio of them. Dee has one account with hidden volume, and one
   * without data.
   */
  const furnish = async ({ desk, call }: SharedDesk): Promise<void> => {
    const of = (slug: string, owner: string, more = {}) => ({
      slug,
      type: 'account',
      account_id: idOf(slug),
      owner,
      name: slug,
      published: true,
      ...more,
    });
    await call((config, io) =>
      withRegistry(config, io, async (registry) => {
        await applyRegistry(registry, {
          owners: ['ann', 'dee'].map((slug) => ({ slug, name: slug })),
          accounts: [
            ...[
              of('a', 'ann'),
              of('b', 'ann'),
              of('c', 'dee', { hide: ['volume'] }),
              of('later', 'dee'),
            ],
            {
              slug: 'both',
              type: 'portfolio',
              owner: 'ann',
              name: 'both',
              currency: 'USD',
              members: ['a', 'b'],
              published: true,
            },
          ],
        });
        desk.registered.push(...(await registry.accounts()));
        return 0;
      }),
    );
    desk.write(
      'accounts.csv',
      names.map((name) => account(name)),
    );
    desk.write('trades.csv', [
      ...names.flatMap((name, at) =>
        [1, 2, 3].map((ticket) => trade(name, ticket, { profit: at - ticket })),
      ),
      trade('a', 9, { side: 'up' }),
    ]);
    desk.write('symbols.csv', [{ symbol: 'EURUSD', pip_size: 0.0001, server: null }]);
    desk.write('calendar_events.csv', [calendarEvent]);
  };

  test('has the same tables, views and rows as the warehouse of a single machine', () =>
    withSharedDesk(url, async (world) => {
      const { desk, machine } = world;
      await furnish(world);
      const shards = await openShards(url, 2);
      const out = join(desk.dataDir.path, '..', 'research');
      try {
        const accounts = async () => desk.registered;
        const ownerNames = async () => new Map(['ann', 'dee'].map((slug) => [slug, slug]));
        await desk.run({ registry: { accounts, ownerNames } });
        const { version } = await runSharedBatch(world, shards, machine('coordinator'));
        const { code, stdout, stderr } = await lay(world, out);
        assert.equal([code, stderr], [0, []]);
        assert.equal(stdout, [
          `warehouse of version ${version}: duckdb -init ${join(out, 'warehouse.sql')}`,
        ]);
        assert.ok(
          readFileSync(join(out, 'warehouse.sql'), 'utf8').startsWith(`-- version ${version}\n`),
        );
        const relations = `select table_name as name, comment from duckdb_tables()
            where not internal and database_name = current_database()
          union all select view_name, comment from duckdb_views()
            where not internal and database_name = current_database()
          order by name`;
        const ownRows = await query(desk.dataDir.warehouse, relations);
        const inner = [
          ...['declarations', 'known_files', 'pending_changes', 'published_records'],
          ...['published_state', 'row_order', 'archive_link', 'state_shape', 'definitions'],
        ];
        const combined = (await ask(out, relations)).filter(({ name }) => name !== 'declarations');
        assert.equal(
          combined,
          ownRows.filter(({ name }) => !inner.includes(String(name))),
        );
        assert.ok(combined.length > 80);
        // The numbers of accounts and the order of files differ between databases.
        const compared = combined
          .map(({ name }) => String(name))
          .filter((name) => !['account_numbers', 'loaded_files'].includes(name));
        const rows = await withWarehouse(desk.dataDir.warehouse, (whole) =>
          withScript(out, (shards) => rowsInBoth(whole, shards, compared)),
        );
        assert.ok(rows > 500, `${rows} rows`);
        const columns = `select table_name, column_name, comment from duckdb_columns()
          where not internal and database_name = current_database() and table_name in (
            ${combined.map(({ name }) => `'${name}'`)})
          order by all`;
        assert.equal(await ask(out, columns), await query(desk.dataDir.warehouse, columns));
        const files = join(out, 'files');
        const exported = async (from: string, warehouse?: string) => {
          const options = {
            out: join(files, from),
            format: 'csv',
            ...(warehouse && { warehouse }),
          };
          const { code } = await world.call((config, io) => exportCommand(config, options, io));
          assert.is(code, 0);
          return readdirSync(options.out).map((name) => [
            name,
            readFileSync(join(options.out, name), 'utf8'),
          ]);
        };
        const expected = await exported('run');
        assert.ok(expected.length > 20);
        assert.equal(await exported('shards', out), expected);

        const lots = await ask(
          out,
          "select distinct volume::double as volume from shared_trades where slug = 'c'",
        );
        assert.equal(lots, [{ volume: 0 }]);

        const before = readdirSync(join(out, 'shards'));
        desk.write('trades-2.csv', [trade('d', 4)]);
        await runSharedBatch(world, shards, machine('coordinator'));
        await lay(world, out);
        const after = readdirSync(join(out, 'shards'));
        assert.is(after.length, before.length);
        // The shard of one account, and the table of files that were read.
        assert.is(after.filter((name) => !before.includes(name)).length, 2);
        assert.equal(
          await ask(
            out,
            `select count(*)::integer as trades from trades where account_id = '${idOf('d')}'`,
          ),
          [{ trades: 4 }],
        );
      } finally {
        await shards.close();
      }
    }));

  test('says where the warehouse is if accounts are not sharded', () =>
    withSharedDesk(url, async (world) => {
      const { desk } = world;
      const out = join(desk.dataDir.path, '..', 'research');
      const { exitCode, message } = await refusal(lay(world, out));
      assert.equal(
        [exitCode, message],
        [2, `warehouse: there are no shards; the warehouse is ${desk.dataDir.warehouse}`],
      );
      const shards = await openShards(url, 2);
      await shards.close();
      assert.match(
        (await refusal(lay(world, out))).message,
        /^store .* has nothing published; run coordinate first$/,
      );
      assert.not(existsSync(out));
    }));
}

test.run();
