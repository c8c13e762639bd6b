import { type CodedReason, makeReason, ReasonError } from '../../base/reasons/reason.ts';
import type { Cell, TableRow } from '../../read/cells/html-rows.ts';
import { compareDecimals } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Order, Side } from '../source/orders.ts';
import { parseServerTime } from '../source/server-time.ts';

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

class UnreadRow extends ReasonError {}

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

function readDatedRow(row: TableRow, notation: Notation): Mt4Row {
  const { cells } = row;
  const type = textAt(cells, 2).toLowerCase();
  if (/^(buy|sell) (limit|stop)$/.test(type)) return { kind: 'pending' };
  if ((type === 'balance' || type === 'credit') && cells.length === 5) {
    return { kind: 'booking', booking: readBooking(row, type, notation) };
  }
  if ((type === 'buy' || type === 'sell') && cells.length === 14) {
    const order = readOrder(row, type, notation);
    if (textAt(cells, 8) === '') return { kind: 'open', order };
    const closePrice = decimalAt(cells, 9, 'closing price', notation);
    return { kind: 'closed', order: { ...order, closePrice, closed: timeAt(cells, 8) } };
  }
  return {
    kind: 'unread',
    reason: makeReason('import_unknown_row_cells', { value: type, count: cells.length }),
  };
}

function readOrder({ cells, line }: TableRow, side: Side, notation: Notation): Mt4Order {
  return {
    line,
    side,
    ticket: ticketAt(cells),
    label: cells[0]?.title ?? '',
    symbol: textAt(cells, 4),
    volume: decimalAt(cells, 3, 'size', notation),
    openPrice: decimalAt(cells, 5, 'opening price', notation),
    stopLoss: levelAt(cells, 6, 'S / L', notation),
    takeProfit: levelAt(cells, 7, 'T / P', notation),
    opened: timeAt(cells, 1),
    commission: optionalAt(cells, 10, 'commission', notation),
    taxes: optionalAt(cells, 11, 'taxes', notation),
    swap: optionalAt(cells, 12, 'swap', notation),
    profit: decimalAt(cells, 13, 'profit', notation),
  };
}

function readBooking(
  { cells, line }: TableRow,
  type: Booking['type'],
  notation: Notation,
): Omit<Booking, 'kind'> {
  return {
    line,
    type,
    ticket: ticketAt(cells),
    text: textAt(cells, 3),
    booked: timeAt(cells, 1),
    amount: decimalAt(cells, 4, 'amount', notation),
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

function textAt(cells: Cell[], index: number): string {
  return cells[index]?.text ?? '';
}

function ticketAt(cells: Cell[]): string {
  const ticket = textAt(cells, 0);
  // A size that stands in place of the ticket has a point: the two were swapped.
  if (ticket === '' || /[.,]/.test(ticket)) throw new UnreadRow(makeReason('import_no_ticket'));
  return ticket;
}

function timeAt(cells: Cell[], index: number): number {
  const time = parseServerTime(textAt(cells, index));
  if (time === null)
    throw new UnreadRow(makeReason('import_cell_not_time', { value: textAt(cells, index) }));
  return time;
}

function optionalAt(cells: Cell[], index: number, name: string, notation: Notation): string {
  const printed = textAt(cells, index);
  if (printed === '') return '';
  const decimal = notation.number(printed);
  if (decimal === null)
    throw new UnreadRow(makeReason('import_field_not_number', { name, value: printed }));
  return decimal;
}

function decimalAt(cells: Cell[], index: number, name: string, notation: Notation): string {
  const decimal = optionalAt(cells, index, name, notation);
  if (decimal === '') throw new UnreadRow(makeReason('import_field_empty', { name }));
  return decimal;
}

function levelAt(cells: Cell[], index: number, name: string, notation: Notation): string {
  const level = optionalAt(cells, index, name, notation);
  return level === '' || compareDecimals(level, '0') === 0 ? '' : level;
}
