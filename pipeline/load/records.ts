import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FileFailure } from './failure.ts';

/** One record of a text file: a line, or several where a quoted cell holds line breaks. */
export interface TextRecord {
  buffer: Buffer;
  start: number;
  end: number;
  /** Line it starts on, counted from 1. */
  line: number;
  cells: number;
  /** False for the last record of a file that ends without a line break. */
  isEnded: boolean;
  /** A quoted cell goes on behind its closing quote. */
  hasTextAfterQuote: boolean;
  /** A quote stands inside a cell that does not start with one. */
  hasLooseQuote: boolean;
}

export interface LineEnds {
  lineFeeds: number;
  returnsAndFeeds: number;
  returns: number;
}

const chunkBytes = 1 << 20;
/** Bytes a record may have before the file is refused. */
const longestRecord = 32 << 20;

const mark = [0xef, 0xbb, 0xbf];

const comma = 1;
const feed = 2;
const carriageReturn = 3;
const quote = 4;

const lineClasses = new Uint8Array(256);
lineClasses[10] = feed;
lineClasses[13] = carriageReturn;
const cellClasses = lineClasses.slice();
// DuckDB reads lines as a CSV of one column, told apart by a byte that JSON never holds.
lineClasses[1] = comma;
cellClasses[44] = comma;
cellClasses[34] = quote;

/**
 * Calls `visit` with every record of a UTF-8 file except blank lines. The record object is reused.
 * In a CSV, commas and quotes mean something.
 * DuckDB's own table of rejects miscounts lines after blank ones and fails on mixed line ends. It
 * also accepts a truncated file. csv-parse loses track after a bad quote, at a tenth of the speed.
 */
export function scanRecords(
  path: string,
  isCsv: boolean,
  visit: (record: TextRecord) => void,
): LineEnds {
  const file = openSync(path, 'r');
  try {
    return new Scanner(file, isCsv, visit).scan();
  } finally {
    closeSync(file);
  }
}

class Scanner {
  readonly #file: number;
  readonly #classes: Uint8Array;
  readonly #visit: (record: TextRecord) => void;
  readonly #lineEnds: LineEnds = { lineFeeds: 0, returnsAndFeeds: 0, returns: 0 };
  readonly #record: TextRecord;
  #buffer: Buffer;
  #filled = 0;
  #isAtStart = true;
  #isAtEnd = false;
  #line = 1;

  constructor(file: number, isCsv: boolean, visit: (record: TextRecord) => void) {
    this.#file = file;
    this.#classes = isCsv ? cellClasses : lineClasses;
    this.#visit = visit;
    this.#buffer = Buffer.allocUnsafe(Math.min(chunkBytes, fstatSync(file).size + 64));
    this.#record = {
      buffer: this.#buffer,
      start: 0,
      end: 0,
      line: 1,
      cells: 1,
      isEnded: true,
      hasTextAfterQuote: false,
      hasLooseQuote: false,
    };
  }

  scan(): LineEnds {
    let start = 0;
    while (!this.#isAtEnd) {
      this.#refill(start);
      start = this.#scanBuffer();
      this.#checkText(start);
    }
    return this.#lineEnds;
  }

  #refill(start: number): void {
    const rest = this.#filled - start;
    this.#checkLength(rest);
    if (2 * rest > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * this.#buffer.length);
      this.#buffer.copy(larger, 0, start, this.#filled);
      this.#buffer = larger;
    } else {
      this.#buffer.copyWithin(0, start, this.#filled);
    }
    const bytes = readSync(this.#file, this.#buffer, rest, this.#buffer.length - rest, null);
    this.#filled = rest + bytes;
    this.#isAtEnd = bytes === 0;
    this.#record.buffer = this.#buffer;
  }

  #checkText(end: number): void {
    const text = this.#buffer.subarray(0, this.#isAtEnd ? this.#filled : end);
    if (isUtf8(text)) return;
    const line = this.#line - countLines(text) + linesBeforeBadText(text);
    throw new FileFailure(`line ${line} is not UTF-8`);
  }

  /** Visits the records that end in the buffer; returns where the first that does not starts. */
  #scanBuffer(): number {
    const buffer = this.#buffer;
    const classes = this.#classes;
    const filled = this.#filled;
    const record = this.#record;
    let start = this.#isAtStart && hasMark(buffer, filled) ? mark.length : 0;
    let at = start;
    let cellStart = start;
    let lines = 0;
    this.#isAtStart = false;
    record.cells = 1;
    record.hasTextAfterQuote = false;
    record.hasLooseQuote = false;
    while (at < filled) {
      const kind = classes[buffer[at] ?? 0];
      if (kind === 0) {
        at += 1;
      } else if (kind === comma) {
        record.cells += 1;
        at += 1;
        cellStart = at;
      } else if (kind === quote) {
        if (at !== cellStart) {
          record.hasLooseQuote = true;
          at += 1;
          continue;
        }
        const close = this.#closingQuote(at + 1);
        if (close < 0) return this.#openQuote(start);
        for (let inside = at + 1; inside < close; inside++) {
          if (isLineEnd(buffer, inside)) lines += 1;
        }
        at = close + 1;
        const next = at < filled ? classes[buffer[at] ?? 0] : feed;
        if (next === 0 || next === quote) record.hasTextAfterQuote = true;
      } else {
        if (kind === carriageReturn && at + 1 === filled && !this.#isAtEnd) return start;
        const length = kind === carriageReturn && buffer[at + 1] === 10 && at + 1 < filled ? 2 : 1;
        this.#countLineEnd(kind === feed, length);
        this.#emit(start, at, true);
        this.#line += lines + 1;
        lines = 0;
        at += length;
        start = at;
        cellStart = at;
        record.cells = 1;
        record.hasTextAfterQuote = false;
        record.hasLooseQuote = false;
      }
    }
    if (this.#isAtEnd) this.#emit(start, filled, false);
    return start;
  }

  /** Returns the end of the quoted cell that starts at `from`, or -1 if the buffer ends first. */
  #closingQuote(from: number): number {
    const buffer = this.#buffer;
    let at = buffer.indexOf(34, from);
    while (at >= 0 && at < this.#filled) {
      if (at + 1 === this.#filled && !this.#isAtEnd) return -1;
      if (at + 1 === this.#filled || buffer[at + 1] !== 34) return at;
      at = buffer.indexOf(34, at + 2);
    }
    return -1;
  }

  #openQuote(start: number): number {
    if (this.#isAtEnd) {
      throw new FileFailure(`is cut off: a quote in the row of line ${this.#line} is never closed`);
    }
    return start;
  }

  #checkLength(bytes: number): void {
    if (bytes <= longestRecord) return;
    throw new FileFailure(`line ${this.#line} is longer than ${longestRecord >> 20} MB`);
  }

  #countLineEnd(isFeed: boolean, length: number): void {
    if (isFeed) this.#lineEnds.lineFeeds += 1;
    else if (length === 2) this.#lineEnds.returnsAndFeeds += 1;
    else this.#lineEnds.returns += 1;
  }

  #emit(start: number, end: number, isEnded: boolean): void {
    if (start === end) return;
    this.#checkLength(end - start);
    const record = this.#record;
    record.start = start;
    record.end = end;
    record.line = this.#line;
    record.isEnded = isEnded;
    this.#visit(record);
  }
}

function hasMark(buffer: Buffer, filled: number): boolean {
  return filled >= mark.length && mark.every((byte, index) => buffer[index] === byte);
}

/** Line ends in a piece of text: LF, CR, or both as one. */
function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) if (isLineEnd(text, at)) lines += 1;
  return lines;
}

function linesBeforeBadText(text: Buffer): number {
  const decoded = Buffer.from(text.toString());
  return countLines(
    text.subarray(
      0,
      text.findIndex((byte, at) => byte !== decoded[at]),
    ),
  );
}

/** True at the last byte of a line end. */
function isLineEnd(buffer: Buffer, at: number): boolean {
  return buffer[at] === 10 ? buffer[at - 1] !== 13 : buffer[at] === 13;
}
