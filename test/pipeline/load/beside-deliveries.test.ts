import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFromJSON, tableToIPC } from 'apache-arrow';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { accountTables, rawTableOf, tables } from '../../../pipeline/load/columns.ts';
import { loadLines } from './sent.ts';
import { csv, ndjson, row, type TableName, type World, withWorld } from './world.ts';

const beside = suite('load: files and deliveries of one table');

type Rows = readonly ReturnType<typeof row>[];

const account = (id: string) => `MT5:${id}@Live`;

/** Makes a valid row of a table. */
const rowOf = (table: string, id: string) =>
  table === 'position_reports'
    ? { account_id: account(id), reported_at: '2024-06-02T00:00:00Z' }
    : row(table as TableName, { account_id: account(id) });

/** Writes a file of a table in each format that a source can have. */
const formats: Readonly<
  Record<string, (world: World, name: string, rows: Rows) => Promise<void> | void>
> = {
  csv: (world, name, rows) => world.put({ [name]: csv(rows) }),
  'csv.gz': (world, name, rows) => world.put({ [name]: gzipSync(csv(rows)) }),
  ndjson: (world, name, rows) => world.put({ [name]: ndjson(rows) }),
  'ndjson.gz': (world, name, rows) => world.put({ [name]: gzipSync(ndjson(rows)) }),
  arrow: (world, name, rows) => world.put({ [name]: tableToIPC(tableFromJSON([...rows]), 'file') }),
  parquet: async (world, name, rows) => {
    world.put({ '../rows.csv': csv(rows) });
    await world.database.run(`copy (from read_csv('${join(world.directory, 'rows.csv')}',
      all_varchar = true)) to '${join(world.source, name)}' (format parquet)`);
  },
};

/** Loads the files of the world, and lines of deliveries of the accounts, one of each table. */
async function load(world: World, number: number, ids: readonly string[]) {
  const lines = Object.fromEntries(
    accountTables.map((name) => [name, ids.map((id) => JSON.stringify(rowOf(name, id)))]),
  );
  const progress = { source: 's', number, accounts: new Map() };
  const stamp = { source: 'owner_api', delivery: `rcp_${number}` } as const;
  await world.database.run('begin');
  const options = { runId: `run-${number}`, strict: true, progress };
  const report = await loadLines(world, [[lines, stamp]], options);
  await world.database.run('commit');
  return report;
}

/** Accounts with a row in each table, and who brought it. */
async function stored(world: World): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables.filter(({ name }) => accountTables.includes(name))) {
    const by = table.name === 'accounts' ? 'data_source' : table.overruledIn ? 'source' : `''`;
    const rows = await world.rows(
      `select account_id, ${by} as by from ${rawTableOf(table)} order by account_id`,
    );
    found[table.name] = rows.map(({ account_id, by }) => `${account_id} ${by}`.trim());
  }
  return found;
}

for (const [format, write] of Object.entries(formats)) {
  beside(`load together from ${format}, both new, both changed, and all of them anew`, () =>
    withWorld(async (world) => {
      const put = async (...ids: readonly string[]) => {
        for (const name of accountTables) {
          const rows = ids.map((id) => rowOf(name, id));
          await write(world, `${name}.${format}`, rows);
        }
      };
      const count = accountTables.length;
      await put('file');
      const first = await load(world, 1, ['sent']);
      assert.equal([first.rowsLoaded, first.rowsRejected, first.failures], [2 * count, 0, []]);
      await put('file', 'later-file');
      const second = await load(world, 2, ['later-sent']);
      assert.equal([second.rowsRejected, second.failures], [0, []]);
      const all = await stored(world);
      for (const [name, rows] of Object.entries(all)) {
        const ids = ['file', 'later-file', 'later-sent', 'sent'].map(account);
        assert.equal(
          rows.map((stored) => stored.split(' ')[0]),
          ids,
          name,
        );
      }
      for (const name of ['accounts', 'trades', 'cash_flows']) {
        const sources = all[name]?.map((stored) => stored.split(' ')[1]);
        assert.equal(sources, ['operator_file', 'operator_file', 'owner_api', 'owner_api'], name);
      }
      const names = await world.rows('select table_name from duckdb_tables() where not temporary');
      for (const { table_name } of names) await world.database.run(`truncate ${table_name}`);
      await load(world, 2, ['sent', 'later-sent']);
      assert.equal(await stored(world), all);
    }),
  );
}

beside.run();
