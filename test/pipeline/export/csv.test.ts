import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { writeCsv } from '../../../pipeline/export/csv.ts';
import { attachSorted, withSorted } from '../../../pipeline/export/sorted.ts';
import { withDirectory } from '../../support/directory.ts';
import { whileOpen } from '../../support/while-open.ts';
import { everyType } from './every-type.ts';

const csv = suite('CSV files');

const written = (sql: string) =>
  withDirectory(async (directory) => {
    const path = join(directory, 'file.csv');
    return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
      await attachSorted(database, join(directory, 'sorted.duckdb'));
      const rows = await withSorted(database, { sql }, 'decimal', async (table) => {
        await writeCsv(database, table, path, 'snappy');
        return table.rows;
      });
      return { rows, text: readFileSync(path, 'utf8') };
    });
  });

csv('every type becomes text without loss', async () => {
  const { rows, text } = await written(everyType);
  assert.is(rows, 4);
  assert.equal(parse(text, { columns: true }), [
    {
      id: '1',
      flag: 'true',
      small: '2147483647',
      big: '9223372036854775807',
      huge: '170141183460469231731687303715884105',
      ratio: '0.1',
      money: '-12345678901234567890.12345678',
      narrow: '0.07',
      words: 'a "b", c\r\nü',
      day: '1969-12-31',
      instant: '2024-02-29T23:59:59.000001Z',
    },
    {
      id: '2',
      flag: 'false',
      small: '-1',
      big: '-9223372036854775808',
      huge: '-1',
      ratio: '-1.5e+300',
      money: '0.00000001',
      narrow: '-0.07',
      words: '',
      day: '2024-02-29',
      instant: '1969-12-31T23:59:59.25Z',
    },
    {
      id: '3',
      flag: '',
      small: '',
      big: '',
      huge: '',
      ratio: '',
      money: '',
      narrow: '',
      words: '',
      day: '',
      instant: '',
    },
    {
      id: '4',
      flag: 'true',
      small: '0',
      big: '0',
      huge: '0',
      ratio: '0.0',
      money: '0.00000000',
      narrow: '0.00',
      words: 'null',
      day: '1970-01-01',
      instant: '2024-01-10T10:10:00Z',
    },
  ]);
});

csv('rows end with CRLF, and a file without rows has its header', async () => {
  assert.is((await written('select 1 as a, null as "b,c"')).text, 'a,"b,c"\r\n1,\r\n');
  assert.equal(await written('select 1 as a, 2 as "b,c" limit 0'), {
    rows: 0,
    text: 'a,"b,c"\r\n',
  });
});

csv(
  'a text that a spreadsheet would run begins with an apostrophe, a number never does',
  async () => {
    const { text } = await written(
      "select ' =1+1' as a, chr(160) || '@A1' as b, '-5' as c, -5.25 as d, -1e300 as e, 'x' as f",
    );
    const [row] = parse(text, { from: 2 });
    assert.equal(row, ["' =1+1", "'\u00a0@A1", '-5', '-5.25', '-1e+300', 'x']);
  },
);

csv('a lone CR or LF in a text ends no row', async () => {
  const { text } = await written(
    "select 'a' || chr(10) || '=1+1' as a, 'b' || chr(13) || '=2' as b, chr(10) || '=3' as c, 'd' as d",
  );
  assert.is(text, 'a,b,c,d\r\n"a\n=1+1","b\r=2","\'\n=3",d\r\n');
});

csv('rows keep their order over many batches', async () => {
  const { rows, text } = await written(
    "select i, repeat('x', 90) as t from range(40000) r(i) order by i",
  );
  assert.is(rows, 40_000);
  const ids = parse(text, { from: 2 }).map(([id]) => Number(id));
  assert.is(ids.length, 40_000);
  assert.ok(ids.every((id, index) => id === index));
});

csv.run();
