import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Database } from './database.ts';

/** Type of a column, free of any driver. */
export type ColumnType =
  | { kind: 'boolean' | 'integer' | 'bigint' | 'double' | 'text' | 'date' | 'timestamp' }
  | { kind: 'decimal'; precision: number; scale: number };

export interface Column {
  name: string;
  type: ColumnType;
}

/**
 * Value of a column. Decimals are a bigint of the digits without the point. Dates are days and
 * timestamps microseconds since 1970, as bigint.
 */
export type Value = null | boolean | number | bigint | string;

export interface TypedRows {
  columns: Column[];
  /** Rows in order, in batches that stay small however long their texts are. */
  batches(): AsyncGenerator<Value[][]>;
}

const batchWeight = 250_000;

/** Streams the rows of a query, never all at once. Its columns must be flat. */
export async function typedRows(database: Database, sql: string): Promise<TypedRows> {
  const described = await database.connection.run(`from (${sql}) limit 0`);
  const types = described.columnTypes();
  const columns = described
    .columnNames()
    .map((name, index) => ({ name, type: columnType(types[index], name) }));
  return {
    columns,
    async *batches() {
      let batch: Value[][] = [];
      let weight = 0;
      for await (const chunk of await database.connection.stream(sql)) {
        const vectors = columns.map((_, index) => chunk.getColumnVector(index));
        for (let row = 0; row < chunk.rowCount; row++) {
          const values = vectors.map((vector) => plain(vector.getItem(row)));
          batch.push(values);
          for (const value of values) weight += weigh(value);
          if (weight < batchWeight) continue;
          yield batch;
          batch = [];
          weight = 0;
        }
      }
      if (batch.length > 0) yield batch;
    },
  };
}

const kinds = new Map<DuckDBTypeId | undefined, ColumnType>([
  [DuckDBTypeId.BOOLEAN, { kind: 'boolean' }],
  [DuckDBTypeId.TINYINT, { kind: 'integer' }],
  [DuckDBTypeId.SMALLINT, { kind: 'integer' }],
  [DuckDBTypeId.INTEGER, { kind: 'integer' }],
  [DuckDBTypeId.BIGINT, { kind: 'bigint' }],
  [DuckDBTypeId.HUGEINT, { kind: 'decimal', precision: 38, scale: 0 }],
  [DuckDBTypeId.FLOAT, { kind: 'double' }],
  [DuckDBTypeId.DOUBLE, { kind: 'double' }],
  [DuckDBTypeId.VARCHAR, { kind: 'text' }],
  [DuckDBTypeId.DATE, { kind: 'date' }],
  [DuckDBTypeId.TIMESTAMP, { kind: 'timestamp' }],
  [DuckDBTypeId.TIMESTAMP_TZ, { kind: 'timestamp' }],
]);

function columnType(type: DuckDBType | undefined, name: string): ColumnType {
  if (type?.typeId === DuckDBTypeId.DECIMAL) {
    return { kind: 'decimal', precision: type.width, scale: type.scale };
  }
  const known = kinds.get(type?.typeId);
  if (!known) throw new Error(`column ${name} has the type ${type}, which no reader knows`);
  return known;
}

function plain(value: DuckDBValue): Value {
  if (value instanceof DuckDBDecimalValue) return value.value;
  if (value instanceof DuckDBTimestampValue) return value.micros;
  if (value instanceof DuckDBTimestampTZValue) return value.micros;
  if (value instanceof DuckDBDateValue) return value.days;
  if (value === null || typeof value !== 'object') return value;
  throw new Error(`a value came as ${value}`);
}

const weigh = (value: Value): number => (typeof value === 'string' ? 1 + value.length / 16 : 1);
