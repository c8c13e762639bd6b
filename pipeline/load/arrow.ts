import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import { identifier } from '../base/sql-text.ts';
import { appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database } from '../duckdb/database.ts';
import { type ArrowColumn, arrowColumn } from './arrow-column.ts';
import { columnNames, type Table } from './columns.ts';
import { FileFailure } from './failure.ts';
import { checkColumns } from './header.ts';
import type { Source } from './projection.ts';

/** Rows of an Arrow file or stream, copied into the table `incoming` of the catalog. */
export async function arrowSource(
  database: Database,
  catalog: string,
  path: string,
  table: Table,
): Promise<{ source: Source; rows: number }> {
  checkEnd(path);
  const file = await open(path);
  try {
    const reader = await RecordBatchReader.from(file);
    await reader.open();
    const columns = wantedColumns(reader.schema, table);
    const declared = columns.map(({ type }, index) => `c${index} ${type}`).join(', ');
    await database.run(`create or replace table ${catalog}.incoming (${declared})`);
    const rows = await appendBatches(database, catalog, columns, reader);
    const named = columns.map(
      ({ name, sqlType, sql }, index) =>
        [name, { sql: sql(identifier(`c${index}`)), type: sqlType }] as const,
    );
    const source = { from: `${catalog}.incoming`, columns: new Map(named), keepRaw: true };
    return { source, rows };
  } finally {
    await file.close();
  }
}

function wantedColumns(schema: Schema | undefined, table: Table): ArrowColumn[] {
  if (!schema) throw new FileFailure('is not Arrow: it has no schema');
  checkColumns(
    table,
    schema.fields.map(({ name }) => name),
  );
  const wanted = new Set(columnNames(table));
  return schema.fields.flatMap((field, index) =>
    wanted.has(field.name) ? [arrowColumn(field, index)] : [],
  );
}

async function appendBatches(
  database: Database,
  catalog: string,
  columns: readonly ArrowColumn[],
  batches: AsyncIterable<RecordBatch> | Iterable<RecordBatch>,
): Promise<number> {
  let rows = 0;
  const appender = await appendTo(
    database,
    catalog,
    'incoming',
    columns.map(({ type }) => type),
  );
  try {
    for await (const batch of batches) {
      const readers = columns.map((column) => column.reader(batch));
      for (let from = 0; from < batch.numRows; from += chunkRows) {
        const to = Math.min(from + chunkRows, batch.numRows);
        appender.append(readers.map((read) => read(from, to)));
      }
      rows += batch.numRows;
    }
  } finally {
    appender.close();
  }
  return rows;
}

const magic = Buffer.from('ARROW1');
const endOfStream = Buffer.from('ffffffff00000000', 'hex');

// apache-arrow takes a stream that stops early for one that has ended.
function checkEnd(path: string): void {
  const { size } = statSync(path);
  const start = bytesAt(path, 0, 6);
  const end = bytesAt(path, Math.max(0, size - 8), 8);
  const isWhole = start.equals(magic)
    ? size > 12 && end.subarray(-6).equals(magic)
    : end.equals(endOfStream);
  if (!isWhole) throw new FileFailure('is not whole Arrow: its end is missing');
}

function bytesAt(path: string, position: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, position));
  } finally {
    closeSync(file);
  }
}
