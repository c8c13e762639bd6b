import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { Cell, TableRow } from '../../read/cells/html-rows.ts';
import type { Notation } from '../../read/notation.ts';
import { readServerTime } from '../../read/times.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import { type Cells, createCells, UnreadRow } from '../source/cells.ts';
import type { Order, Side } from '../source/orders.ts';

/** Order as printed. Its label holds comment and magic number. */
export interface Mt4Order extends Omit<Order, 'comment' | 'magicNumber'> {
  line: number;
  label: string;
  taxes: string;
}

export interface Mt4ClosedOrder extends Mt4Order {
  closePrice: string;
  closed: number;
  /** False if the statement lacks the column for stops. */
  stopsKnown?: boolean;
}

export interface Booking {
  line: number;
  ticket: string;
  type: 'balance' | 'credit';
  text: string;
  booked: number;
  amount: string;
  kind: CashFlowKind;
}

export type Mt4Row =
  | { kind: 'closed'; order: Mt4ClosedOrder }
  | { kind: 'open'; order: Mt4Order }
  | { kind: 'booking'; booking: Omit<Booking, 'kind'> }
  | { kind: 'pending' }
  | { kind: 'comment'; text: string }
  | { kind: 'layout' }
  | { kind: 'unread'; reason: CodedReason };

const serverTime = /^\d{4}\.\d\d\.\d\d \d\d:\d\d/;

/** Says what a row of a statement is by its shape, since brokers translate and rename its words. */
export function readStatementRow(row: TableRow, notation: Notation): Mt4Row {
  const { cells } = row;
  try {
    if (cells.length <= 1) return { kind: 'layout' };
    if (isComment(cells)) {
      return { kind: 'comment', text: cells.find(({ text }) => text !== '')?.text ?? '' };
    }
    if (cells.some((cell) => serverTime.test(cell.text))) return readDatedRow(row, notation);
    if (isLayout(cells)) return { kind: 'layout' };
    return { kind: 'unread', reason: makeReason('import_unknown_row') };
  } catch (error) {
    if (error instanceof UnreadRow) return { kind: 'unread', reason: error.reason };
    throw error;
  }
}

/** Columns of orders, and of bookings, whose text spans all of them but the last. */
const orderColumns = [
  ...['ticket', 'opening time', 'type', 'size', 'symbol', 'opening price', 'S / L', 'T / P'],
  ...['closing time', 'closing price', 'commission', 'taxes', 'swap', 'profit'],
] as const;
const bookingColumns = ['ticket', 'time', 'type', 'text', 'amount'] as const;

const cellsOf = <Field extends string>(
  columns: readonly Field[],
  { cells }: TableRow,
  notation: Notation,
): Cells<Field> => {
  const places = new Map(columns.map((field, at) => [field, at]));
  return createCells({ places, columns }, { texts: cells.map(({ text }) => text) }, notation);
};

function readDatedRow(row: TableRow, notation: Notation): Mt4Row {
  const { cells } = row;
  const type = (cells[2]?.text ?? '').toLowerCase();
  if (/^(buy|sell) (limit|stop)$/.test(type)) return { kind: 'pending' };
  if ((type === 'balance' || type === 'credit') && cells.length === bookingColumns.length) {
    return { kind: 'booking', booking: readBooking(row, type, notation) };
  }
  if ((type === 'buy' || type === 'sell') && cells.length === orderColumns.length) {
    return readOrder(row, type, cellsOf(orderColumns, row, notation));
  }
  return {
    kind: 'unread',
    reason: makeReason('import_unknown_row_cells', { value: type, count: cells.length }),
  };
}

function readOrder(
  { cells, line }: TableRow,
  side: Side,
  at: Cells<(typeof orderColumns)[number]>,
): Mt4Row {
  const order: Mt4Order = {
    line,
    side,
    ticket: ticketIn(at.text('ticket')),
    label: cells[0]?.title ?? '',
    symbol: at.text('symbol'),
    volume: at.needed('size'),
    openPrice: at.needed('opening price'),
    stopLoss: at.level('S / L'),
    takeProfit: at.level('T / P'),
    opened: serverTimeIn(at.text('opening time')),
    commission: at.optional('commission'),
    taxes: at.optional('taxes'),
    swap: at.optional('swap'),
    profit: at.needed('profit'),
  };
  if (at.text('closing time') === '') return { kind: 'open', order };
  const closePrice = at.needed('closing price');
  const closed = serverTimeIn(at.text('closing time'));
  return { kind: 'closed', order: { ...order, closePrice, closed } };
}

function readBooking(
  row: TableRow,
  type: Booking['type'],
  notation: Notation,
): Omit<Booking, 'kind'> {
  const at = cellsOf(bookingColumns, row, notation);
  return {
    line: row.line,
    type,
    ticket: ticketIn(at.text('ticket')),
    text: at.text('text'),
    booked: serverTimeIn(at.text('time')),
    amount: at.needed('amount'),
  };
}

/** The comment of the order above: one text behind empty cells, however many columns they span. */
function isComment(cells: Cell[]): boolean {
  const [first] = cells;
  const filled = cells.filter(({ text }) => text !== '');
  return first?.text === '' && first.colspan > 1 && filled.length <= 1;
}

// Headings, totals and figures start with a cell that spans columns; column headings span none.
function isLayout(cells: Cell[]): boolean {
  const isHeadings = cells.length >= 10 && !/\d/.test(cells.map((cell) => cell.text).join(''));
  return (cells[0]?.colspan ?? 1) > 1 || isHeadings;
}

function ticketIn(ticket: string): string {
  // A size that stands in place of the ticket has a point: the two were swapped.
  if (ticket === '' || /[.,]/.test(ticket)) throw new UnreadRow('import_no_ticket');
  return ticket;
}

/** Reads a time of the server's clock. Throws an UnreadRow for any other text. */
export function serverTimeIn(value: string): number {
  const time = readServerTime(value);
  if (time === null) throw new UnreadRow('import_cell_not_time', { value });
  return time;
}
