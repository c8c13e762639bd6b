import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, prepareDirectories } from '../../../pipeline/base/data-directory.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import { alignColumns, placeOf } from '../../../pipeline/duckdb/columns.ts';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import { openWorking } from '../../../pipeline/run/working.ts';

const columns = suite('columns of kept tables');

const inMemory = async (work: (database: Database) => Promise<void>) => {
  const database = await openDatabase(':memory:');
  try {
    await work(database);
  } finally {
    database.close();
  }
};

const shapeOf = async (database: Database, table: string) =>
  (
    await database.rows(
      `select column_name as name, data_type as type from duckdb_columns()
      where table_name = $table and database_name not in ('declared') order by column_index`,
      { table },
    )
  ).map(({ name, type }) => `${name} ${type}`);

columns('get what is declared for them, and rows keep what they had', () =>
  inMemory(async (database) => {
    await database.run(`create table if not exists orders (
        id varchar not null, magic bigint, gone integer);
      insert into orders values ('a', 9007199254740993, 1), ('b', null, 2)`);
    const declarations = `
      create table if not exists orders (
        id varchar not null, magic hugeint, source varchar, "at" timestamp);
      comment on column orders.source is 'new';
      create table if not exists others (id varchar);`;
    const place = await placeOf(database);
    for (let time = 0; time < 2; time += 1) await alignColumns(database, declarations, [place]);
    assert.equal(await shapeOf(database, 'orders'), [
      'id VARCHAR',
      'magic HUGEINT',
      'gone INTEGER',
      'source VARCHAR',
      'at TIMESTAMP',
    ]);
    assert.equal(await database.rows('select id, magic::varchar as magic, source from orders'), [
      { id: 'a', magic: '9007199254740993', source: null },
      { id: 'b', magic: null, source: null },
    ]);
    assert.equal(await shapeOf(database, 'others'), []);
    await database.run("insert into orders (id, magic) values ('c', 18446744073709551615)");
    await database.run(declarations);
  }),
);

columns('in every schema that is named', () =>
  inMemory(async (database) => {
    await database.run(`create table facts (a integer);
      create schema actuals; create table actuals.facts (a integer)`);
    const { database: name } = await placeOf(database);
    const places = ['main', 'actuals'].map((schema) => ({ database: name, schema }));
    await alignColumns(database, 'create table facts (a integer, b integer)', places);
    assert.equal((await shapeOf(database, 'facts')).sort(), [
      'a INTEGER',
      'a INTEGER',
      'b INTEGER',
      'b INTEGER',
    ]);
    assert.equal(await placeOf(database), { database: name, schema: 'main' });
  }),
);

columns(
  'of a working database of an earlier version are brought in step when it is opened',
  async () => {
    const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'columns-')));
    const open = () => openWorking(dataDir, {});
    try {
      prepareDirectories(dataDir);
      const first = await open();
      const tables = ['accounts', 'trades', 'cash_flows', 'equity', 'positions', 'rejects'];
      const shapes = async (database: Database) =>
        Promise.all(tables.map((table) => shapeOf(database, table)));
      const declared = await shapes(first);
      await first.run(`insert into accounts (account_id, platform, currency, created_at, updated_at)
        values ('x', 'MT4', 'USD', '2024-01-01', '2024-01-01');
      alter table accounts drop column reported_balance;
      alter table trades alter column magic_number set data type integer;
      alter table set_aside.trades alter column magic_number set data type integer;
      drop table declarations; drop table set_aside.declarations`);
      first.close();
      const again = await open();
      assert.equal(
        (await shapes(again)).map((shape) => shape.sort()),
        declared.map((shape) => shape.sort()),
      );
      assert.equal(await again.rows('select account_id, reported_balance from accounts'), [
        { account_id: 'x', reported_balance: null },
      ]);
      again.close();
    } finally {
      rmSync(dataDir.path, { recursive: true, force: true });
    }
  },
);

columns(
  "of the calendar's database of an earlier version too, in both of its schemas",
  async () => {
    const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'columns-')));
    const open = (work: (database: Database) => Promise<void>) =>
      withCalendarDatabase({ dataDir }, work);
    try {
      prepareDirectories(dataDir);
      let declared: string[] = [];
      await open(async (database) => {
        declared = (await shapeOf(database, 'calendar_events')).sort();
        await database.run(`alter table main.calendar_events drop column actual;
        alter table actuals.calendar_events drop column forecast;
        drop table declarations`);
      });
      await open(async (database) => {
        assert.equal((await shapeOf(database, 'calendar_events')).sort(), declared);
      });
    } finally {
      rmSync(dataDir.path, { recursive: true, force: true });
    }
  },
);

columns.run();
