import { endianness } from 'node:os';

if (endianness() !== 'LE') throw new Error('snapshots need a little-endian machine');

/**
 * Index of a list of JSON lines, newest first. Each row has the offset of its line, the instant
 * that pages it (milliseconds, UTC) and the position of its member.
 * Laid out as float64 offsets [rows + 1], float64 instants [rows], uint16 members [rows].
 */
export interface ListIndex {
  rows: number;
  offsets: Float64Array;
  instants: Float64Array;
  members: Uint16Array;
}

/** Bytes of the index of so many rows. */
export const indexBytes = (rows: number): number => 8 * (rows + 1) + 8 * rows + 2 * rows;

/** Views over the bytes of an index; `bytes` must not change afterwards. */
export function readListIndex(bytes: Uint8Array, rows: number): ListIndex {
  if (bytes.byteLength !== indexBytes(rows)) {
    throw new Error(`index of ${rows} rows has ${bytes.byteLength} bytes`);
  }
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const { buffer, byteOffset } = aligned;
  return {
    rows,
    offsets: new Float64Array(buffer, byteOffset, rows + 1),
    instants: new Float64Array(buffer, byteOffset + 8 * (rows + 1), rows),
    members: new Uint16Array(buffer, byteOffset + 8 * (2 * rows + 1), rows),
  };
}

/** An empty index for so many rows, with the bytes it is written as. */
export function createListIndex(rows: number): ListIndex & { bytes: Uint8Array } {
  const bytes = new Uint8Array(indexBytes(rows));
  return { ...readListIndex(bytes, rows), bytes };
}
