import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { durationWords } from '../../../pipeline/base/estimate.ts';
import { type LogFields, silentLog } from '../../../pipeline/base/log.ts';
import { filePath } from '../../../pipeline/base/sql-text.ts';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import { type ExportedFile, exportMarts } from '../../../pipeline/export/export.ts';
import { parseNumberType } from '../../../pipeline/export/formats.ts';
import { exportedMarts } from '../../../pipeline/export/marts.ts';
import { directoryDuring } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { refusal } from '../registry/world.ts';
import { readArrow } from './arrow-reading.ts';
import { fillFromScenarios } from './researchers-world.ts';

interface Context {
  out: string;
  warehouse: string;
  database: Database;
  files: ExportedFile[];
}

const exporting = suite<Context>('export of the marts');
const directory = directoryDuring(exporting);
const marts = exportedMarts();
const formats = ['csv', 'parquet', 'arrow'] as const;

exporting.before(async (context) => {
  context.out = join(directory, "deep/it's [out]");
  context.warehouse = dataDirectory(directory).warehouse;
  await fillFromScenarios(dataDirectory(directory));
  context.files = await exportMarts({ ...context, formats, threads: 1 });
  context.database = await openDatabase(':memory:', { threads: 1 });
  await context.database.run(`attach '${context.warehouse}' as warehouse (read_only);
    use warehouse`);
});

exporting.after(({ database }) => database.close());

exporting('every mart is a file of every format, and nothing else is left', ({ files, out }) => {
  const figures = marts.flatMap(({ name }) => formats.map((format) => `${name}.${format}`));
  const names = [...figures, 'columns.csv'];
  assert.ok(names.includes('daily_performance.csv'));
  assert.equal(readdirSync(out).sort(), names.toSorted());
  assert.equal(fieldOf(files, 'name'), names);
});

exporting(
  'decimals are doubles on request, with the same values',
  async ({ out, warehouse, database }) => {
    const doubles = join(directory, 'doubles');
    await exportMarts({
      warehouse,
      out: doubles,
      formats: ['parquet'],
      numbers: 'double',
      threads: 1,
    });
    const typesIn = async (folder: string) => {
      const file = filePath(join(folder, 'trades.parquet'));
      const rows = await database.rows(`describe from read_parquet(${file})`);
      return new Map(rows.map(({ column_name, column_type }) => [column_name, column_type]));
    };
    assert.match(String((await typesIn(out)).get('profit')), /^DECIMAL/);
    const types = await typesIn(doubles);
    assert.is(types.get('profit'), 'DOUBLE');
    assert.not.ok([...types.values()].some((type) => String(type).startsWith('DECIMAL')));
    const sumOf = (folder: string) =>
      database.rows(`select sum(profit::decimal(38, 8))::varchar as sum, count(*) as count
      from read_parquet(${filePath(join(folder, 'trades.parquet'))})`);
    assert.equal(await sumOf(doubles), await sumOf(out));
    assert.throws(
      () => parseNumberType('float'),
      (error: Error) => error.message === '--numbers: "float" is not one of decimal, double',
    );
  },
);

/** Rows of the dictionary in a folder, without its header. */
const dictionaryIn = (folder: string): string[][] =>
  parse(readFileSync(join(folder, 'columns.csv')), { from: 2 });

exporting('the dictionary has every column of every file, as it is there', async (context) => {
  const { database, out } = context;
  const doubles = join(directory, 'dictionary');
  await exportMarts({ ...context, out: doubles, formats: ['parquet'], numbers: 'double' });
  for (const folder of [out, doubles]) {
    const described = dictionaryIn(folder);
    assert.equal(
      [...new Set(described.map(([table]) => table))],
      marts.map(({ name }) => name),
    );
    for (const { name } of marts) {
      const [whole, ...columns] = described.filter(([table]) => table === name);
      assert.equal(whole?.slice(1, 4), ['', '', ''], name);
      const file = `read_parquet(${filePath(join(folder, `${name}.parquet`))})`;
      const types = await database.rows(`describe from ${file}`);
      assert.equal(
        columns.map(([, column, type]) => [column, type]),
        types.map(({ column_name, column_type }) => [column_name, column_type]),
        name,
      );
    }
    for (const [table, column, type, , meaning] of described) {
      assert.match(meaning ?? '', /^\S.{2,}/, `${table}.${column}`);
      assert.is(type?.startsWith('DECIMAL') && folder === doubles, false, `${table}.${column}`);
    }
  }
});

exporting('the dictionary has units and meanings of the declarations', ({ out }) => {
  const described = new Map(
    dictionaryIn(out).map(([table, column, , ...rest]) => [`${table}.${column}`, rest]),
  );
  const of = (name: string) => described.get(name) ?? [];
  assert.equal(of('summary.balance')[0], 'currency');
  assert.equal(of('summary.verified_track_record')[0], '');
  assert.equal(of('advanced.expectancy_pips')[0], 'pips');
  assert.equal(of('symbol_performance.total_profit')[0], 'currency');
  assert.equal(of('trades.volume'), ['lots', 'Size in lots. 0 if hidden']);
  assert.equal(of('trades.slug'), ['', 'Slug, the last part of the public address.']);
  assert.match(of('summary.')[1] ?? '', /^Summary of published accounts/);
  for (const [name, [unit, meaning = '']] of described) {
    if (name.endsWith('_percent')) assert.is(unit, 'percent', name);
    assert.not.match(meaning, /as decimal text|ISO 8601/, name);
  }
});

exporting('rows are those of the warehouse, by slug', async ({ files, database }) => {
  for (const { name, view } of marts) {
    const [count] = await database.rows(`select count(*) as rows from ${view}`);
    // One run alone has no restatements.
    assert.is(Number(count?.rows) > 0, name !== 'restatements', name);
    const rows = files.filter((file) => file.name.startsWith(`${name}.`)).map((file) => file.rows);
    assert.equal(rows, Array(3).fill(Number(count?.rows)), name);
  }
});

exporting('Parquet keeps types and rows', async ({ database, out }) => {
  for (const { name, sql } of marts) {
    const file = `read_parquet(${filePath(join(out, `${name}.parquet`))})`;
    const described = async (from: string) =>
      (await database.rows(`describe from ${from}`)).map(({ column_name, column_type }) => [
        column_name,
        column_type,
      ]);
    assert.equal(await described(file), await described(`(${sql})`), name);
    assert.equal(await database.rows(`from ${file}`), await database.rows(sql), name);
  }
});

exporting('Arrow reads back as the warehouse has it', async ({ database, out }) => {
  for (const { name, sql } of marts) {
    const rows = JSON.stringify(await database.rows(sql));
    // Arrow has the time zone in the type, DuckDB in the text.
    const expected = JSON.parse(rows.replaceAll(/(?<=\d\d:\d\d[:.\d]*)\+00"/g, '"'));
    assert.equal(readArrow(join(out, `${name}.arrow`)), expected, name);
  }
});

exporting('CSV reads back equal', async ({ database, out }) => {
  for (const { name, sql } of marts) {
    const read: string[][] = parse(readFileSync(join(out, `${name}.csv`)), { from: 2 });
    const columns = await database.rows(`describe ${sql}`);
    const casts = columns.map(
      ({ column_name, column_type }, index) =>
        `nullif(cells[${index + 1}], '')::${column_type} as ${column_name}`,
    );
    const rows = await database.rows(
      `select ${casts.join(', ')} from (select unnest(from_json($rows::json, '[["VARCHAR"]]')) as cells)`,
      { rows: JSON.stringify(read) },
    );
    assert.equal(rows, await database.rows(sql), name);
  }
});

exporting('no cell is nested, and instants have their zone', async ({ database }) => {
  for (const { name, sql } of marts) {
    const types = (await database.rows(`describe ${sql}`)).map(
      ({ column_type }) => `${column_type}`,
    );
    assert.equal(
      types.filter((type) => /STRUCT|MAP|JSON|HUGEINT|\]$|^TIMESTAMP$/.test(type)),
      [],
      name,
    );
  }
});

exporting(
  'Parquet is compressed as requested, or with a default that every reader knows',
  async (context) => {
    const { database, out } = context;
    const packing = async (path: string) =>
      (
        await database.rows(
          `select distinct compression from parquet_metadata(${filePath(join(path, 'trades.parquet'))})`,
        )
      ).map(({ compression }) => compression);
    assert.equal(await packing(out), ['SNAPPY']);
    const small = join(directory, 'small');
    await exportMarts({
      ...context,
      out: small,
      formats: ['parquet'],
      compression: 'zstd',
      threads: 1,
    });
    assert.equal(await packing(small), ['ZSTD']);
  },
);

exporting('no internal id is in any file', async ({ database, out }) => {
  const accounts = await database.rows('select account_id from accounts');
  assert.ok(accounts.length > 5);
  for (const file of readdirSync(out)) {
    const bytes = readFileSync(join(out, file));
    for (const { account_id } of accounts) assert.not(bytes.includes(`${account_id}`), file);
  }
});

exporting(
  'the same warehouse gives the same bytes, old files are replaced, and the time left is said',
  async (context) => {
    const before = readBytes(context.out);
    writeFileSync(join(context.out, 'summary.csv'), 'old');
    // A file takes 59.7 seconds, and 59.7 more for every 1,000 rows.
    const secondsOf = ({ rows }: { rows: number }) => 59.7 * (1 + rows / 1000);
    let now = 5000;
    const lefts: unknown[] = [];
    const info = (_: string, { rows, left }: LogFields = {}) => {
      lefts.push(left);
      now += secondsOf({ rows: Number(rows) });
    };
    const log = { ...silentLog, info };
    const written = await exportMarts({
      ...context,
      formats,
      threads: 1,
      log,
      seconds: () => now,
    });
    const files = written.slice(0, -1);
    assert.equal(readBytes(context.out), before);
    const sumFrom = (at: number) => files.slice(at).reduce((sum, file) => sum + secondsOf(file), 0);
    const expected = files.map((_, at) => `about ${durationWords(sumFrom(at))}`);
    // The first file is less than a hundredth of the work.
    assert.equal(lefts, [undefined, undefined, ...expected.slice(2)]);
    assert.match(`${lefts[2]}`, /^about [1-9] h \d+ min$/);
    assert.is(lefts.at(-1), 'about 60 s');
  },
);

exporting('a failed export leaves the files as they were', async (context) => {
  const before = readBytes(context.out);
  const info = (_: string, fields: LogFields = {}) => {
    if (fields.file === 'trades.arrow') throw new Error('the disk is full');
  };
  const request = { ...context, formats, threads: 1, log: { ...silentLog, info } };
  const { message } = await refusal(exportMarts(request));
  assert.match(message, /^export to \S.* failed, its files are as they were: the disk is full$/);
  assert.equal(readBytes(context.out), before);
});

exporting('a warehouse that cannot be read is said in one line', async (context) => {
  const request = { ...context, formats };
  const none = await refusal(exportMarts({ ...request, warehouse: '/nowhere/warehouse.duckdb' }));
  assert.is(none.message, 'no warehouse at /nowhere/warehouse.duckdb; run the pipeline first');
  const text = join(directory, 'text.duckdb');
  writeFileSync(text, 'no database at all, but long enough to be looked at'.repeat(1000));
  const unreadable = await refusal(exportMarts({ ...request, warehouse: text }));
  assert.match(
    unreadable.message,
    /^cannot open \S+text\.duckdb: [^\n]+; put back a good copy, or run again with --rebuild$/,
  );
  const empty = join(directory, 'empty.duckdb');
  (await openDatabase(empty)).close();
  const old = await refusal(exportMarts({ ...request, warehouse: empty }));
  assert.match(old.message, /empty\.duckdb has no shared_summary, .*; run the pipeline first$/);
  const blocked = await refusal(exportMarts({ ...request, out: join(text, 'out') }));
  assert.match(
    blocked.message,
    /^cannot write to \S+text\.duckdb\/out: a part of its path is a file, not a folder$/,
  );
  for (const { exitCode } of [none, unreadable, old, blocked]) assert.is(exitCode, 1);
});

function readBytes(directory: string): Record<string, string> {
  const names = readdirSync(directory).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(directory, name)).toString('latin1')]),
  );
}

exporting.run();
