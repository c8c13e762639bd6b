import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../pipeline/duckdb/database.ts';
import { sharedViews, views } from '../../pipeline/duckdb/views.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  preparedDesk,
  registeredAccount,
  trade,
  withDesk,
  withWarehouse,
} from '../pipeline/desk.ts';
import { program } from '../support/program.ts';
import { within } from '../support/within.ts';

const warehouse = suite('warehouse');
const atDesk = within(warehouse, withDesk);

/** Process that reads the warehouse. It takes one word at a time, and gives one answer. */
function startResearcher({ dataDir }: Desk) {
  const child = spawn(
    process.execPath,
    [...program('test/promises/researcher.ts'), dataDir.warehouse],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(word: 'open' | 'count' | 'close'): Promise<string> {
      child.stdin.write(`${word}\n`);
      return (await answers.next()).value;
    },
    end: () => new Promise((resolve) => child.once('close', resolve) && child.stdin.end()),
  };
}

atDesk('readers neither wait for a run nor delay it', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1)]);
  await desk.run();
  const early = startResearcher(desk);
  const late = startResearcher(desk);
  try {
    assert.is(await early.ask('open'), '1');
    desk.write('trades-2.csv', [trade('a', 2)]);
    const during: string[] = [];
    const accounts = async () => {
      during.push(await late.ask('open'), await early.ask('count'));
      return desk.registered;
    };
    assert.ok((await desk.run({ registry: { accounts } })).isNew);
    assert.equal([...during, await late.ask('count')], ['1', '1', '1']);
    assert.is(await early.ask('count'), '1', 'anyone who has the old one open keeps it');
    assert.is(await early.ask('close'), 'closed');
    assert.is(await early.ask('open'), '2');
    assert.is((await desk.run()).isNew, false, 'while two have it open');
  } finally {
    await Promise.all([early.end(), late.end()]);
  }
});

const refused = [
  `${idOf('a')},good,2024-05-01T00:00:00Z,5`,
  `${idOf('a')},when,2024-02-30T00:00:00Z,5`,
  `${idOf('a')},"a,b",2024-05-01T00:00:00Z,NaN`,
  `,none,2024-05-01T00:00:00Z,5`,
];

const withSources = preparedDesk(async (desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  const trades = Array.from({ length: 100 }, (_, ticket) =>
    trade(ticket % 3 === 0 ? 'b' : 'a', ticket, { profit: ticket / 4, commission: -0.07 }),
  );
  desk.write('trades.csv', trades);
  desk.write('trades-again.csv', [trade('a', 1, { profit: 1000 })]);
  desk.write('cash_flows.csv', [
    { account_id: idOf('a'), id: 'x', at: '2024-05-01T00:00:00Z', amount: 0.1 },
    { account_id: idOf('a'), id: 'y', at: '2024-05-01T00:00:00Z', amount: 0.2 },
  ]);
  desk.write('symbols.csv', [{ symbol: 'EURUSD', pip_size: 0.0001 }]);
  writeFileSync(
    join(desk.source, 'cash_flows-refused.csv'),
    `account_id,id,at,amount\n${refused.join('\n')}\n`,
  );
  const { load } = await desk.run();
  assert.is(load.rowsRejected, 3);
});
const fromSources = within(warehouse, withSources);

fromSources('the source tables hold what came in', async (desk) => {
  const sums = `select count(*)::int as rows, sum(profit)::varchar as profit,
      sum(commission)::varchar as commission from trades group by account_id order by account_id`;
  assert.equal(await desk.warehouse(sums), [
    // Files are read in the order of names: trades-again.csv comes before trades.csv, so its row
    // is replaced.
    { rows: 66, profit: '816.75000000', commission: '-4.62000000' },
    { rows: 34, profit: '420.75000000', commission: '-2.38000000' },
  ]);
  const [flows] = await desk.warehouse('select sum(amount)::varchar as amount from cash_flows');
  assert.is(flows?.amount, '5.30000000');
  const files = `select table_name, rows_in::int as rows_in, rows_kept::int as rows_kept,
      rows_replaced::int as rows_replaced from loaded_files order by file`;
  assert.equal(await desk.warehouse(files), [
    { table_name: 'accounts', rows_in: 2, rows_kept: 2, rows_replaced: 0 },
    { table_name: 'cash_flows', rows_in: 4, rows_kept: 1, rows_replaced: 0 },
    { table_name: 'cash_flows', rows_in: 2, rows_kept: 2, rows_replaced: 0 },
    { table_name: 'symbols', rows_in: 1, rows_kept: 1, rows_replaced: 0 },
    { table_name: 'trades', rows_in: 1, rows_kept: 0, rows_replaced: 1 },
    { table_name: 'trades', rows_in: 100, rows_kept: 100, rows_replaced: 0 },
  ]);
});

fromSources('refused rows say where they stood and why', async (desk) => {
  const file = join(desk.source, 'cash_flows-refused.csv');
  const rejects = await desk.warehouse(
    'select run_id, file, line::int as line, table_name, reason, raw from rejects order by line',
  );
  for (const [at, reject] of rejects.entries()) {
    assert.equal(
      [reject.run_id, reject.file, reject.line, reject.table_name, reject.raw],
      [asOf.toISOString(), file, at + 3, 'cash_flows', refused[at + 1]],
    );
  }
  const reasons = rejects.map(({ reason }) => String(reason));
  assert.match(reasons[0] ?? '', 'at');
  assert.match(reasons[1] ?? '', 'amount');
  assert.match(reasons[2] ?? '', 'account_id');
});

const position = (account_id: string) => {
  const { close_price, closed_at, ...open } = trade('a', 9, { account_id });
  return { ...open, reported_at: '2024-06-03T09:00:00Z' };
};
const canary = 'MT5:CANARY-77@Desk-Live';

atDesk('shared views tell slugs and no internal id', async (desk) => {
  desk.write('accounts.csv', [account('a', { account_id: canary }), account('hidden')]);
  desk.write('trades.csv', [trade('a', 1, { account_id: canary }), trade('hidden', 2)]);
  desk.write('positions.csv', [position(canary), position(idOf('hidden'))]);
  desk.registered.push(registeredAccount('shown', { account_id: canary }));
  await desk.run();
  const names = [...views.keys()].toSorted();
  const listed = await desk.warehouse(
    "select view_name from duckdb_views() where not internal and database_name = 'asked' order by view_name",
  );
  assert.equal(
    listed.map((row) => row.view_name),
    names,
  );
  const rowsOf = new Map<string, Row[]>();
  await withWarehouse(desk.dataDir.warehouse, async (database) => {
    for (const view of sharedViews) rowsOf.set(view, await database.rows(`from ${view}`));
  });
  assert.is(rowsOf.size, sharedViews.length);
  for (const [view, rows] of rowsOf) {
    // Each view has only rows of the shown account: one for its only day, or one for each list
    // entry.
    const slugs = new Set(rows.map(({ slug }) => slug));
    assert.equal([...slugs], rows.length > 0 ? ['shown'] : [], view);
    const text = JSON.stringify(rows);
    assert.not.match(text, /CANARY|_id"|hidden@/, view);
  }
});

atDesk(
  'what owners decide is for the operator to read, plans and names of private accounts are not',
  async (desk) => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1)]);
    const registry = await openRegistry({ dataDir: desk.dataDir, clock: () => asOf });
    await applyRegistry(registry, {
      owners: [{ slug: 'desk-owner', name: 'Canary Owner', plan: 'ultra' }],
      accounts: [
        {
          slug: 'a',
          type: 'account',
          account_id: idOf('a'),
          owner: 'desk-owner',
          name: 'Canary account',
          hide: ['by_magic_number'],
        },
      ],
    });
    await desk.run({ registry });
    await registry.close();
    const path = desk.dataDir.warehouse;
    assert.not.match(readFileSync(path, 'latin1'), /canary|ultra/i);
    const tables = await desk.warehouse(
      "select table_name from duckdb_tables() where database_name = 'asked'",
    );
    assert.ok(tables.length > 20);
    await withWarehouse(path, async (database) => {
      for (const { table_name } of tables) {
        const [found] = await database.rows(
          `select count(*)::int as rows from ${table_name} as row
           where row::varchar ilike '%canary%' or row::varchar ilike '%ultra%'`,
        );
        assert.is(found?.rows, 0, String(table_name));
      }
    });
    assert.equal(await desk.warehouse('from decisions'), [
      {
        slug: 'a',
        type: 'account',
        subject_id: idOf('a'),
        owner: 'desk-owner',
        published: false,
        hide: ['by_magic_number'],
        history_cut_at: null,
        members: [],
      },
    ]);
    const columns = await desk.warehouse(
      "select table_name, column_name from duckdb_columns() where database_name = 'asked'",
    );
    const revealing = columns.filter(({ column_name }) =>
      /owner(?!_api|_statement)|plan|published|hide|verified|key/.test(String(column_name)),
    );
    assert.equal(
      revealing.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort(),
      [
        ...['decisions.hide', 'decisions.owner', 'decisions.published'],
        ...['shared_summary', 'shown_subjects'].flatMap((table) =>
          ['owner', 'published_at', 'verified', 'verified_by'].map(
            (column) => `${table}.${column}`,
          ),
        ),
        // A number that everybody can count.
        'subjects.accounts_published',
      ],
    );
  },
);

atDesk('researchers get every drawdown, the API the 20 deepest', async (desk) => {
  const day = (at: number) => new Date(Date.UTC(2024, 0, 2 + at)).toISOString().slice(0, 10);
  // Every loss is made good on the next day, and the losses grow: -1, 1, -2, 2 ... -22, 22.
  const results = Array.from({ length: 22 }, (_, at) => [-at - 1, at + 1]).flat();
  desk.write('accounts.csv', [account('a')]);
  desk.write('cash_flows.csv', [
    { account_id: idOf('a'), id: '1', at: '2024-01-01T00:00:00Z', amount: 1000 },
  ]);
  desk.write(
    'trades.csv',
    results.map((profit, at) =>
      trade('a', at + 1, {
        profit,
        opened_at: `${day(at)}T08:00:00Z`,
        closed_at: `${day(at)}T09:00:00Z`,
      }),
    ),
  );
  desk.registered.push(registeredAccount('a'));
  await desk.run();
  const rows = await desk.warehouse(`select row_no::int as row_no, started::varchar as started,
      depth_money::double as depth from shared_drawdown_episodes where slug = 'a' order by row_no`);
  assert.equal(
    rows,
    Array.from({ length: 22 }, (_, at) => ({
      row_no: at + 1,
      started: day(2 * (21 - at)),
      depth: 22 - at,
    })),
  );
  const { episodes, episodes_count } = desk.part(idOf('a'), 'drawdowns');
  assert.is(episodes_count, 22);
  assert.equal(
    episodes.map(({ depth_money }: Row) => depth_money),
    Array.from({ length: 20 }, (_, at) => 22 - at),
  );
});

fromSources('every table, view and column is documented', async (desk) => {
  const undocumented = await desk.warehouse(`
      select table_name as name from duckdb_tables()
      where database_name = 'asked' and coalesce(comment, '') = ''
      union all
      select view_name from duckdb_views()
      where database_name = 'asked' and not internal and coalesce(comment, '') = ''
      union all
      select columns.table_name || '.' || column_name from duckdb_columns() as columns
      inner join duckdb_tables() as tables
        on tables.table_oid = columns.table_oid and tables.database_oid = columns.database_oid
      where columns.database_name = 'asked' and coalesce(columns.comment, '') = ''`);
  assert.equal(undocumented, []);
});

warehouse.run();
