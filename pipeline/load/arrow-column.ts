import { DataType, type Field, type RecordBatch, type Vector } from 'apache-arrow';
import type { AppendType, AppendValue } from '../duckdb/append.ts';
import { FileFailure } from './failure.ts';

type RangeReader = (from: number, to: number) => AppendValue[];

/** One column of an Arrow file: how its values go into DuckDB. */
export interface ArrowColumn {
  name: string;
  /** Type of the column it is copied into. */
  type: AppendType;
  /** SQL over that column, and the type it gives. */
  sql: (column: string) => string;
  sqlType: string;
  reader: (batch: RecordBatch) => RangeReader;
}

interface Way {
  accepts: (type: DataType) => boolean;
  type: AppendType;
  sqlType?: string;
  sql?: (column: string) => string;
  /** The value at an index that is not null. */
  value: (type: DataType, vector: Vector) => (index: number) => AppendValue;
}

const plain = (_: DataType, vector: Vector) => (index: number) => vector.get(index);
const dayMicroseconds = 86_400_000_000n;
// Beyond year 9999 nothing is told apart: the rules refuse it all.
const farthest = 253_402_300_800_000_000n;

const instants = {
  type: 'BIGINT',
  sqlType: 'TIMESTAMP',
  sql: (column: string) => `make_timestamp(${column})`,
} as const;

const ways: readonly Way[] = [
  { accepts: DataType.isNull, type: 'VARCHAR', value: () => () => null },
  { accepts: DataType.isBool, type: 'BOOLEAN', value: plain },
  { accepts: isText, type: 'VARCHAR', value: plain },
  { accepts: isTextDictionary, type: 'VARCHAR', value: dictionaryText },
  { accepts: isDouble, type: 'DOUBLE', value: plain },
  { accepts: DataType.isFloat, type: 'FLOAT', value: plain },
  {
    accepts: DataType.isInt,
    type: 'VARCHAR',
    value: (_, vector) => (index) => `${vector.get(index)}`,
  },
  { accepts: DataType.isDecimal, type: 'VARCHAR', value: decimalText },
  { accepts: DataType.isTimestamp, ...instants, value: timestampMicroseconds },
  { accepts: DataType.isDate, ...instants, value: dateMicroseconds },
];

/** The way a field's values take; a nested type fails the file. */
export function arrowColumn(field: Field, index: number): ArrowColumn {
  const way = ways.find(({ accepts }) => accepts(field.type));
  if (!way) throw new FileFailure(`holds ${field.type} in the column ${field.name}`);
  return {
    name: field.name,
    type: way.type,
    sqlType: way.sqlType ?? way.type,
    sql: way.sql ?? ((column) => column),
    reader: (batch) => {
      const vector = batch.getChildAt(index);
      if (!vector) return (from, to) => new Array<AppendValue>(to - from).fill(null);
      const value = way.value(field.type, vector);
      return (from, to) =>
        Array.from({ length: to - from }, (_, offset) =>
          vector.isValid(from + offset) ? value(from + offset) : null,
        );
    },
  };
}

function isText(type: DataType): boolean {
  return DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type);
}

function isTextDictionary(type: DataType): boolean {
  return DataType.isDictionary(type) && isText(type.dictionary);
}

function isDouble(type: DataType): boolean {
  return DataType.isFloat(type) && type.precision === 2;
}

function dictionaryText(_: DataType, vector: Vector): (index: number) => AppendValue {
  const words = new Map<number, AppendValue>();
  const data = vector.data[0];
  const indices: ArrayLike<number | bigint> = data?.values ?? [];
  return (index) => {
    const word = Number(indices[index]);
    const known = words.get(word);
    if (known !== undefined) return known;
    const text = vector.get(index);
    words.set(word, text);
    return text;
  };
}

function decimalText(type: DataType, vector: Vector): (index: number) => AppendValue {
  const scale = DataType.isDecimal(type) ? type.scale : 0;
  return (index) => pointed(wholeNumber(vector.get(index)), scale);
}

function wholeNumber(words: Uint32Array): bigint {
  const bits = 32 * words.length;
  return BigInt.asIntN(
    bits,
    words.reduceRight((whole, word) => (whole << 32n) | BigInt(word), 0n),
  );
}

function pointed(whole: bigint, scale: number): string {
  if (scale <= 0) return `${whole * 10n ** BigInt(-scale)}`;
  const digits = `${whole < 0n ? -whole : whole}`.padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return whole < 0n ? `-${text}` : text;
}

function bounded(microseconds: bigint): bigint {
  if (microseconds > farthest) return farthest;
  return microseconds < -farthest ? -farthest : microseconds;
}

function timestampMicroseconds(type: DataType, vector: Vector): (index: number) => AppendValue {
  const unit = DataType.isTimestamp(type) ? type.unit : 0;
  const values = rawValues(vector);
  const [factor, divisor] = [
    [1_000_000n, 1n],
    [1000n, 1n],
    [1n, 1n],
    [1n, 1000n],
  ][unit] ?? [1n, 1n];
  return (index) => bounded((values(index) * (factor ?? 1n)) / (divisor ?? 1n));
}

function dateMicroseconds(type: DataType, vector: Vector): (index: number) => AppendValue {
  const isInDays = DataType.isDate(type) && type.unit === 0;
  const values = rawValues(vector);
  return (index) => bounded(values(index) * (isInDays ? dayMicroseconds : 1000n));
}

function rawValues(vector: Vector): (index: number) => bigint {
  const values: ArrayLike<number | bigint> = vector.data[0]?.values ?? [];
  return (index) => BigInt(values[index] ?? 0);
}
