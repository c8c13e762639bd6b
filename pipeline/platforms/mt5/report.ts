import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { Notation } from '../../read/notation.ts';
import { createTexts } from '../../read/texts.ts';
import { refusePips } from '../source/cells.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import { createFigureReader, type Mt5Figures } from './figures.ts';
import { createHeaderReader, type ReportHeader } from './header.ts';
import {
  type ClosedPosition,
  clockOf,
  type Deal,
  type OpenPosition,
  readReportRow,
  type TableHeadings,
} from './rows.ts';

export interface Report {
  header: ReportHeader;
  /**
   * Listed positions. Empty in reports from before 2016 and of the tester, which only have deals.
   */
  closed: ClosedPosition[];
  open: OpenPosition[];
  deals: Deal[];
  orders: number;
  /** Rows of all tables, read or not. */
  rows: number;
  figures: Mt5Figures;
  unread: UnreadRows;
}

/**
 * In any language MetaTrader writes times as `yyyy.mm.dd`, so dates need no decision. It writes
 * numbers as `1 234.56`, but programs that save a report again write them in their own way.
 */
export const usualOfMt5 = { dates: 'year first', decimal: 'point' } as const;

const expected = makeReason('file_expected_mt5');

/** Headings above the rows of a table have at least so many columns. */
const minColumns = 10;

/** Reads an MT5 report as printed, row by row. Throws Unreadable if it is another file. */
export function createReportReader(notation: Notation): {
  take(row: TableRow): void;
  report(): Report;
} {
  const header = createHeaderReader();
  const report: Report = {
    closed: [],
    open: [],
    deals: [],
    orders: 0,
    rows: 0,
    unread: new UnreadRows(),
    header: header.header,
    figures: new Map(),
  };
  const figures = createFigureReader();
  const copyOnce = createTexts();
  let headings: TableHeadings | undefined;
  return { take, report: whole };

  function take(row: TableRow): void {
    const seen = row.cells.filter(({ isHidden }) => !isHidden);
    if (isDated(seen[0]?.text ?? '')) {
      report.rows++;
      if (headings) takeFact(row, headings);
      else refuse(row, makeReason('import_no_headings'));
      return;
    }
    const found = headingsIn(row);
    if (found !== null) {
      for (const { text } of seen) refusePips(text);
      headings = found;
      return;
    }
    if (headings === undefined) header.read(row);
    figures.read(row);
  }

  function whole(): Report {
    report.figures = figures.figures();
    const { closed, open, deals } = report;
    if (closed.length + open.length + deals.length + report.figures.size === 0) {
      throw new UnreadableExport(expected);
    }
    return report;
  }

  function takeFact(row: TableRow, headings: TableHeadings): void {
    for (const cell of row.cells) cell.text = copyOnce(cell.text);
    const read = readReportRow(row, headings, notation);
    if (read.kind === 'closed') report.closed.push(read.position);
    if (read.kind === 'open') report.open.push(read.position);
    if (read.kind === 'deal') report.deals.push(read.deal);
    if (read.kind === 'order') report.orders++;
    if (read.kind === 'unread') refuse(row, read.reason);
  }

  function refuse({ line, cells }: TableRow, reason: CodedReason): void {
    report.unread.add(
      line,
      reason,
      cells.map(({ text }) => text),
    );
  }
}

/** Returns true if the first rows of a file have a row of a report below headings. */
export function showsReport(rows: readonly TableRow[]): boolean {
  const notation = new Notation(usualOfMt5.dates, usualOfMt5.decimal);
  let headings: TableHeadings | undefined;
  return rows.some((row) => {
    const first = row.cells.find(({ isHidden, text }) => !isHidden && text !== '');
    if (headings && isDated(first?.text ?? '')) {
      const { kind } = readReportRow(row, headings, notation);
      return kind === 'deal' || kind === 'closed' || kind === 'open';
    }
    headings = headingsIn(row) ?? headings;
    return false;
  });
}

/** Returns the headings of a table; null if the row has none. */
function headingsIn({ cells }: TableRow): TableHeadings | null {
  const seen = cells.filter(({ isHidden, text }) => !isHidden && text !== '');
  if (seen.length < minColumns || seen.some(({ text }) => /^\d/.test(text))) return null;
  const names = new Set(seen.map(({ text }) => text.toLowerCase()));
  return { columns: seen.map(({ column }) => column), hasTwins: names.size < seen.length };
}

/** Returns true if a row begins with a time. */
const isDated = (first: string): boolean => clockOf(first)(first) !== null;
