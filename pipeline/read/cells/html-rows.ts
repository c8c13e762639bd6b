import { makeReason } from '../../base/reasons/reason.ts';
import { addText, boundCells, bounds, UnreadableExport, unreadableAt } from '../bounds.ts';
import { createMarkupReader } from './markup.ts';

export interface Cell {
  text: string;
  title: string;
  colspan: number;
  /** The column it begins in, from 0, as it is seen: hidden cells take none. */
  column: number;
  /** True of a cell that a browser does not show. */
  isHidden: boolean;
}

export interface TableRow {
  line: number;
  cells: Cell[];
}

/** Text before the first row of a report. */
export interface Heading {
  title: string;
  /** The lines of text above any table. */
  lines: string[];
}

const unseen = new Set(['title', 'style', 'script']);

export interface HtmlReader {
  write(part: string): void;
  /** Returns the text before the first row. */
  end(): Heading;
}

/** Hands over the rows of every table in a report that comes in parts, one after the other. */
export function createHtmlReader(take: (row: TableRow) => void): HtmlReader {
  const intro = createIntro();
  let rows = 0;
  const hidden: string[] = [];
  let row: TableRow | undefined;
  let cell: Cell | undefined;
  let column = 0;
  function endCell(): void {
    if (cell !== undefined) cell.text = tidy(cell.text);
    cell = undefined;
  }
  function endRow(): void {
    endCell();
    if (row !== undefined) take(row);
    row = undefined;
  }
  const markup = createMarkupReader({
    open(name, attributes, at) {
      if (unseen.has(name)) hidden.push(name);
      if (rows === 0) intro.add('\n');
      if (name === 'tr') {
        endRow();
        row = { line: markup.lineOf(at), cells: [] };
        column = 0;
        rows++;
      } else if ((name === 'td' || name === 'th') && row !== undefined) {
        endCell();
        boundCells(row.cells, markup.lineOf(at), unreadableAt);
        cell = cellOf(attributes, column);
        if (!cell.isHidden) column += cell.colspan;
        row.cells.push(cell);
      }
    },
    text(part) {
      if (hidden.length > 0) {
        if (hidden.at(-1) === 'title' && rows === 0) intro.addTitle(part);
      } else if (cell !== undefined) addText(cell, part, row?.line ?? 1, unreadableAt);
      else if (rows === 0) intro.add(part);
    },
    close(name) {
      if (unseen.has(name)) hidden.pop();
      if (rows === 0) intro.add('\n');
      if (name === 'td' || name === 'th') endCell();
      if (name === 'tr') endRow();
    },
  });
  return {
    write: (part) => markup.write(part),
    end() {
      markup.end();
      endRow();
      return intro.heading();
    },
  };
}

/** Gathers the title of a report and the text before its first row. */
function createIntro() {
  let title = '';
  let text = '';
  return {
    addTitle(part: string): void {
      title += part;
    },
    add(part: string): void {
      text += part;
      if (text.length > bounds.heading) {
        throw new UnreadableExport(makeReason('file_no_html_table'));
      }
    },
    heading: (): Heading => ({
      title: tidy(title),
      lines: text.split('\n').map(tidy).filter(Boolean),
    }),
  };
}

const cellOf = (attributes: Readonly<Record<string, string>>, column: number): Cell => ({
  text: '',
  title: tidy(attributes.title ?? ''),
  colspan: span(attributes.colspan),
  column,
  isHidden: /\bhidden\b/i.test(attributes.class ?? ''),
});

/** Reads a report that is in memory as a whole. */
export function readHtmlRows(html: string, take: (row: TableRow) => void): Heading {
  const reader = createHtmlReader(take);
  reader.write(html);
  return reader.end();
}

function span(attribute: string | undefined): number {
  const columns = Number.parseInt(attribute ?? '', 10);
  return columns > 0 ? columns : 1;
}

/** Makes a text one line without spaces around it. */
export function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
