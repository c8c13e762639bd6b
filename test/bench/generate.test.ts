import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { type Bench, generateBench } from './generate.ts';

const bench = suite('bench data');

let folder = '';
let made: Bench;
let database: Database;

bench.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trackrecord-bench-'));
  made = await generateBench({
    out: join(folder, 'one'),
    trades: 40_000,
    accounts: 200,
    threads: 2,
  });
  database = await openDatabase(':memory:', { threads: 1 });
  const { sourceDir } = made;
  await database.run(`create table trades as from read_parquet('${sourceDir}/trades/*.parquet')`);
  for (const table of ['accounts', 'cash_flows', 'equity', 'positions', 'fx_rates', 'symbols']) {
    await database.run(
      `create table ${table} as from read_parquet('${sourceDir}/${table}.parquet')`,
    );
  }
});

bench.after(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const none = async (sql: string) => assert.equal(await database.rows(`${sql} limit 5`), []);

bench(
  'has exactly the requested trades and accounts, with a hundredth of the trades in one account',
  async () => {
    const [counts] = await database.rows(`
    select count(*)::integer as trades, count(distinct account_id)::integer as accounts,
      count(*) filter (account_id = 'MT4:1000000@Bench-Live')::integer as largest
    from trades`);
    assert.equal(counts, { trades: 40_000, accounts: 200, largest: 400 });
    const [others] = await database.rows(`
    select (select count(*)::integer from cash_flows) as flows,
      (select count(*)::integer from accounts) as accounts`);
    assert.equal(others, { flows: 1000, accounts: 200 });
  },
);

bench('repeats no key and breaks no rule for rows', async () => {
  await none('select account_id, ticket from trades group by all having count(*) > 1');
  await none('select account_id, id from cash_flows group by all having count(*) > 1');
  await none('select account_id, "at" from equity group by all having count(*) > 1');
  await none('select account_id, ticket from positions group by all having count(*) > 1');
  await none('select date, base, quote from fx_rates group by all having count(*) > 1');
  await none(`select * from trades where not volume > 0 or closed_at < opened_at
    or side not in ('buy', 'sell') or profit is null or isodow(closed_at) > 5`);
  await none('select * from trades anti join accounts using (account_id)');
  await none('select * from equity where equity <= 0');
});

bench('arrives in order of time', async () => {
  for (let tenth = 0; tenth < 10; tenth++) {
    await none(`select * from (
        select closed_at, lag(closed_at) over (order by file_row_number) as before
        from read_parquet('${made.sourceDir}/trades/part-${tenth}.parquet', file_row_number = true))
      where closed_at < before`);
  }
});

bench('lets most accounts survive, but not all', async () => {
  const [counts] = await database.rows(`
    with results as (
      select account_id, closed_at as "at", profit + coalesce(commission, 0) + swap as amount
      from trades union all select account_id, "at", amount from cash_flows),
    balances as (
      select account_id, sum(amount) over (partition by account_id order by "at") as balance
      from results)
    select count(distinct account_id) filter (balance <= 0)::integer as ruined from balances`);
  assert.ok(Number(counts?.ruined) >= 1 && Number(counts?.ruined) < 10, `${counts?.ruined} ruined`);
});

bench('registers every account', async () => {
  const registry = await readFile(made.registryFile, 'utf8');
  const rows = await database.rows('select account_id from accounts');
  assert.is(rows.length, 200);
  for (const { account_id } of rows) assert.ok(registry.includes(`"${account_id}"`));
});

bench('comes out the same on one thread', async () => {
  const again = await generateBench({
    out: join(folder, 'two'),
    trades: 40_000,
    accounts: 200,
    threads: 1,
  });
  const otherTrades = `read_parquet('${again.sourceDir}/trades/*.parquet')`;
  await none(`(from trades except all from ${otherTrades})`);
  await none(`from read_parquet('${again.sourceDir}/equity.parquet') except all from equity`);
});

bench.run();
