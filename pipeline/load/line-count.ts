import { isUtf8 } from 'node:buffer';

/** Line ends in a piece of text: LF, CR, or both as one. */
export function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) if (isLineEnd(text, at)) lines += 1;
  return lines;
}

/** Line ends before the first bytes that are no UTF-8. */
export function linesBeforeBadText(text: Buffer): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(text.subarray(0, middle - incompleteBytes(text, middle)))) good = middle;
    else bad = middle;
  }
  return countLines(text.subarray(0, good));
}

function incompleteBytes(text: Buffer, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = text[end - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back;
  }
  return 0;
}

/** True at the last byte of a line end. */
export function isLineEnd(buffer: Buffer, at: number): boolean {
  return buffer[at] === 10 ? buffer[at - 1] !== 13 : buffer[at] === 13;
}
