import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, UnreadableExport, unreadableAt } from '../bounds.ts';
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
  let intro = '';
  let title = '';
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
  function readBefore(text: string): void {
    if (rows > 0) return;
    intro += text;
    if (intro.length > bounds.heading) throw new UnreadableExport(makeReason('file_no_html_table'));
  }

  const markup = createMarkupReader({
    open(name, attributes, at) {
      if (unseen.has(name)) hidden.push(name);
      readBefore('\n');
      if (name === 'tr') {
        endRow();
        row = { line: markup.lineOf(at), cells: [] };
        column = 0;
        rows++;
      } else if ((name === 'td' || name === 'th') && row !== undefined) {
        endCell();
        if (row.cells.length === bounds.cellsOfRow) {
          const fault = makeReason('file_row_cells', { max: bounds.cellsOfRow });
          throw unreadableAt(markup.lineOf(at), fault);
        }
        const isHidden = /\bhidden\b/i.test(attributes.class ?? '');
        const colspan = span(attributes.colspan);
        const title = tidy(attributes.title ?? '');
        cell = { text: '', title, colspan, column, isHidden };
        if (!isHidden) column += colspan;
        row.cells.push(cell);
      }
    },
    text(part) {
      if (hidden.length > 0) {
        if (hidden.at(-1) === 'title' && rows === 0) title += part;
      } else if (cell === undefined) readBefore(part);
      else if (cell.text.length + part.length > bounds.charactersOfCell) {
        const fault = makeReason('file_cell_characters', { max: bounds.charactersOfCell });
        throw unreadableAt(row?.line ?? 1, fault);
      } else cell.text += part;
    },
    close(name) {
      if (unseen.has(name)) hidden.pop();
      readBefore('\n');
      if (name === 'td' || name === 'th') endCell();
      if (name === 'tr') endRow();
    },
  });
  return {
    write: (part) => markup.write(part),
    end() {
      markup.end();
      endRow();
      return { title: tidy(title), lines: intro.split('\n').map(tidy).filter(Boolean) };
    },
  };
}

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

function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
