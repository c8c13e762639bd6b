import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { rowsOf, type World, withWorld } from './world.ts';

const order = suite('load: order of accounts');
const inWorld = within(order, withWorld);

const numbers = async (world: World) =>
  Object.fromEntries(
    (await world.rows('from account_numbers order by account_no')).map((row) => [
      `${row.account_id}`,
      row.account_no,
    ]),
  );

/** Lists the stored trades in their order, each as account and ticket. */
const standing = async (world: World) =>
  (await world.rows('select account_id, ticket from trades order by rowid')).map(
    ({ account_id, ticket }) => `${account_id}${ticket}`,
  );

const counts = (world: World) => world.rows('from row_order where ordered_rows > 0');

/** Finds rows with a wrong account number, or in the wrong order. */
const misplaced = async (world: World, table: string, time: string): Promise<unknown> => {
  const [row] = await world.rows(`with standing as (
      select account_id, account_no, (account_no, "${time}") as place,
        lag((account_no, "${time}")) over (order by rowid) as place_before
      from ${table}
    )
    select count(*)::integer as rows
    from standing
    left join account_numbers as numbers using (account_id)
    where numbers.account_no is distinct from standing.account_no or place_before > place`);
  return row?.rows;
};

const trade = (account_id: string, ticket: string, day: number) => ({
  account_id,
  ticket,
  closed_at: `2024-02-0${day}T10:00:00Z`,
});

inWorld(
  'accounts are numbered in order of their ids as they come in, and keep their numbers',
  async (world) => {
    world.put({
      'accounts.csv': rowsOf('accounts', { account_id: 'never traded' }),
      'cash_flows.csv': rowsOf('cash_flows', { account_id: 'never traded' }),
      'trades.csv': rowsOf('trades', trade('m', '1', 1), trade('d', '1', 1)),
      'equity.csv': rowsOf('equity', { account_id: 'g' }, { account_id: 'm' }),
    });
    await world.load();
    assert.equal(await numbers(world), { d: 1, g: 2, m: 3 });
    world.put({
      'trades-2.csv': rowsOf('trades', trade('z', '1', 1), trade('a', '1', 1), trade('d', '2', 1)),
      'equity-2.csv': rowsOf('equity', { account_id: 'a' }),
    });
    await world.load();
    assert.equal(await numbers(world), { d: 1, g: 2, m: 3, a: 4, z: 5 });
    const [loose] = await world.rows(`select count(*)::integer as rows
      from (select account_id, account_no from trades union all
        select account_id, account_no from equity) as facts
      anti join account_numbers using (account_id, account_no)`);
    assert.is(loose?.rows, 0);
  },
);

inWorld('an account with nothing but refused rows gets no number', async (world) => {
  world.put({
    'trades.csv': rowsOf('trades', { ...trade('a', '1', 1), side: 'none' }, trade('b', '1', 1)),
  });
  await world.load();
  assert.equal(await numbers(world), { b: 1 });
});

inWorld(
  'rows are ordered by account and time, whatever the order of their files',
  async (world) => {
    world.put({
      'trades-1.csv': rowsOf('trades', trade('b', '1', 3), trade('a', '1', 2), trade('b', '2', 1)),
      'trades-2.csv': rowsOf('trades', trade('a', '2', 1), trade('c', '1', 1), trade('a', '3', 3)),
    });
    await world.load();
    assert.equal(await standing(world), ['a2', 'a1', 'a3', 'b2', 'b1', 'c1']);
    assert.equal(await counts(world), [
      { table_name: 'trades', ordered_rows: '6', later_rows: '0' },
    ]);
  },
);

inWorld('later rows follow and are counted, and changed rows stay in place', async (world) => {
  world.put({
    'trades.csv': rowsOf('trades', trade('a', '1', 1), trade('b', '1', 1), trade('c', '1', 1)),
  });
  await world.load();
  world.put({
    'trades-2.csv': rowsOf(
      'trades',
      trade('c', '2', 2),
      { ...trade('a', '1', 1), profit: '7' },
      trade('b', '1', 1),
    ),
  });
  const { files } = await world.load();
  assert.is(files[0]?.rows_kept, 3);
  assert.equal(await standing(world), ['a1', 'b1', 'c1', 'c2']);
  assert.equal(await counts(world), [{ table_name: 'trades', ordered_rows: '3', later_rows: '1' }]);
});

inWorld('a table is put in order again when most of its rows came in later', async (world) => {
  const write = (name: string, rows: number, at: number) =>
    world.database.run(`copy (
          select 'a' || i % 300 as account_id, make_timestamp((i + ${at}) * 1000000) as at,
            1::double as balance, i::double as equity
          from range(${rows}) as reports (i)
        ) to '${join(world.source, name)}' (format parquet)`);
  await write('equity-1.parquet', 1000, 800_000_000);
  await world.load();
  assert.is(await misplaced(world, 'equity', 'at'), 0);
  await write('equity-2.parquet', 900_000, 900_000_000);
  await world.load();
  assert.equal(await counts(world), [
    { table_name: 'equity', ordered_rows: '1000', later_rows: '900000' },
  ]);
  await write('equity-3.parquet', 100_001, 700_000_000);
  await world.load();
  assert.equal(await counts(world), [
    { table_name: 'equity', ordered_rows: '1001001', later_rows: '0' },
  ]);
  assert.is(await misplaced(world, 'equity', 'at'), 0);
  const [stored] = await world.rows(`select count(*)::integer as rows, sum(equity)::double as sum,
        count(distinct (account_id, "at"))::integer as keys from equity`);
  const sumTo = (rows: number) => (rows * (rows - 1)) / 2;
  assert.equal(stored, {
    rows: 1_001_001,
    sum: sumTo(1000) + sumTo(900_000) + sumTo(100_001),
    keys: 1_001_001,
  });
  const described = await world.rows(`select is_nullable, comment from duckdb_columns()
      where table_name = 'equity' and column_name = 'equity'`);
  assert.equal(described, [
    { is_nullable: false, comment: 'Balance plus floating profit at that time.' },
  ]);
});

order.run();
