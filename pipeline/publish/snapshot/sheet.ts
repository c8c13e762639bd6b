import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createListIndex } from './list-index.ts';
import type { PartContent } from './object.ts';

/** The byte that stands for a line feed within a text of a table, which is no end of a line. */
const lineFeedInText = 0x1e;
const lineFeed = 10;

/** Bytes that are read from a sheet at once. */
const windowBytes = 1 << 18;

/** A part of many accounts, one behind the other in the lines of a file. */
export interface PartSheet {
  /** Returns the content of the account at a position in the order of the file. */
  part(at: number): PartContent;
  /** Returns the index of the list of an account, for lists only. */
  index(at: number): PartContent;
  close(): void;
}

/** Which lines of a sheet are an account's, and what they are. */
export interface SheetLines {
  /** Number of each account's first line, and how many it has. */
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  /** One line without its end, lines, or lines below a header with \x1E for \n within them. */
  readonly as: 'value' | 'list' | 'table';
  readonly header?: string | undefined;
  /** Instant and member of every line, for the index of a list. */
  readonly keys?: ListKeys | undefined;
}

export interface ListKeys {
  readonly instants: Float64Array;
  readonly members: Uint16Array;
}

/** Opens a sheet at a path. Accounts are quickest to read in order. */
export function openSheet(
  path: string,
  { first, count, as, header = '', keys }: SheetLines,
): PartSheet {
  const file = openWindow(path);
  const top = Buffer.from(header);
  let ends: Float64Array;
  try {
    ends = lineEnds(
      file,
      count.reduce((sum, lines) => sum + lines, 0),
    );
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    part: (at) => {
      const [from, lines] = [first[at] ?? 0, count[at] ?? 0];
      const start = ends[from] ?? 0;
      const end = (ends[from + lines] ?? 0) - (as === 'value' ? 1 : 0);
      return {
        rows: lines,
        *pieces() {
          if (as === 'table') yield top;
          for (let offset = start; offset < end; offset += windowBytes) {
            const piece = file.read(offset, Math.min(windowBytes, end - offset));
            yield as === 'table' ? withLineFeeds(piece) : piece;
          }
        },
      };
    },
    index: (at) => {
      if (!keys) throw new Error(`${path} is not a list`);
      const bytes = indexOfLines(ends, keys, first[at] ?? 0, count[at] ?? 0);
      return { rows: count[at] ?? 0, pieces: () => [bytes] };
    },
    close: () => file.close(),
  };
}

function withLineFeeds(bytes: Buffer): Buffer {
  let at = bytes.indexOf(lineFeedInText);
  for (; at >= 0; at = bytes.indexOf(lineFeedInText, at + 1)) bytes[at] = lineFeed;
  return bytes;
}

/** A file that is read through one window, which moves. */
interface Window {
  readonly name: string;
  readonly length: number;
  /** Returns bytes that stay valid until the next call. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

function openWindow(path: string): Window {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const window = Buffer.allocUnsafe(Math.min(windowBytes, size));
  let [begin, end] = [0, 0];
  return {
    name: path,
    length: size,
    read(offset, length) {
      if (offset < begin || offset + length > end) {
        begin = offset;
        end = offset;
        const wanted = Math.min(window.length, size - offset);
        while (end - begin < wanted) {
          const count = readSync(file, window, end - begin, wanted - (end - begin), end);
          if (count === 0) throw new Error(`${path} ends too early`);
          end += count;
        }
      }
      if (offset + length > end) throw new Error(`${path} ends too early`);
      return window.subarray(offset - begin, offset - begin + length);
    },
    close: () => closeSync(file),
  };
}

/**
 * Returns the offset after each line's newline. Element 0 is 0, the beginning of the first line.
 */
function lineEnds(file: Omit<Window, 'close'>, lines: number): Float64Array {
  const ends = new Float64Array(lines + 1);
  let line = 0;
  for (let from = 0; from < file.length; from += windowBytes) {
    const part = file.read(from, Math.min(windowBytes, file.length - from));
    for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) {
      line += 1;
      if (line > lines) throw new Error(`${file.name} goes on after ${lines} lines`);
      ends[line] = from + at + 1;
    }
  }
  if (line < lines) throw new Error(`${file.name} ends after ${line} of ${lines} lines`);
  if (ends[lines] !== file.length) throw new Error(`${file.name} ends within a line`);
  return ends;
}

/** The index of so many lines of a sheet, from the line numbered `first` on. */
function indexOfLines(
  ends: Float64Array,
  { instants, members }: ListKeys,
  first: number,
  count: number,
): Uint8Array {
  const index = createListIndex(count);
  const start = ends[first] ?? 0;
  for (let line = 1; line <= count; line += 1) {
    index.offsets[line] = (ends[first + line] ?? 0) - start;
  }
  index.instants.set(instants.subarray(first, first + count));
  index.members.set(members.subarray(first, first + count));
  return index.bytes;
}
