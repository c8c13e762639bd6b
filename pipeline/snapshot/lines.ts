import type { Bytes } from './bytes.ts';

const chunkBytes = 4 * 1024 * 1024;
const newline = 10;

/** Where each of so many lines ends, behind its newline; the first element is 0, where they begin. */
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
