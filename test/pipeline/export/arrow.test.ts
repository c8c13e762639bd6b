import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { writeArrow } from '../../../pipeline/export/arrow.ts';
import { attachSorted, withSorted } from '../../../pipeline/export/sorted.ts';
import { withDirectory } from '../../support/directory.ts';
import { whileOpen } from '../../support/while-open.ts';
import { readArrow } from './arrow-reading.ts';
import { everyType } from './every-type.ts';

const arrow = suite('Arrow files');

const written = (sql: string) =>
  withDirectory(async (directory) => {
    const path = join(directory, 'file.arrow');
    return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
      await attachSorted(database, join(directory, 'sorted.duckdb'));
      const rows = await withSorted(database, { sql }, 'decimal', async (table) => {
        await writeArrow(database, table, path, 'snappy');
        return table.rows;
      });
      const expected = await database.rows(sql);
      const bytes = readFileSync(path);
      return { rows, expected, values: readArrow(path), table: tableFromIPC(bytes), bytes };
    });
  });

arrow('every type reads back as DuckDB has it, nulls included', async () => {
  const { rows, values, expected } = await written(everyType);
  assert.is(rows, 4);
  assert.equal(values, expected);
});

arrow('types keep money exact and time in UTC', async () => {
  const { table } = await written(everyType);
  const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, `${type}`]));
  assert.equal(types, {
    id: 'Int32',
    flag: 'Bool',
    small: 'Int32',
    big: 'Int64',
    huge: 'Decimal[38e0]',
    ratio: 'Float64',
    money: 'Decimal[28e+8]',
    narrow: 'Decimal[12e+2]',
    words: 'Utf8',
    day: 'Date32<DAY>',
    instant: 'Timestamp<MICROSECOND, UTC>',
  });
});

arrow('a file without rows still has its columns', async () => {
  const { rows, table, bytes } = await written(`from (${everyType}) limit 0`);
  assert.equal([rows, table.numRows, table.numCols], [0, 0, 11]);
  assert.is(bytes.subarray(-6).toString(), 'ARROW1');
});

arrow('many rows come in several batches, in order', async () => {
  const { rows, table, values, expected } = await written(
    "select i as id, if(i % 3 = 0, null, repeat('x', i % 400)) as text from range(30000) r(i) order by i",
  );
  assert.is(rows, 30_000);
  assert.ok(table.batches.length > 1);
  assert.is(JSON.stringify(values), JSON.stringify(expected));
});

arrow('a type that no flat table has is refused by name', async () => {
  for (const [sql, type] of [
    ["interval '1 day'", 'INTERVAL'],
    ['[1]', 'INTEGER[]'],
  ]) {
    const error: unknown = await written(`select ${sql} as span`).catch((fault) => fault);
    assert.match(String(error), `column span has the type ${type}, which no reader knows`);
  }
});

arrow.run();
