import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError, exitCodes } from '../../../pipeline/base/errors.ts';
import { within } from '../../support/within.ts';
import { csv, goodRows, row, rowsOf, type TableName, type World, withWorld } from './world.ts';

const test = suite('load: runs');
const inWorld = within(test, withWorld);

const tableNames = Object.keys(goodRows).filter((name): name is TableName => name in goodRows);

/** Tables without accounts: all of them touched, or none. */
const all = (isTouched: boolean) => ({
  symbols: isTouched,
  fx_rates: isTouched,
  prices: isTouched,
  calendar_events: isTouched,
});

const profits = async (world: World) =>
  (await world.rows('select ticket, profit::double as profit from trades order by ticket')).map(
    ({ ticket, profit }) => `${ticket}:${profit}`,
  );

inWorld('loads all ten tables and says what it touched', async (world) => {
  world.put(Object.fromEntries(tableNames.map((name) => [`${name}.csv`, rowsOf(name, {})])));
  const report = await world.load();
  assert.is(report.rowsLoaded, 10);
  assert.equal(report.touched, all(true));
  assert.equal(await world.touched(), ['MT5:1@Live']);
  for (const name of tableNames) {
    const [counted] = await world.rows(`select count(*) as n from ${name}`);
    assert.is(counted?.n, '1', name);
  }
  const ledger = await world.rows('from loaded_files order by table_name');
  assert.is(ledger.length, 10);
  assert.match(`${ledger[0]?.sha256}`, /^[0-9a-f]{64}$/);
  assert.is(ledger[0]?.run_id, 'run-1');
});

inWorld('changes nothing when the same files come again', async (world) => {
  const put = () =>
    world.put(Object.fromEntries(tableNames.map((name) => [`${name}.csv`, rowsOf(name, {})])));
  put();
  await world.load();
  put();
  const report = await world.load();
  assert.equal(report.files, []);
  assert.is(report.skipped, 10);
  assert.is(report.rowsLoaded, 0);
  assert.equal(report.touched, all(false));
  assert.equal(await world.touched(), []);
});

inWorld('touches nothing when other files bring the same rows', async (world) => {
  world.put(Object.fromEntries(tableNames.map((name) => [`${name}.csv`, rowsOf(name, {})])));
  await world.load();
  world.put(
    Object.fromEntries(tableNames.map((name) => [`${name}-2.csv`, `${rowsOf(name, {})}\n`])),
  );
  const report = await world.load();
  assert.is(report.rowsLoaded, 10);
  assert.is(report.skipped, 10);
  assert.equal(report.touched, all(false));
  assert.equal(await world.touched(), []);
  for (const name of tableNames) {
    const [counted] = await world.rows(`select count(*) as n from ${name}`);
    assert.is(counted?.n, '1', name);
  }
});

inWorld(
  'lets the last row of a key win within a file, across files and over what is stored',
  async (world) => {
    world.put({
      'trades-10.csv': rowsOf('trades', { ticket: 'b', profit: '4' }),
      'trades-2.csv': rowsOf('trades', { ticket: 'b', profit: '5' }, { ticket: 'c', profit: '6' }),
      'trades.csv': rowsOf(
        'trades',
        { ticket: 'a', profit: '1' },
        { ticket: 'a', profit: '2' },
        { ticket: 'a', profit: 'x' },
        { ticket: 'b', profit: '3' },
      ),
    });
    const report = await world.load();
    assert.equal(await profits(world), ['a:2', 'b:3', 'c:6']);
    assert.equal(
      report.files.map((file) => [
        file.file.split('/').at(-1),
        file.rows_in,
        file.rows_kept,
        file.rows_replaced,
        file.rows_rejected,
      ]),
      [
        ['trades-10.csv', 1, 0, 1, 0],
        ['trades-2.csv', 2, 1, 1, 0],
        ['trades.csv', 4, 2, 1, 1],
      ],
    );
    world.put({
      'trades-3.csv': rowsOf(
        'trades',
        { ticket: 'a', profit: '2' },
        { ticket: 'b', profit: '9' },
        { account_id: 'other', ticket: 'a', profit: '7' },
      ),
    });
    const second = await world.load();
    assert.equal(await profits(world), ['a:2', 'a:7', 'b:9', 'c:6']);
    assert.is(second.rowsLoaded, 3);
    assert.equal(await world.touched(), ['MT5:1@Live', 'other']);
    world.put({
      'trades-4.csv': rowsOf('trades', { account_id: 'other', ticket: 'a', profit: '8' }),
    });
    await world.load();
    assert.equal(await world.touched(), ['other']);
  },
);

inWorld('keeps a symbol with and without a server apart, and replaces each', async (world) => {
  world.put({
    'symbols.csv': rowsOf(
      'symbols',
      { pip_size: '1' },
      { pip_size: '2', server: 'Live' },
      { pip_size: '3' },
    ),
  });
  await world.load();
  const stored = () => world.rows('select pip_size, server from symbols order by server');
  assert.equal(await stored(), [
    { pip_size: 2, server: 'Live' },
    { pip_size: 3, server: null },
  ]);
  world.put({ 'symbols-2.csv': rowsOf('symbols', { pip_size: '4' }) });
  const report = await world.load();
  assert.is(report.touched.symbols, true);
  assert.equal(await stored(), [
    { pip_size: 2, server: 'Live' },
    { pip_size: 4, server: null },
  ]);
});

inWorld('keeps positions by report, and events by time, currency and title', async (world) => {
  world.put({
    'positions.csv': rowsOf(
      'positions',
      {},
      { reported_at: '2024-06-02' },
      { reported_at: '2024-06-02' },
    ),
    'calendar_events.csv': rowsOf('calendar_events', {}, { actual: '180K' }, { title: 'Other' }),
  });
  const report = await world.load();
  assert.is(report.rowsLoaded, 4);
  const events = await world.rows('select title, actual from calendar_events order by title');
  assert.equal(events, [
    { title: 'Other', actual: '' },
    { title: 'Payrolls', actual: '180K' },
  ]);
});

inWorld('loads sources in the order given and takes file names for names only', async (world) => {
  const second = join(world.directory, "sec[o]nd's *");
  mkdirSync(second);
  world.put({
    "trades-x'.csv": rowsOf('trades', { ticket: "x'" }),
    'trades-*.csv': rowsOf('trades', { ticket: '*' }),
    'trades-[ab]?.csv': rowsOf('trades', { ticket: '[ab]?' }),
    'trades-a1.csv': rowsOf('trades', { ticket: 'a1' }),
    'trades-\\n {x,y} ÿ.csv': rowsOf('trades', { ticket: 'odd' }),
    'trades/account_id=5/a=b.csv': rowsOf('trades', { ticket: 'hive' }),
    'trades.csv': rowsOf('trades', { ticket: 'plain', profit: '1' }),
    "../sec[o]nd's */trades-*.csv": rowsOf('trades', { ticket: 'plain', profit: '2' }),
  });
  await world.database.run(
    `copy (from trades limit 0) to '${join(world.source, 'equity-none.txt')}' (format csv)`,
  );
  const report = await world.load({ sources: [world.source, second] });
  assert.equal(report.failures, []);
  assert.equal(await profits(world), [
    '*:100.25',
    '[ab]?:100.25',
    'a1:100.25',
    'hive:100.25',
    'odd:100.25',
    'plain:2',
    "x':100.25",
  ]);
  const accounts = await world.rows('select distinct account_id from trades');
  assert.equal(accounts, [{ account_id: 'MT5:1@Live' }]);
  const back = await world.load({ sources: [second, world.source] });
  assert.is(back.skipped, 8);
});

inWorld('reads strange Parquet names and folders that are links', async (world) => {
  const select = (ticket: string) =>
    `select * replace ('${ticket}' as ticket) from read_csv('${join(world.source, 'trades.csv')}', all_varchar = true)`;
  world.put({
    'trades.csv': rowsOf('trades', {}),
    'elsewhere/trades.csv': rowsOf('trades', { ticket: 'link' }),
  });
  for (const name of ['*', '[x]', "it''s"]) {
    const path = join(world.source, `trades-${name}.parquet`);
    await world.database.run(`copy (${select(name)}) to '${path}' (format parquet)`);
  }
  symlinkSync(join(world.source, 'elsewhere'), join(world.source, 'trades'));
  symlinkSync(world.source, join(world.source, 'elsewhere', 'loop'));
  const report = await world.load();
  assert.equal(await profits(world), [
    '*:100.25',
    '1:100.25',
    '[x]:100.25',
    "it's:100.25",
    'link:100.25',
  ]);
  assert.equal(report.failures, []);
});

inWorld('ignores files that belong to no table, and says so', async (world) => {
  world.put({
    'notes.txt': '',
    'tradesx.csv': '',
    'trades.csv.tmp': '',
    'trades/.keep': '',
    'other/trades.csv': '',
  });
  const report = await world.load();
  assert.equal(report.files, []);
  assert.equal(report.failures, []);
  assert.is(world.warnings.length, 4);
});

inWorld('ends with a usage error for a source that is not there', async (world) => {
  try {
    await world.load({ sources: [join(world.directory, 'absent')] });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, CommandError);
    assert.is(error instanceof CommandError && error.exitCode, exitCodes.usage);
  }
});

inWorld(
  'strict: refuses everything for one refused row or file, naming the first',
  async (world) => {
    const strict = async (pattern: RegExp) => {
      try {
        await world.load({ strict: true });
        assert.unreachable();
      } catch (error) {
        assert.is(error instanceof CommandError && error.exitCode, exitCodes.failed);
        assert.match(error instanceof Error ? error.message : '', pattern);
      }
      assert.equal(await profits(world), []);
      assert.equal(await world.rows('from loaded_files'), []);
    };
    world.put({ 'trades.csv': rowsOf('trades', {}, { ticket: '2', side: 'long' }) });
    await strict(/1 row and 0 files .*trades\.csv line 3: side "long" is not one of buy, sell/);
    world.put({ 'trades.csv': 'x' });
    await strict(/0 rows and 1 file .*trades\.csv: has no header/);
    world.put({ 'trades.csv': rowsOf('trades', {}) });
    assert.is((await world.load({ strict: true })).rowsLoaded, 1);
  },
);

inWorld(
  'leaves nothing behind when the caller rolls back, and loads again after',
  async (world) => {
    world.put({ 'trades.csv': rowsOf('trades', {}), 'trades-2.parquet': 'broken' });
    const { run } = world.database;
    world.database.run = (sql) => run(sql === 'commit' ? 'rollback' : sql);
    await world.load();
    world.database.run = run;
    assert.equal(await profits(world), []);
    assert.equal(await world.rows('from loaded_files'), []);
    await world.load();
    assert.equal(await profits(world), ['1:100.25']);
    const attached = await world.rows("from duckdb_databases() where database_name like 'load%'");
    assert.equal(attached, []);
  },
);

inWorld('loads many small files and counts the rows of each', async (world) => {
  for (let index = 0; index < 700; index++) {
    const name = `equity-${`${index}`.padStart(4, '0')}.csv`;
    const values = { account_id: `a${index % 50}`, balance: index === 650 ? 'x' : `${index}` };
    world.put({ [name]: rowsOf('equity', values, { ...values, at: '2024-02-01' }) });
  }
  const report = await world.load();
  assert.is(report.files.length, 700);
  assert.is(report.rowsLoaded, 100);
  assert.is(report.rowsRejected, 2);
  assert.equal(
    report.files.slice(0, 2).map((file) => file.rows_replaced),
    [2, 2],
  );
  const [last] = await world.rows("select balance from equity where account_id = 'a49' limit 1");
  assert.is(last?.balance, '699.00000000');
  const [before] = await world.rows("select balance from equity where account_id = 'a0' limit 1");
  assert.is(before?.balance, '600.00000000');
  const [reject] = await world.rows('select file, line from rejects order by line limit 1');
  assert.match(`${reject?.file} ${reject?.line}`, /equity-0650\.csv 2$/);
});

inWorld(
  'loads a content that comes twice in one run in order, and records it once',
  async (world) => {
    world.put({
      'trades-1.csv': rowsOf('trades', { profit: '1' }),
      'trades-2.csv': rowsOf('trades', { profit: '2' }),
      'trades-3.csv': rowsOf('trades', { profit: '1' }),
    });
    await world.load();
    assert.equal(await profits(world), ['1:1']);
    assert.is((await world.rows('from loaded_files')).length, 2);
    assert.is((await world.load()).skipped, 3);
  },
);

inWorld('keeps __proto__ and quotes as the data they are', async (world) => {
  const ids = ['__proto__', "'); DROP TABLE trades;--", 'constructor', 'a"b', '$1', '\\'];
  world.put({
    'trades.csv': csv(ids.map((id) => row('trades', { account_id: id, symbol: id }))),
  });
  await world.load();
  assert.equal(await world.touched(), [...ids].sort());
  assert.is((await world.rows('from trades')).length, ids.length);
});

test.run();
