import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, openDatabase } from '../../../../pipeline/duckdb/database.ts';
import { macroSql } from '../../../../pipeline/duckdb/sql-files.ts';
import { csvText } from '../../../../pipeline/publish/snapshot/csv.ts';
import { whileOpen } from '../../../support/while-open.ts';
import { within } from '../../../support/within.ts';

const csv = suite('csv in SQL');

const withMacros = (work: (database: Database) => Promise<void>): Promise<void> =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(macroSql());
    await work(database);
  });
const byMacros = within(csv, withMacros);

byMacros('has numbers as JavaScript writes them', async (database) => {
  const edges = [0, 1, 12.5, 0.1, 1e-4, 9.999e-5, 1e-6, 1.5e-6, 9.99e-7, 1e-7, 5e-324];
  const large = [999_999_999_999_999, 1e15, 123_456_789_012_345_680, 1e20, 1e21, 1.5e21, 1e22];
  const scattered = Array.from({ length: 20_000 }, (_, at) => {
    const digits = Math.sin(at + 1) * 10 ** ((at % 60) - 30);
    return at % 2 === 0 ? digits : Number(digits.toPrecision(1 + (at % 12)));
  });
  const numbers = [...edges, ...large, Number.MAX_VALUE, 2 ** 53, ...scattered];
  const all = [...numbers, ...numbers.filter((number) => number !== 0).map((number) => -number)];
  // As the shortest text that DuckDB reads as the same double.
  const texts = all.map((number) => `'${number}'`).join(', ');
  const rows = await database.rows(
    `select text, csv_number(text::double) as written from (select unnest([${texts}]) as text)`,
  );
  assert.is(rows.length, all.length);
  for (const { text, written } of rows) assert.is(written, text);
  assert.equal(await database.rows('select csv_number(null::double) as written'), [
    { written: null },
  ]);
});

byMacros('has texts as the library writes them', async (database) => {
  const texts = ['', 'EURUSD', 'a,b', 'a"b', '"', "'", 'a\nb', 'a\rb', '\r\n', 'a;b\tc', ' a '];
  const formulas = ['=1+1', '-5', '+5', '-5e3', '-5+1', '@A1', '-"a",b', '\u00a0=1+1', '.5', '-.5'];
  for (const text of [...texts, ...formulas]) {
    const [row] = await database.rows('select csv_text(inert_cell($text)) as cell', { text });
    const cell = String(row?.cell).replaceAll('\x1e', '\n');
    assert.is(`${cell}\r\n`, csvText([[text]]), JSON.stringify(text));
  }
});

csv.run();
