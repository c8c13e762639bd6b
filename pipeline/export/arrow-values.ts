import { BufferType, Data } from 'apache-arrow';
import type { ColumnType, Value } from '../duckdb/typed-rows.ts';
import { arrowType } from './arrow-types.ts';

/** The values of a column laid out as Arrow does, nulls marked. */
export function arrowData(type: ColumnType, values: readonly Value[]): Data {
  const nullCount = values.reduce((count: number, value) => count + (value === null ? 1 : 0), 0);
  const validity = nullCount === 0 ? undefined : bitmap(values, (value) => value !== null);
  const { offsets, data } = layOut(type, values);
  const buffers = {
    ...(offsets && { [BufferType.OFFSET]: offsets }),
    [BufferType.DATA]: data,
    ...(validity && { [BufferType.VALIDITY]: validity }),
  };
  return new Data(arrowType(type), 0, values.length, nullCount, buffers);
}

interface Layout {
  offsets?: Int32Array;
  data: Uint8Array | Int32Array | BigInt64Array | Float64Array | Uint32Array;
}

function layOut(type: ColumnType, values: readonly Value[]): Layout {
  switch (type.kind) {
    case 'boolean':
      return { data: bitmap(values, (value) => value === true) };
    case 'integer':
    case 'date':
      return { data: Int32Array.from(values, numberOf) };
    case 'bigint':
    case 'timestamp':
      return { data: BigInt64Array.from(values, bigintOf) };
    case 'double':
      return { data: Float64Array.from(values, numberOf) };
    case 'decimal':
      return { data: decimals(values) };
    case 'text':
      return texts(values);
  }
}

function bitmap(values: readonly Value[], isSet: (value: Value) => boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (isSet(value)) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bytes;
}

function decimals(values: readonly Value[]): Uint32Array {
  const halves = new BigInt64Array(2 * values.length);
  values.forEach((value, index) => {
    const digits = bigintOf(value);
    halves[2 * index] = BigInt.asIntN(64, digits);
    halves[2 * index + 1] = digits >> 64n;
  });
  return new Uint32Array(halves.buffer);
}

function texts(values: readonly Value[]): Layout {
  const encoded = values.map((value) => Buffer.from(value === null ? '' : textOf(value)));
  const offsets = new Int32Array(encoded.length + 1);
  encoded.forEach(({ length }, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + length;
  });
  return { offsets, data: Buffer.concat(encoded) };
}

function numberOf(value: Value): number {
  if (value === null) return 0;
  return typeof value === 'number' ? value : mismatch(value);
}

function bigintOf(value: Value): bigint {
  if (value === null) return 0n;
  return typeof value === 'bigint' ? value : mismatch(value);
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : mismatch(value);
}

function mismatch(value: Value): never {
  throw new Error(`a value does not have the type of its column: ${value}`);
}
