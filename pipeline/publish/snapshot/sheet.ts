import type { Bytes } from './bytes.ts';
import type { PackKind } from './layout.ts';

/** The byte that stands for a line feed within a text of a table, which is no end of a line. */
export const lineFeedInText = 0x1e;

/** Parts that are packed in order, all from one file. */
export interface PartSheet {
  readonly kind: PackKind;
  /** Path of the file, or what it holds. */
  readonly source: string | Uint8Array;
  readonly slices: Slices;
  /** SHA-256 of what is published of each part; what is the same is not written again. */
  readonly known: readonly (string | undefined)[];
  /** SHA-256 of the published index of each part, for lists only. */
  readonly knownIndexes?: readonly (string | undefined)[];
}

/** Position of each part in its sheet: byte ranges, or ranges of whole lines. */
export type Slices =
  | { readonly by: 'bytes'; readonly offsets: Float64Array; readonly lengths: Float64Array }
  | {
      readonly by: 'lines';
      /** Number of each part's first line, and how many it has. */
      readonly first: Uint32Array;
      readonly count: Uint32Array;
      /** One line without its end, lines, or lines below a header with \x1E for \n within them. */
      readonly as: 'value' | 'list' | 'table';
      readonly header?: string | undefined;
      /** Instant and member of every line, for the index of a list. */
      readonly keys?: ListKeys | undefined;
    };

export interface ListKeys {
  readonly instants: Float64Array;
  readonly members: Uint16Array;
}

/** A part within the bytes of its sheet. */
export interface PartSpan {
  readonly offset: number;
  readonly length: number;
}

/** The parts of a sheet; of a list also where each of its lines ends, as `lineEnds` has it. */
export function spansOf(bytes: Bytes, slices: Slices): { spans: PartSpan[]; ends?: Float64Array } {
  if (slices.by === 'bytes') {
    const span = (offset: number, at: number) => ({ offset, length: slices.lengths[at] ?? 0 });
    return { spans: Array.from(slices.offsets, span) };
  }
  const lines = slices.count.reduce((sum, count) => sum + count, 0);
  const ends = lineEnds(bytes, lines);
  const end = slices.as === 'value' ? 1 : 0;
  const spans = Array.from(slices.first, (first, at) => {
    const offset = ends[first] ?? 0;
    return { offset, length: (ends[first + (slices.count[at] ?? 0)] ?? 0) - offset - end };
  });
  return { spans, ends };
}

const chunkBytes = 4 * 1024 * 1024;
const newline = 10;

/**
 * Returns the offset after each line's newline. Element 0 is 0, the beginning of the first line.
 */
export function lineEnds(bytes: Bytes, lines: number): Float64Array {
  const ends = new Float64Array(lines + 1);
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes.length));
  let line = 0;
  for (let from = 0; from < bytes.length; from += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, bytes.length - from));
    bytes.read(part, from);
    for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) {
      line += 1;
      if (line > lines) throw new Error(`${bytes.name} goes on after ${lines} lines`);
      ends[line] = from + at + 1;
    }
  }
  if (line < lines) throw new Error(`${bytes.name} ends after ${line} of ${lines} lines`);
  if (ends[lines] !== bytes.length) throw new Error(`${bytes.name} ends within a line`);
  return ends;
}
