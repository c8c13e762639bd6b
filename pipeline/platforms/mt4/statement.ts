import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import { createHtmlReader, type TableRow } from '../../read/cells/html-rows.ts';
import type { Notation } from '../../read/notation.ts';
import { cashFlowKind, type TextAnswers } from '../source/cash-flow-kinds.ts';
import { refusePips } from '../source/cells.ts';
import { refuseOtherAccount } from '../source/questions.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import { createFigureReader, type Mt4Figures } from './figures.ts';
import { readHeader, type StatementHeader } from './header.ts';
import { type Mt4Identity, readIdentity } from './heading.ts';
import {
  createNumberedFigures,
  type NumberedColumns,
  readNumberedColumns,
  readNumberedHeader,
  readNumberedRow,
} from './numbered-columns.ts';
import {
  type Booking,
  type Mt4ClosedOrder,
  type Mt4Order,
  type Mt4Row,
  readStatementRow,
} from './rows.ts';

export interface Mt4Statement {
  identity: Mt4Identity;
  header: StatementHeader;
  closed: Mt4ClosedOrder[];
  open: Mt4Order[];
  bookings: Booking[];
  pending: number;
  /** Rows of orders and bookings, read or not. */
  rows: number;
  figures: Mt4Figures;
  /** Rows with a number before each, and other sums below them. */
  isNumbered: boolean;
  /** Lines at which its numbers jump. */
  jumps: readonly CodedReason[];
  /** True if the file is complete to its end. */
  isEnded: boolean;
  unread: UnreadRows;
}

const expected = makeReason('file_expected_mt4');

/** A row of orders, or its headings, has at least so many cells; the last one is the result. */
const orderCells = 13;

/** Most rows above the one that names the account; real statements have no such rows. */
const rowsBefore = 1000;

/**
 * Reads an MT4 statement that comes in parts, as printed. Amounts and prices are texts of decimals.
 * Times are those of the server's clock, in milliseconds as if it were UTC. Orders and bookings are
 * in the file's order. Throws Unreadable if it is not a statement; single unreadable rows are in
 * `unread`.
 */
export function createStatementReader(
  notation: Notation,
  texts: TextAnswers = {},
): {
  write(part: string): void;
  end(): Mt4Statement;
} {
  let header: StatementHeader | undefined;
  let before = 0;
  const orders = createOrderReader(texts);
  const figures = createFigureReader();
  const numbered = createNumberedFigures();
  let columns: NumberedColumns | undefined;
  let isNumbered = false;
  let tail = '';
  const html = createHtmlReader((row) => {
    if (isNumbered) {
      columns ??= readNumberedColumns(row);
      if (columns === undefined) return;
      orders.take(row, readNumberedRow(row, columns, notation));
      numbered.read(row, columns);
      return;
    }
    if (header !== undefined) {
      refuseOtherAccount(header.account, readHeader(row)?.account);
      if (row.cells.length >= orderCells) refusePips(row.cells.at(-1)?.text);
      orders.take(row, readStatementRow(row, notation));
      figures.read(row);
      return;
    }
    header = readHeader(row) ?? readNumberedHeader(row);
    isNumbered = header !== undefined && header.currency === '';
    before++;
    if (before > rowsBefore) throw new UnreadableExport(expected);
  });
  return {
    write(part) {
      tail = (tail + part.slice(-tailLength)).slice(-tailLength);
      html.write(part);
    },
    end() {
      const heading = html.end();
      if (header === undefined || (isNumbered && columns === undefined))
        throw new UnreadableExport(expected);
      return {
        identity: readIdentity(heading, header),
        header,
        figures: isNumbered ? { printed: numbered.printed, unknown: [] } : figures.figures(),
        isNumbered,
        jumps: numbered.jumps,
        isEnded: /<\/html>\s*$/i.test(tail),
        ...orders.found,
      };
    },
  };
}

/** Of what a file ends with, so many characters are looked at. */
const tailLength = 1000;

type Orders = Pick<Mt4Statement, 'closed' | 'open' | 'bookings' | 'pending' | 'rows' | 'unread'>;

function createOrderReader(texts: TextAnswers): {
  found: Orders;
  take(row: TableRow, read: Mt4Row): void;
} {
  const found: Orders = {
    closed: [],
    open: [],
    bookings: [],
    pending: 0,
    rows: 0,
    unread: new UnreadRows(),
  };
  let latest: Mt4Order | undefined;
  function take(row: TableRow, read: Mt4Row): void {
    const alone = row.cells.length === 1 ? (row.cells[0]?.text ?? '') : '';
    // What heads a section ends with a colon, in whatever language.
    const isAlone = latest !== undefined && /[^:：]$/.test(alone);
    if (read.kind === 'comment' || isAlone) {
      const text = read.kind === 'comment' ? read.text : alone;
      if (latest?.label === '') latest.label = text;
      return;
    }
    if (read.kind !== 'layout') found.rows++;
    latest = read.kind === 'closed' || read.kind === 'open' ? read.order : undefined;
    if (read.kind === 'closed') found.closed.push(read.order);
    if (read.kind === 'open') found.open.push(read.order);
    if (read.kind === 'booking') {
      found.bookings.push({ ...read.booking, kind: cashFlowKind(read.booking, texts) });
    }
    if (read.kind === 'pending') found.pending++;
    if (read.kind === 'unread') {
      found.unread.add(
        row.line,
        read.reason,
        row.cells.map(({ text }) => text),
      );
    }
  }
  return { found, take };
}
