import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Column, type TypedRows, typedRows } from '../duckdb/typed-rows.ts';
import { identifier } from '../load/sql-text.ts';
import type { Writer } from './writer.ts';

/**
 * Writes a CSV file by RFC 4180: a header, CRLF after every row, nested columns as JSON,
 * timestamps as ISO 8601 in UTC, null as an empty cell.
 */
export const writeCsv: Writer = async (database, { sql }, path) => {
  const { columns } = await typedRows(database, `from (${sql}) limit 0`);
  const texts = columns.map((column) => `${text(column)} as ${identifier(column.name)}`);
  const rows = await typedRows(database, `select ${texts.join(', ')} from (${sql})`);
  const header = columns.map(({ name }) => name);
  const stringifier = stringify({ header: true, columns: header, record_delimiter: '\r\n' });
  const count = { rows: 0 };
  await pipeline(Readable.from(each(rows, count)), stringifier, createWriteStream(path));
  return count.rows;
};

function text({ name, type: { kind } }: Column): string {
  const column = identifier(name);
  switch (kind) {
    case 'list':
    case 'struct':
    case 'map':
      return `to_json(${column})::varchar`;
    case 'timestamp':
      // the microseconds without zeros at their end
      return `regexp_replace(strftime(${column}, '%Y-%m-%dT%H:%M:%S.%f'), '\\.?0+$', '') || 'Z'`;
    default:
      return `${column}::varchar`;
  }
}

async function* each({ batches }: TypedRows, count: { rows: number }) {
  for await (const batch of batches()) {
    yield* batch;
    count.rows += batch.length;
  }
}
