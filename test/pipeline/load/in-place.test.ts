import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import type { Database } from '../../../pipeline/duckdb/database.ts';
import { loadSources } from '../../../pipeline/load/load.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { row, rowsOf, type World, withWorld } from './world.ts';

const inPlace = suite('load: Parquet in place');
const inWorld = within(inPlace, withWorld);

const names = Object.keys(row('trades'));
type Values = Readonly<Record<string, string>>;

/** Writes rows as a Parquet file, with columns of text or of the usual types. */
async function write(world: World, name: string, rows: readonly Values[], typed = false) {
  const text = rows.map((values) => {
    const cells = names.map((column) => values[column] ?? '');
    return `(${cells.map((cell) => `'${cell.replaceAll("'", "''")}'`).join(', ')})`;
  });
  const types = typed
    ? `replace (try_cast(volume as decimal(12, 2)) as volume,
        try_cast(open_price as double) as open_price, try_cast(closed_at as timestamp) as closed_at,
        try_cast(profit as decimal(18, 2)) as profit, try_cast(magic_number as bigint) as magic_number)`
    : '';
  await world.database.run(`copy (select * ${types}
    from (values ${text.join(', ')}) as trades (${names.map((column) => `"${column}"`).join(', ')}))
    to '${join(world.source, name)}' (format parquet)`);
}

/** Reads everything that a load stores, without times and account numbers. */
async function facts(world: World) {
  return {
    trades: await world.rows(
      'select * exclude (account_no, delivery, first_delivery) from trades order by all',
    ),
    rejects: await world.rows(`select parse_filename(file) as file, line, reason, raw from rejects
      where file not like '%.csv' order by file, line`),
    files: await world.rows(`select parse_filename(file) as file, rows_in, rows_kept, rows_replaced,
      rows_rejected from loaded_files where file like '%.parquet' order by file`),
  };
}

/**
 * Loads the source as it is, and once more with an added text file, which makes the load copy all
 * files first.
 */
async function loadedBothWays(world: World) {
  const read = await world.load();
  const inPlaceFacts = await facts(world);
  await world.database.run(`delete from trades; delete from rejects; delete from loaded_files;
    delete from row_order`);
  world.put({ 'trades-none.csv': rowsOf('trades', { side: 'none' }) });
  await world.load();
  world.remove('trades-none.csv');
  return { read, inPlaceFacts, landedFacts: await facts(world) };
}

const cell = fc.constantFrom('', '0', '-1', 'NaN', 'buy', 'a', '\u0007', '2024-02-30', '1e30', '7');
const someTrade = fc
  .tuple(
    fc.integer({ min: 0, max: 25 }),
    fc.constantFrom('a', 'b', 'c'),
    fc.integer({ min: 1, max: 9 }),
    fc.option(fc.tuple(fc.constantFrom(...names), cell), { freq: 6 }),
  )
  .map(([ticket, account_id, day, change]) => ({
    ...row('trades', { ticket: `${ticket}`, account_id, closed_at: `2024-02-0${day}T10:00:00Z` }),
    ...(change && { [change[0]]: change[1] }),
  }));

inWorld('gives the same rows, refusals and counts as a copy', async (world) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(someTrade, { minLength: 1, maxLength: 50 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.boolean(),
      async (files, typed) => {
        for (let file = 0; file < 4; file += 1) world.remove(`trades-${file}.parquet`);
        await world.database.run(`delete from trades; delete from rejects;
            delete from loaded_files; delete from row_order`);
        for (const [file, rows] of files.entries()) {
          await write(world, `trades-${file}.parquet`, rows, typed);
        }
        const { read, inPlaceFacts, landedFacts } = await loadedBothWays(world);
        assert.equal(read.failures, []);
        assert.equal(inPlaceFacts, landedFacts);
        for (const { rows_in, rows_kept, rows_replaced, rows_rejected } of read.files) {
          assert.is(rows_in, rows_kept + rows_replaced + rows_rejected);
        }
      },
    ),
    { numRuns: 12, seed: 20_240_602 },
  );
});

inWorld(
  'a file that is broken in its middle fails alone, and the others load in their order',
  async (world) => {
    const trades = (profit: string) =>
      Array.from({ length: 500 }, (_, ticket) => row('trades', { ticket: `${ticket}`, profit }));
    for (const part of [1, 2, 3, 4]) {
      await write(world, `trades-${part}.parquet`, trades(`${part}`));
    }
    await write(world, 'trades-5.parquet', [row('trades', { side: 'none' })]);
    const broken = join(world.source, 'trades-4.parquet');
    writeFileSync(broken, readFileSync(broken).fill(0xff, 20, 900));
    const report = await world.load();
    assert.equal(fieldOf(report.failures, 'file'), [broken]);
    assert.equal(fieldsOf(report.files, 'rows_kept', 'rows_replaced', 'rows_rejected'), [
      [0, 500, 0],
      [0, 500, 0],
      [500, 0, 0],
      [0, 0, 1],
    ]);
    const [stored] = await world.rows(
      'select count(*)::integer as n, sum(profit)::integer as sum from trades',
    );
    assert.equal(stored, { n: 500, sum: 1500 });
    assert.equal(await world.reasons(), ['side "none" is not one of buy, sell']);
  },
);

inWorld('columns named like our row numbers load like any other', async (world) => {
  const odd = ['file_index', 'file_row_number', 'row', 'account_no', 'reason', 'landed', 'raw'];
  for (const [part, name] of odd.entries()) {
    await world.database.run(`copy (
          select * exclude (reason, raw, row) replace ('${part}' as ticket), 'x' as "${name}"
          from (select ${names.map((column) => `'${row('trades')[column]}' as "${column}"`).join(', ')},
            1 as reason, 1 as raw, 1 as row)
        ) to '${join(world.source, `trades-${part}.parquet`)}' (format parquet)`);
    const { failures } = await world.load();
    assert.equal(failures, []);
  }
  assert.equal(await world.reasons(), []);
  assert.is((await world.rows('from trades')).length, odd.length);
});

inWorld(
  'a file that is written while it is read fails the load, which leaves nothing',
  async (world) => {
    await write(world, 'trades-1.parquet', [row('trades')]);
    await world.database.run('begin');
    const refused = await loadSources({
      database: world.database,
      sources: [world.source],
      runId: 'written',
      strict: false,
      temporaryDirectory: join(world.directory, 'temporary'),
      log: { warn: () => {} },
      onRows: () => utimesSync(join(world.source, 'trades-1.parquet'), 1, 1),
    }).catch((error: unknown) => error);
    await world.database.run('rollback');
    assert.instance(refused, CommandError);
    assert.match(
      String(refused),
      /trades-1\.parquet was written while it was read; run again when nothing writes there/,
    );
    assert.is((await world.load()).rowsLoaded, 1);
  },
);

inWorld('files of one form are read together, however many they are', async (world) => {
  for (let part = 0; part < 60; part += 1) {
    await write(world, `trades-${part}.parquet`, [row('trades', { ticket: `${part}` })]);
  }
  const statements: string[] = [];
  const counted = (database: Database): Database => ({
    ...database,
    run: (sql, parameters) => database.run(statements[statements.push(sql) - 1] ?? '', parameters),
    rows: (sql, parameters) =>
      database.rows(statements[statements.push(sql) - 1] ?? '', parameters),
    connect: async () => counted(await database.connect()),
  });
  const report = await loadSources({
    database: counted(world.database),
    sources: [world.source],
    runId: 'many',
    strict: false,
    temporaryDirectory: join(world.directory, 'temporary'),
    log: { warn: () => {} },
  });
  assert.is(report.rowsLoaded, 60);
  assert.ok(statements.length < 40, `${statements.length} statements`);
});

inWorld(
  'a load sorts the columns of the file, and adds what is the same for all rows afterwards',
  async (world) => {
    await write(world, 'trades.parquet', [row('trades')]);
    const plans: string[] = [];
    const explained = (database: Database): Database => ({
      ...database,
      async rows(sql, parameters) {
        if (sql.startsWith('insert into "trades"')) {
          const [plan] = await database.rows(`explain (format json) ${sql}`);
          plans.push(String(plan?.explain_value));
        }
        return database.rows(sql, parameters);
      },
      connect: async () => explained(await database.connect()),
    });
    await loadSources({
      database: explained(world.database),
      sources: [world.source],
      runId: 'same-for-all',
      strict: false,
      temporaryDirectory: join(world.directory, 'temporary'),
      log: { warn: () => {} },
    });
    assert.equal(await world.rows('select delivery from trades'), [{ delivery: 'same-for-all' }]);
    // A step of a plan is written after the steps that it reads.
    const [sorted = '', added = ''] = plans.join('').split('"Order By"');
    assert.match(sorted, 'closed_at raw');
    for (const column of ['delivery stamp', 'mae raw']) {
      assert.not.match(sorted, column);
      assert.match(added, column);
    }
  },
);

inPlace.run();
