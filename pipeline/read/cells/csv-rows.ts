import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, unreadableAt } from '../bounds.ts';
import type { TableRow } from './html-rows.ts';

/** A row as a list of texts. */
export interface TextRow {
  line: number;
  texts: string[];
  /**
   * True if the row may be several rows. It has a cell with line breaks, a quote that nothing
   * closes, or a quote that is not doubled next to a separator.
   */
  breaks: boolean;
  /** The file ends within it, or with it and no end of line. */
  isCut: boolean;
  /** Empty cells at its end are left out, as workbooks do. */
  isSparse?: boolean;
}

export interface CsvReader {
  write(text: string): void;
  end(): void;
}

/** Hands over the rows of a CSV whose tables may differ in their columns, one below the other. */
export function readCsvRows(text: string, take: (row: TableRow) => void): void {
  const reader = createCsvReader(({ line, texts }) => {
    const cells = texts.map((cell, column) => ({
      text: cell,
      title: '',
      colspan: 1,
      column,
      isHidden: false,
    }));
    take({ line, cells });
  });
  reader.write(text);
  reader.end();
}

/** Hands over the rows of a CSV that comes in parts; empty lines are rows without a text. */
export function createCsvReader(take: (row: TextRow) => void): CsvReader {
  let rest = '';
  let line = 1;
  let delimiter: string | undefined;
  let unclosed = 0;

  function read(text: string, isLast: boolean): void {
    let from = 0;
    if (delimiter === undefined) {
      if (!isLast && text.length < bounds.bytesOfRecord) {
        rest = text;
        return;
      }
      if (text.startsWith('\ufeff')) from = 1;
      delimiter = delimiterOf(text.slice(from, from + bounds.bytesOfRecord));
      const declared = separatorLine.exec(text.slice(from, from + 16));
      if (declared !== null) {
        from += declared[0].length;
        line += 1;
      }
    }
    while (from < text.length) {
      const record = recordAt(text, from, delimiter, isLast);
      const length = (record?.end ?? text.length) - from;
      if (length > bounds.bytesOfRecord) {
        throw unreadableAt(line, makeReason('file_row_characters', { max: bounds.bytesOfRecord }));
      }
      if (record === undefined) break;
      if (record.texts.length > bounds.cellsOfRow) {
        throw unreadableAt(line, makeReason('file_row_cells', { max: bounds.cellsOfRow }));
      }
      unclosed += record.unclosed;
      // Each of them costs a look at all that a row may be long.
      if (unclosed > unclosedQuotes) {
        throw unreadableAt(line, makeReason('file_open_quotes'));
      }
      take({
        line,
        texts: record.texts,
        breaks: record.lines > 1 || record.unclosed > 0 || record.isTorn,
        isCut: record.isCut,
      });
      line += record.lines;
      from = record.end;
    }
    rest = from < text.length ? text.slice(from) : '';
  }

  return {
    write: (text) => read(rest + text, false),
    end: () => read(rest, true),
  };
}

interface CsvRecord {
  texts: string[];
  /** Index at which the next row begins. */
  end: number;
  /** Count of the lines of the row. */
  lines: number;
  /** Quotes that nothing closes. */
  unclosed: number;
  /** A quoted cell holds a mark between cells and a quote that is not doubled. */
  isTorn: boolean;
  isCut: boolean;
}

const unclosedQuotes = 1000;
const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** The record that begins at a place; undefined where the text ends within it and more may come. */
function recordAt(
  text: string,
  from: number,
  delimiter: string,
  isLast: boolean,
): CsvRecord | undefined {
  const mark = delimiter.charCodeAt(0);
  const texts: string[] = [];
  let lines = 1;
  let unclosed = 0;
  let isTorn = false;
  let at = from;
  for (;;) {
    const start = at;
    let cell: string | undefined;
    if (text.charCodeAt(skipBlanks(text, at)) === quote) {
      const end = endOfQuoted(text, skipBlanks(text, at) + 1, mark);
      if (end < 0 && !isLast && text.length - at <= bounds.bytesOfRecord) return undefined;
      // A quote that nothing closes is a character like others.
      if (end < 0) unclosed++;
      if (end >= 0) {
        const quoted = text.slice(skipBlanks(text, start) + 1, end);
        lines += quoted.split('\n').length - 1;
        cell = quoted.replaceAll('""', '"');
        isTorn ||= quoted.includes(delimiter) && quoted.replaceAll('""', '').includes('"');
        at = skipBlanks(text, end + 1);
      }
    }
    if (cell === undefined) {
      while (at < text.length && !isEnd(text.charCodeAt(at), mark)) at++;
      cell = text.slice(start, at);
    }
    texts.push(tidy(cell));
    const stop = text.charCodeAt(at);
    if (at < text.length && stop === mark && texts.length <= bounds.cellsOfRow) {
      at++;
      continue;
    }
    const isCut = at >= text.length || (stop === carriageReturn && at + 1 === text.length);
    if (isCut && !isLast) return undefined;
    const isPair = stop === carriageReturn && text.charCodeAt(at + 1) === lineFeed;
    const end = Math.min(at + (isPair ? 2 : 1), text.length);
    const isEmpty = texts.length === 1 && texts[0] === '';
    return { texts: isEmpty ? [] : texts, end, lines, unclosed, isTorn, isCut: at >= text.length };
  }
}

/**
 * Returns the index of the quote before the end of a cell; a negative number if no quote is near
 * enough.
 */
function endOfQuoted(text: string, from: number, mark: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (at - from > bounds.bytesOfRecord) return -1;
    if (text.charCodeAt(at + 1) === quote) at++;
    else {
      const next = skipBlanks(text, at + 1);
      if (next >= text.length || isEnd(text.charCodeAt(next), mark)) return at;
    }
  }
  return -1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

const isEnd = (code: number, mark: number): boolean =>
  code === mark || code === lineFeed || code === carriageReturn;

const tidy = (cell: string): string =>
  /[^!-~]/.test(cell) ? cell.replace(/[\s\p{Cc}]+/gu, ' ').trim() : cell;

/** First line that names the separator for spreadsheets: `sep=,`. */
const separatorLine = /^"?sep=([,;\t|])"?\r?\n/i;

/**
 * Returns the most frequent separator in the first lines; a comma between digits may belong to a
 * number.
 */
export function delimiterOf(head: string): string {
  const declared = separatorLine.exec(head)?.[1];
  if (declared !== undefined) return declared;
  const text = head
    .slice(0, 4096)
    .replace(/"[^"]*"/g, '""')
    .replace(/(?<=\d),(?=\d)/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: text.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}
