import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AsyncByteQueue,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  type Schema,
  Struct,
} from 'apache-arrow';
import { type TypedRows, typedRows, type Value } from '../duckdb/typed-rows.ts';
import { arrowSchema } from './arrow-types.ts';
import { arrowData } from './arrow-values.ts';
import type { Writer } from './sorted.ts';

/** Writes an Arrow IPC file, one record batch at a time. */
export const writeArrow: Writer = async (database, table, path) => {
  const rows = await typedRows(database, `from ${table.name}`);
  await pipeline(Readable.from(arrowBytes(rows)), createWriteStream(path));
};

async function* arrowBytes({ columns, batches }: TypedRows): AsyncGenerator<Uint8Array> {
  const schema = arrowSchema(columns);
  const sink = new Sink();
  const writer = new RecordBatchFileWriter();
  writer.reset(sink, schema);
  for await (const batch of batches()) {
    writer.write(recordBatch(schema, columns, batch));
    yield* sink.takeAll();
  }
  writer.close();
  yield* sink.takeAll();
}

function recordBatch(
  schema: Schema,
  columns: TypedRows['columns'],
  rows: readonly Value[][],
): RecordBatch {
  const children = columns.map(({ type }, at) =>
    arrowData(
      type,
      rows.map((row) => row[at] ?? null),
    ),
  );
  const type = new Struct(schema.fields);
  return new RecordBatch(schema, makeData({ type, length: rows.length, nullCount: 0, children }));
}

/** Gives up what was written so far, so that a slow disk holds the writer back. */
class Sink extends AsyncByteQueue {
  takeAll(): Uint8Array[] {
    return this._values.splice(0);
  }
}
