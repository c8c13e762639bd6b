import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { inertCsv } from '../base/inert-text.ts';
import { identifier } from '../base/sql-text.ts';
import { type Column, typedRows, type Value } from '../duckdb/typed-rows.ts';
import type { Writer } from './sorted.ts';

/**
 * Writes a CSV file by RFC 4180: a header, and CRLF after every row. Timestamps are ISO 8601 in
 * UTC, null an empty cell. An apostrophe precedes any text that would be a formula.
 */
export const writeCsv: Writer = async (database, table, path) => {
  const { columns } = await typedRows(database, `from ${table.name}`);
  const texts = columns.map((column) => `${text(column)} as ${identifier(column.name)}`);
  const { batches } = await typedRows(database, `select ${texts.join(', ')} from ${table.name}`);
  const header = columns.map(({ name }) => name);
  const stringifier = stringify({
    header: true,
    columns: header,
    ...inertCsv,
  });
  await pipeline(Readable.from(rowsOf(batches())), stringifier, createWriteStream(path));
};

function text({ name, type: { kind } }: Column): string {
  const column = identifier(name);
  if (kind !== 'timestamp') return `${column}::varchar`;
  // the microseconds without zeros at their end
  return `regexp_replace(strftime(${column}, '%Y-%m-%dT%H:%M:%S.%f'), '\\.?0+$', '') || 'Z'`;
}

async function* rowsOf(batches: AsyncIterable<Value[][]>): AsyncGenerator<Value[]> {
  for await (const batch of batches) yield* batch;
}
