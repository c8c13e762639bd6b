import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { Notation } from '../../read/notation.ts';
import { refusePips } from '../source/cells.ts';
import { usualOfMetatrader } from '../source/metatrader-figures.ts';
import { refuseOtherAccount } from '../source/questions.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import { createFigureReader, type Mt5Figures } from './figures.ts';
import { createHeaderReader, numberBelow, type ReportHeader } from './header.ts';
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

const expected = makeReason('file_expected_mt5');

/** Headings above the rows of a table have at least so many columns. */
const minColumns = 10;

/** Reads an MT5 report as printed, row by row. Throws Unreadable if it is another file. */
export class ReportReader {
  readonly #notation: Notation;
  readonly #header = createHeaderReader();
  readonly #figures = createFigureReader();
  readonly #copyOnce = createTexts();
  readonly #report: Report;
  #headings: TableHeadings | undefined;

  constructor(notation: Notation) {
    this.#notation = notation;
    this.#report = {
      closed: [],
      open: [],
      deals: [],
      orders: 0,
      rows: 0,
      unread: new UnreadRows(),
      header: this.#header.header,
      figures: new Map(),
    };
  }

  take(row: TableRow): void {
    const seen = row.cells.filter(({ isHidden }) => !isHidden);
    if (isDated(seen[0]?.text ?? '')) {
      this.#report.rows++;
      if (this.#headings) this.#takeFact(row, this.#headings);
      else this.#refuse(row, makeReason('import_no_headings'));
      return;
    }
    const found = headingsIn(row);
    if (found !== null) {
      for (const { text } of seen) refusePips(text);
      this.#headings = found;
      return;
    }
    if (this.#headings === undefined) this.#header.read(row);
    else refuseOtherAccount(this.#header.header.account, numberBelow(row));
    this.#figures.read(row);
  }

  report(): Report {
    const figures = this.#figures.figures();
    const { closed, open, deals } = this.#report;
    if (closed.length + open.length + deals.length + figures.size === 0) {
      throw new UnreadableExport(expected);
    }
    return { ...this.#report, figures };
  }

  #takeFact(row: TableRow, headings: TableHeadings): void {
    for (const cell of row.cells) cell.text = this.#copyOnce(cell.text);
    const read = readReportRow(row, headings, this.#notation);
    if (read.kind === 'closed') this.#report.closed.push(read.position);
    if (read.kind === 'open') this.#report.open.push(read.position);
    if (read.kind === 'deal') this.#report.deals.push(read.deal);
    if (read.kind === 'order') this.#report.orders++;
    if (read.kind === 'unread') this.#refuse(row, read.reason);
  }

  #refuse({ line, cells }: TableRow, reason: CodedReason): void {
    const texts = cells.map(({ text }) => text);
    this.#report.unread.add(line, reason, texts);
  }
}

/** Returns true if the first rows of a file have a row of a report below headings. */
export function showsReport(rows: readonly TableRow[]): boolean {
  const notation = new Notation(usualOfMetatrader.dates, usualOfMetatrader.decimal);
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

/** Most texts that are remembered. Texts that repeat often come early. */
const maxKnown = 20_000;

/** Gives texts that are kept beyond the file they are part of, each of them once. */
function createTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    // A text of its own: a part of a text would keep all of it.
    const copy = Buffer.from(text).toString();
    if (known.size < maxKnown) known.set(copy, copy);
    return copy;
  };
}
