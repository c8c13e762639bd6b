import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds } from '../../read/bounds.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { compareDecimals, parseDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import type { Side } from '../source/orders.ts';
import { parseServerTime } from '../source/server-time.ts';
import type { StatementHeader } from './header.ts';
import type { Mt4Order, Mt4Row } from './rows.ts';

/**
 * Columns of reports with a number before each row and times in minutes, which scripts wrote in
 * older builds. Their words are English in any language of the terminal, and their columns can be
 * chosen.
 */
const columns = {
  ticket: /^ticket$/i,
  opened: /^open time$/i,
  type: /^type$/i,
  size: /^(lots|size)$/i,
  symbol: /^(symbol|item)$/i,
  openPrice: /^price$/i,
  stopLoss: /^s ?\/ ?l$/i,
  takeProfit: /^t ?\/ ?p$/i,
  closed: /^close time$/i,
  commission: /^commis(sion)?$/i,
  taxes: /^taxes$/i,
  swap: /^swap$/i,
  profit: /^(trade p\/l|profit)$/i,
  comment: /^comment$/i,
} as const;

type Column = keyof typeof columns | 'closePrice';
const order: readonly Column[] = [
  ...(['ticket', 'opened', 'type', 'size', 'symbol', 'openPrice', 'stopLoss'] as const),
  ...(['takeProfit', 'closed', 'closePrice', 'commission', 'taxes', 'swap'] as const),
  ...(['profit', 'comment'] as const),
];
export type NumberedColumns = ReadonlyMap<Column, number>;

/** Reads `A/C No: 1 | Name: N | 2024.03.08 18:30 (local time)`; it names no currency. */
export function readNumberedHeader({ cells }: TableRow): StatementHeader | undefined {
  const [account, name, ...others] = cells.map(({ text }) => text);
  const printed = /^(.+?)\s*\((?:local|server) time\)$/i.exec(others.at(-1) ?? '')?.[1] ?? '';
  const saved = parseServerTime(printed);
  const number = /^(?:a\/c no|account)\s*:?\s*(\d{1,20})$/i.exec(account ?? '')?.[1];
  if (saved === null || number === undefined) return undefined;
  const holder = (name ?? '').replace(/^name\s*:\s*/i, '');
  return { account: number, name: holder, currency: '', leverage: '', saved };
}

/** Returns where the columns begin; undefined if a row is not their heading. */
export function readNumberedColumns({ cells }: TableRow): NumberedColumns | undefined {
  if (cells[0]?.text !== 'N') return undefined;
  const places = new Map<Column, number>();
  for (const { text, column } of cells) {
    for (const [name, pattern] of Object.entries(columns)) {
      if (!pattern.test(text)) continue;
      if (isColumn(name)) places.set(places.has(name) ? 'closePrice' : name, column);
    }
  }
  const needed = ['ticket', 'opened', 'type', 'size', 'symbol', 'closed', 'profit'] as const;
  // Scripts leave columns out, and write the others in one order.
  const inOrder = order.flatMap((name) => places.get(name) ?? []);
  const isUsual = inOrder.every((place, at) => at === 0 || place > (inOrder[at - 1] ?? 0));
  return isUsual && needed.every((name) => places.has(name)) ? places : undefined;
}

const isColumn = (name: string): name is keyof typeof columns => name in columns;

/** Says what a row below numbered columns is. */
export function readNumberedRow(
  row: TableRow,
  places: NumberedColumns,
  notation: Notation,
): Mt4Row {
  const cell = readerOf(row, places, notation);
  const type = cell.text('type').toLowerCase();
  const isNumbered = /^\d+$/.test(row.cells[0]?.text ?? '');
  if (isNumbered !== (type !== '') && /\d/.test(cell.text('ticket'))) {
    return {
      kind: 'unread',
      reason: makeReason(isNumbered ? 'import_type_empty' : 'import_number_missing'),
    };
  }
  if (!isNumbered || type === '') return { kind: 'layout' };
  if (/^(buy|sell) (limit|stop)$/.test(type)) return { kind: 'pending' };
  if (type === 'buy' || type === 'sell') return readOrder(row, cell, type, places);
  // What is no order is written as `balance` where it is a deposit, else as `???`.
  if (type !== 'balance' && type !== 'credit' && type !== '???') {
    return { kind: 'unread', reason: makeReason('import_unknown_row_of', { value: type }) };
  }
  if (type !== '???' && cell.text('closePrice') !== '') {
    return { kind: 'unread', reason: makeReason('import_priced_entry', { value: type }) };
  }
  const booked = parseServerTime(cell.text('opened'));
  const amount = notation.number(cell.text('profit') || lastNumber(row));
  const ticket = cell.text('ticket');
  if (booked === null || amount === null || ticket === '') {
    return { kind: 'unread', reason: makeReason('import_partial_entry') };
  }
  const printed = type === '???' ? cell.text('comment') : cell.text('size') || cell.text('comment');
  const text = type === '???' && printed === '' ? type : printed;
  const isCredit = type === 'credit';
  return {
    kind: 'booking',
    booking: {
      line: row.line,
      ticket,
      text,
      booked,
      amount,
      type: isCredit ? 'credit' : 'balance',
    },
  };
}

type Reader = ReturnType<typeof readerOf>;

function readOrder(row: TableRow, cell: Reader, side: Side, places: NumberedColumns): Mt4Row {
  const faults: string[] = [];
  const needs = (value: string | null, what: string): string => {
    if (value === null || value === '') faults.push(what);
    return value ?? '';
  };
  const opened = parseServerTime(cell.text('opened'));
  const order: Mt4Order = {
    line: row.line,
    side,
    label: cell.text('comment'),
    opened: opened ?? 0,
    ticket: needs(cell.text('ticket'), 'ticket'),
    symbol: needs(cell.text('symbol'), 'symbol'),
    volume: needs(cell.number('size'), 'lots'),
    openPrice: needs(cell.number('openPrice'), 'opening price'),
    stopLoss: cell.level('stopLoss', faults),
    takeProfit: cell.level('takeProfit', faults),
    commission: cell.optional('commission', faults),
    taxes: cell.optional('taxes', faults),
    swap: cell.optional('swap', faults),
    profit: needs(cell.number('profit'), 'result'),
  };
  const closed = parseServerTime(cell.text('closed'));
  const closePrice = needs(cell.number('closePrice'), 'closing price');
  if (opened === null) faults.push('time of opening');
  if (closed === null) faults.push('time of closing');
  if (faults.length > 0 || closed === null) {
    return {
      kind: 'unread',
      reason: makeReason('import_field_missing', { name: faults.join(', ') }),
    };
  }
  const stopsKnown = places.has('stopLoss');
  return { kind: 'closed', order: { ...order, closePrice, closed, stopsKnown } };
}

function readerOf({ cells }: TableRow, places: NumberedColumns, notation: Notation) {
  const text = (name: Column) => {
    const place = places.get(name);
    return cells.find(({ column }) => column === place)?.text ?? '';
  };
  const number = (name: Column) => notation.number(text(name));
  const optional = (name: Column, faults: string[]) => {
    const printed = text(name);
    const decimal = number(name);
    if (printed !== '' && decimal === null) faults.push(name);
    return decimal ?? '';
  };
  return {
    text,
    number,
    optional,
    level(name: Column, faults: string[]) {
      const level = optional(name, faults);
      return level === '' || compareDecimals(level, '0') === 0 ? '' : level;
    },
  };
}

/** Of a row whose cells are fewer than the columns: the last that is a number. */
const lastNumber = ({ cells }: TableRow): string =>
  cells.findLast(({ text }) => parseDecimal(text) !== null)?.text ?? '';

const sumNames: ReadonlyMap<string, string> = new Map([
  ['deposit/withdrawal', 'Deposit/Withdrawal'],
  ['summary p/l', 'Closed Trade P/L'],
  ['balance', 'Balance'],
]);

/** Gathers the sums below the rows: those of the columns, and those with a name. */
export function createNumberedFigures(): {
  read(row: TableRow, places: NumberedColumns): void;
  printed: ReadonlyMap<string, string>;
  /** Lines at which the numbers before the rows do not go on by one. */
  jumps: readonly CodedReason[];
} {
  const printed = new Map<string, string>();
  const jumps: CodedReason[] = [];
  let expected = 1;
  return {
    printed,
    jumps,
    read(row, places) {
      const first = row.cells[0]?.text ?? '';
      if (/^\d{1,9}$/.test(first) && row.cells.length > 2) {
        const no = Number(first);
        if (no !== expected && jumps.length <= bounds.named) {
          jumps.push(
            makeReason('import_row_place', { line: row.line, value: no, other: expected }),
          );
        }
        expected = no + 1;
      }
      const [label, value, ...others] = row.cells;
      const name = sumNames.get((label?.text ?? '').replace(/:$/, '').toLowerCase());
      if (name !== undefined && others.every(({ text }) => text === '')) {
        printed.set(name, value?.text ?? '');
        return;
      }
      const filled = row.cells.filter(({ text }) => text !== '');
      const sums = ['commission', 'swap', 'profit'] as const;
      const ofColumns = sums.filter((column) => places.has(column));
      const isSums =
        filled.length === ofColumns.length &&
        ofColumns.every((column) => filled.some((cell) => cell.column === places.get(column)));
      if (!isSums) return;
      for (const column of ofColumns) {
        const cell = filled.find((each) => each.column === places.get(column));
        printed.set(`${column} of all rows`, cell?.text ?? '');
      }
    },
  };
}
