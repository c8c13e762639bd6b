import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
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
  | { kind: 'decimal'; precision: number; scale: number }
  | { kind: 'list'; item: ColumnType }
  | { kind: 'struct'; fields: Column[] }
  | { kind: 'map'; key: ColumnType; value: ColumnType };

export interface Column {
  name: string;
  type: ColumnType;
}

/**
 * Value of a column. Decimals are a bigint of the digits without the point. Dates are days and
 * timestamps microseconds since 1970, as bigint. Lists are their items, structs their fields in
 * order, and maps their pairs of key and value.
 */
export type Value = null | boolean | number | bigint | string | Value[];

export interface TypedRows {
  columns: Column[];
  /** Rows in order, in batches that stay small however much a row nests. */
  batches(): AsyncGenerator<Value[][]>;
}

const batchWeight = 250_000;

/** Streams the rows of queries with the same columns, one after the other, never all at once. */
export async function typedRows(
  database: Database,
  queries: readonly [string, ...string[]],
): Promise<TypedRows> {
  const described = await database.connection.run(`from (${queries[0]}) limit 0`);
  const types = described.columnTypes();
  const columns = described
    .columnNames()
    .map((name, index) => ({ name, type: columnType(types[index], name) }));
  return {
    columns,
    async *batches() {
      let batch: Value[][] = [];
      let weight = 0;
      for (const sql of queries) {
        for await (const chunk of await database.connection.stream(sql)) {
          const vectors = columns.map((_, index) => chunk.getColumnVector(index));
          for (let row = 0; row < chunk.rowCount; row++) {
            const values = columns.map(({ type }, index) =>
              plain(vectors[index]?.getItem(row) ?? null, type),
            );
            batch.push(values);
            weight += weigh(values);
            if (weight < batchWeight) continue;
            yield batch;
            batch = [];
            weight = 0;
          }
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
  const of = (inner: DuckDBType | undefined): ColumnType => columnType(inner, name);
  switch (type?.typeId) {
    case DuckDBTypeId.DECIMAL:
      return { kind: 'decimal', precision: type.width, scale: type.scale };
    case DuckDBTypeId.LIST:
      return { kind: 'list', item: of(type.valueType) };
    case DuckDBTypeId.MAP:
      return { kind: 'map', key: of(type.keyType), value: of(type.valueType) };
    case DuckDBTypeId.STRUCT: {
      const { entryTypes } = type;
      const fields = type.entryNames.map((entry, at) => ({
        name: entry,
        type: of(entryTypes[at]),
      }));
      return { kind: 'struct', fields };
    }
    default: {
      const known = kinds.get(type?.typeId);
      if (!known) throw new Error(`column ${name} has the type ${type}, which no reader knows`);
      return known;
    }
  }
}

function plain(value: DuckDBValue, type: ColumnType): Value {
  if (value instanceof DuckDBListValue && type.kind === 'list') {
    return value.items.map((item) => plain(item, type.item));
  }
  if (value instanceof DuckDBStructValue && type.kind === 'struct') {
    return type.fields.map((field) => plain(value.entries[field.name] ?? null, field.type));
  }
  if (value instanceof DuckDBMapValue && type.kind === 'map') {
    return value.entries.map((entry) => [
      plain(entry.key, type.key),
      plain(entry.value, type.value),
    ]);
  }
  if (value instanceof DuckDBDecimalValue) return value.value;
  if (value instanceof DuckDBTimestampValue) return value.micros;
  if (value instanceof DuckDBTimestampTZValue) return value.micros;
  if (value instanceof DuckDBDateValue) return value.days;
  if (value === null || typeof value !== 'object') return value;
  throw new Error(`a value of the type ${type.kind} came as ${value}`);
}

function weigh(value: Value): number {
  if (typeof value === 'string') return 1 + value.length / 16;
  if (!Array.isArray(value)) return 1;
  let weight = 1;
  for (const item of value) weight += weigh(item);
  return weight;
}
