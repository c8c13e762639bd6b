import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  type DuckDBType,
  FLOAT,
  VARCHAR,
} from '@duckdb/node-api';
import type { Database } from './database.ts';

const types = { BIGINT, BOOLEAN, DOUBLE, FLOAT, VARCHAR } satisfies Record<string, DuckDBType>;

export type AppendType = keyof typeof types;
export type AppendValue = string | number | bigint | boolean | null;

/** Rows a chunk holds at most. */
export const chunkRows = 2048;

interface ColumnAppender {
  /** Adds rows, given column by column; at most `chunkRows` of them. */
  append(columns: readonly (readonly AppendValue[])[]): void;
  close(): void;
}

/**
 * Appends columns of values to a table of the schema `main` of a database that is attached, whose
 * columns have these types in their order.
 */
export async function appendTo(
  database: Database,
  catalog: string,
  table: string,
  columnTypes: readonly AppendType[],
): Promise<ColumnAppender> {
  const appender = await database.connection.createAppender(table, 'main', catalog);
  const chunkTypes = columnTypes.map((type) => types[type]);
  return {
    append(columns) {
      const chunk = DuckDBDataChunk.create(chunkTypes, columns[0]?.length ?? 0);
      columns.forEach((values, index) => {
        chunk.setColumnValues(index, values);
      });
      appender.appendDataChunk(chunk);
    },
    close: () => appender.closeSync(),
  };
}
