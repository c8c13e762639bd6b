import { closeSync, openSync, writeSync } from 'node:fs';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { FileFailure } from './failure.ts';
import { type LineEnds, scanRecords, type TextRecord } from './records.ts';

/** A text file whose records were counted and found to be readable. */
export interface TextFile {
  /** UTF-8 text as it came in. */
  path: string;
  isCsv: boolean;
  /** Names in the first record of a CSV; none otherwise. */
  header: string[];
  /** Records that go on to the rules. */
  rows: number;
  /** Records refused here, for their shape. */
  broken: number;
  /** DuckDB would not read it as it is, because a record or its line breaks are irregular. */
  needsCopy: boolean;
  /** Kind of line breaks, part of what files must share to be read together. */
  lineEnd: string;
  /** The last row has no line break behind it. */
  isOpenEnded: boolean;
}

export interface RefusedLine {
  line: number;
  reason: CodedReason;
  raw: string;
  /** The account that it names; where that is not known, it is not said. */
  accountId?: string | null;
}

// No table has a value this long, and DuckDB would need buffers of many times as much.
export const longestRow = 1 << 20;
const longestRaw = 1 << 16;
const sampledLines = 20;

/** Counts and checks the records of a text file. */
export function inspect(path: string, isCsv: boolean): TextFile {
  const file: TextFile = {
    path,
    isCsv,
    header: [],
    rows: 0,
    broken: 0,
    needsCopy: false,
    lineEnd: '',
    isOpenEnded: false,
  };
  let isFirst = isCsv;
  let objects = 0;
  const lineEnds = scanRecords(path, isCsv, (record) => {
    if (isFirst) {
      isFirst = false;
      file.header = splitCells(textOf(record)).map((name) => name.trim());
      return;
    }
    const flaw = flawOf(record, file);
    if (!isCsv && file.rows + file.broken < sampledLines && isObject(textOf(record))) objects += 1;
    if (record.isEnded === false) checkEnd(record, file);
    if (flaw) file.broken += 1;
    else file.rows += 1;
    if (flaw || record.hasLooseQuote) file.needsCopy = true;
  });
  if (isFirst) throw new FileFailure('has no header: it is empty');
  if (!isCsv && objects === 0 && file.rows + file.broken > 0) {
    throw new FileFailure('is not NDJSON: none of its first lines is a JSON object');
  }
  file.lineEnd = kindOf(lineEnds);
  if (file.lineEnd === 'mixed') file.needsCopy = true;
  return file;
}

/** Writes the records that `inspect` counted as rows to `target`; hands on the others. */
export function copyRows(
  file: TextFile,
  target: string,
  onRefused: (record: RefusedLine) => void,
): void {
  const output = openSync(target, 'w');
  try {
    if (file.isCsv) writeSync(output, `${joinCells(file.header)}\n`);
    eachRow(file, (record, flaw) => {
      if (flaw) onRefused({ line: record.line, reason: flaw, raw: rawOf(record) });
      else if (record.hasLooseQuote)
        writeSync(output, `${joinCells(splitCells(textOf(record)))}\n`);
      else {
        writeSync(output, record.buffer, record.start, record.end - record.start);
        writeSync(output, '\n');
      }
    });
  } finally {
    closeSync(output);
  }
}

/** Finds the rows with the given ordinals, counted from 0, in ascending order. */
export function findRows(
  file: TextFile,
  ordinals: readonly number[],
  onFound: (index: number, line: number, raw: string) => void,
): void {
  let ordinal = 0;
  let next = 0;
  eachRow(file, (record, flaw) => {
    if (flaw) return;
    if (ordinals[next] === ordinal) {
      onFound(next, record.line, rawOf(record));
      next += 1;
    }
    ordinal += 1;
  });
}

function eachRow(
  file: TextFile,
  visit: (record: TextRecord, flaw: CodedReason | undefined) => void,
) {
  let isHeader = file.isCsv;
  scanRecords(file.path, file.isCsv, (record) => {
    if (!isHeader) visit(record, flawOf(record, file));
    isHeader = false;
  });
}

function flawOf(record: TextRecord, { isCsv, header }: TextFile): CodedReason | undefined {
  if (record.end - record.start > longestRow) return makeReason('row_over_megabyte');
  if (!isCsv) return record.cells > 1 ? makeReason('row_line_not_object') : undefined;
  if (record.hasTextAfterQuote) return makeReason('row_text_after_quote');
  if (record.cells !== header.length) {
    return makeReason('row_wrong_columns', { count: record.cells, max: header.length });
  }
  return undefined;
}

function checkEnd(record: TextRecord, file: TextFile): void {
  file.isOpenEnded = file.isCsv;
  const isCut = file.isCsv ? record.cells < file.header.length : !isObject(textOf(record));
  if (isCut) throw new FileFailure(`is cut off in line ${record.line}`);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function rawOf({ buffer, start, end }: TextRecord): string {
  return buffer.toString('utf8', start, Math.min(end, start + longestRaw));
}

function textOf({ buffer, start, end }: TextRecord): string {
  return buffer.toString('utf8', start, end);
}

function kindOf({ lineFeeds, returnsAndFeeds, returns }: LineEnds): string {
  if (returns > 0 || (lineFeeds > 0 && returnsAndFeeds > 0)) return 'mixed';
  return returnsAndFeeds > 0 ? 'crlf' : 'lf';
}

// A quote counts only at a cell's start.
function splitCells(record: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= record.length) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at + 1) : nextComma(record, at);
    cells.push(isQuoted ? record.slice(at + 1, end).replaceAll('""', '"') : record.slice(at, end));
    at = (isQuoted ? nextComma(record, end) : end) + 1;
  }
  return cells;
}

function joinCells(cells: readonly string[]): string {
  return cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',');
}

function nextComma(record: string, from: number): number {
  const at = record.indexOf(',', from);
  return at < 0 ? record.length : at;
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at < 0 ? record.length : at;
}
