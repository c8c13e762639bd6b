import {
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  Schema,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import type { Column, ColumnType } from '../duckdb/typed-rows.ts';

/** The Arrow schema of some columns; every one of them may hold nulls. */
export function arrowSchema(columns: readonly Column[]): Schema {
  return new Schema(columns.map(({ name, type }) => new Field(name, arrowType(type), true)));
}

/**
 * The Arrow type of a column. Money keeps every digit: decimals become Decimal128, and so do
 * 128-bit integers, with scale 0. Timestamps count microseconds in UTC.
 */
export function arrowType(type: ColumnType): DataType {
  switch (type.kind) {
    case 'boolean':
      return new Bool();
    case 'integer':
      return new Int32();
    case 'bigint':
      return new Int64();
    case 'double':
      return new Float64();
    case 'text':
      return new Utf8();
    case 'date':
      return new DateDay();
    case 'timestamp':
      return new TimestampMicrosecond('UTC');
    case 'decimal':
      return new Decimal(type.scale, type.precision, 128);
  }
}
