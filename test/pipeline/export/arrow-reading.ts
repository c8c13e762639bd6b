import { readFileSync } from 'node:fs';
import { DataType, tableFromIPC, type Vector } from 'apache-arrow';

/** Reads an Arrow file, with values printed like DuckDB's, so that both can be compared. */
export function readArrow(path: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (const batch of tableFromIPC(readFileSync(path)).batches) {
    const columns = batch.schema.fields.map(({ name }, index) => ({
      name,
      vector: batch.getChildAt(index),
    }));
    for (let row = 0; row < batch.numRows; row++) {
      rows.push(
        Object.fromEntries(
          columns.map(({ name, vector }) => [name, vector && valueAt(vector, row)]),
        ),
      );
    }
  }
  return rows;
}

function valueAt(vector: Vector, index: number): unknown {
  if (!vector.isValid(index)) return null;
  const { type } = vector;
  if (DataType.isDecimal(type)) return decimalText(vector.get(index), type.scale);
  if (DataType.isTimestamp(type)) return instantText(vector.data[0]?.values[index]);
  if (DataType.isDate(type)) return new Date(vector.get(index)).toISOString().slice(0, 10);
  const value = vector.get(index);
  return typeof value === 'bigint' ? `${value}` : value;
}

function decimalText(words: Uint32Array, scale: number): string {
  const [a = 0, b = 0, c = 0, d = 0] = words;
  const whole = [d, c, b, a].reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const signed = BigInt.asIntN(128, whole);
  const digits = `${signed < 0n ? -signed : signed}`.padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
  return `${signed < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

function instantText(micros: bigint): string {
  const seconds = BigInt.asIntN(64, micros - (((micros % 1_000_000n) + 1_000_000n) % 1_000_000n));
  const whole = new Date(Number(seconds / 1000n)).toISOString().slice(0, 19).replace('T', ' ');
  const fraction = `${micros - seconds}`.padStart(6, '0').replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
