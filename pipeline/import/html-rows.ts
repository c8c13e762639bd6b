import { Parser } from 'htmlparser2';

export interface Cell {
  text: string;
  title: string;
  colspan: number;
}

export interface TableRow {
  line: number;
  cells: Cell[];
}

export interface HtmlReport {
  /** The first line of text before any table. */
  heading: string;
  rows: TableRow[];
}

const unseen = new Set(['title', 'style', 'script']);

/** Reads the rows of every table in a report, in order, with the line each starts on. */
export function readHtmlRows(html: string): HtmlReport {
  const rows: TableRow[] = [];
  let intro = '';
  let skipped = 0;
  let row: TableRow | undefined;
  let cell: Cell | undefined;
  const lineAt = lineCounter(html);

  const parser = new Parser({
    onopentag(name, attributes) {
      if (unseen.has(name)) skipped++;
      if (rows.length === 0) intro += '\n';
      if (name === 'tr') {
        row = { line: lineAt(parser.startIndex), cells: [] };
        rows.push(row);
        cell = undefined;
      } else if ((name === 'td' || name === 'th') && row !== undefined) {
        cell = { text: '', title: tidy(attributes.title ?? ''), colspan: span(attributes.colspan) };
        row.cells.push(cell);
      }
    },
    ontext(text) {
      if (skipped > 0) return;
      if (cell !== undefined) cell.text += text;
      else if (rows.length === 0) intro += text;
    },
    onclosetag(name) {
      if (unseen.has(name)) skipped--;
      if (rows.length === 0) intro += '\n';
      if (name === 'td' || name === 'th') {
        if (cell !== undefined) cell.text = tidy(cell.text);
        cell = undefined;
      }
      if (name === 'tr') row = undefined;
    },
  });
  parser.end(html);

  const heading = intro.split('\n').map(tidy).find(Boolean) ?? '';
  return { heading, rows };
}

function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let counted = 0;
  return (index) => {
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    return line;
  };
}

function span(attribute: string | undefined): number {
  const columns = Number.parseInt(attribute ?? '', 10);
  return columns > 0 ? columns : 1;
}

function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
