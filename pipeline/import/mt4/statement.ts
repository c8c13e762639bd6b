import { readHtmlRows, type TableRow } from '../html-rows.ts';
import { readHeader, type StatementHeader } from './header.ts';
import { type Booking, type ClosedOrder, type Order, readStatementRow } from './rows.ts';
import { type PrintedFigures, readSummary } from './summary.ts';

export interface UnreadLine {
  line: number;
  reason: string;
  text: string;
}

export interface Statement {
  broker: string;
  header: StatementHeader;
  closed: ClosedOrder[];
  open: Order[];
  bookings: Booking[];
  pending: number;
  figures: PrintedFigures;
  unread: UnreadLine[];
}

/** Reads an MT4 statement as printed; undefined where the text is none. */
export function readStatement(html: string): Statement | undefined {
  const { heading, rows } = readHtmlRows(html);
  const at = rows.findIndex((row) => readHeader(row) !== undefined);
  const first = rows[at];
  const header = first && readHeader(first);
  if (header === undefined) return undefined;
  const body = rows.slice(at + 1);
  return { broker: heading, header, figures: readSummary(body), ...readOrders(body) };
}

type Orders = Pick<Statement, 'closed' | 'open' | 'bookings' | 'pending' | 'unread'>;

function readOrders(rows: readonly TableRow[]): Orders {
  const orders: Orders = { closed: [], open: [], bookings: [], pending: 0, unread: [] };
  let latest: Order | undefined;
  for (const row of rows) {
    const read = readStatementRow(row);
    if (read.kind === 'comment') {
      if (latest?.label === '') latest.label = read.text;
      continue;
    }
    latest = read.kind === 'closed' || read.kind === 'open' ? read.order : undefined;
    if (read.kind === 'closed') orders.closed.push(read.order);
    if (read.kind === 'open') orders.open.push(read.order);
    if (read.kind === 'booking') orders.bookings.push(read.booking);
    if (read.kind === 'pending') orders.pending++;
    if (read.kind === 'unread') {
      const text = row.cells.map((cell) => cell.text).join(' | ');
      orders.unread.push({ line: row.line, reason: read.reason, text: text.slice(0, 160) });
    }
  }
  return orders;
}
