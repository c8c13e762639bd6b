import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds } from '../../read/bounds.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { readServerTime } from '../../read/times.ts';
import { type Cells, createCells, UnreadRow } from '../source/cells.ts';
import type { Side } from '../source/orders.ts';
import type { StatementHeader } from './header.ts';
import { type Mt4Row, serverTimeIn } from './rows.ts';

/**
 * Columns of reports with a number before each row and times in minutes, which scripts wrote in
 * older builds. Their words are English in any language of the terminal, and their columns can be
 * chosen.
 */
const columns = {
  ticket: /^ticket$/i,
  'opening time': /^open time$/i,
  type: /^type$/i,
  lots: /^(lots|size)$/i,
  symbol: /^(symbol|item)$/i,
  'opening price': /^price$/i,
  'stop loss': /^s ?\/ ?l$/i,
  'take profit': /^t ?\/ ?p$/i,
  'closing time': /^close time$/i,
  commission: /^commis(sion)?$/i,
  taxes: /^taxes$/i,
  swap: /^swap$/i,
  profit: /^(trade p\/l|profit)$/i,
  comment: /^comment$/i,
} as const;

type Column = keyof typeof columns | 'closing price';
const order: readonly Column[] = [
  ...(['ticket', 'opening time', 'type', 'lots', 'symbol', 'opening price'] as const),
  ...(['stop loss', 'take profit', 'closing time', 'closing price'] as const),
  ...(['commission', 'taxes', 'swap', 'profit', 'comment'] as const),
];
export type NumberedColumns = ReadonlyMap<Column, number>;

/** Reads `A/C No: 1 | Name: N | 2024.03.08 18:30 (local time)`; it names no currency. */
export function readNumberedHeader({ cells }: TableRow): StatementHeader | undefined {
  const [account, name, ...others] = cells.map(({ text }) => text);
  const printed = /^(.+?)\s*\((?:local|server) time\)$/i.exec(others.at(-1) ?? '')?.[1] ?? '';
  const saved = readServerTime(printed);
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
      if (isColumn(name)) places.set(places.has(name) ? 'closing price' : name, column);
    }
  }
  const needed = [
    ...(['ticket', 'opening time', 'type', 'lots', 'symbol'] as const),
    ...(['closing time', 'profit'] as const),
  ];
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
  const texts = [...places.values()].map(
    (place) => row.cells.find(({ column }) => column === place)?.text ?? '',
  );
  const columns = [...places.keys()];
  const headings = { places: new Map(columns.map((name, at) => [name, at])), columns };
  const cells = createCells(headings, { texts }, notation);
  try {
    return rowIn(row, cells, notation);
  } catch (error) {
    if (error instanceof UnreadRow) return { kind: 'unread', reason: error.reason };
    throw error;
  }
}

function rowIn(row: TableRow, cells: Cells<Column>, notation: Notation): Mt4Row {
  const type = cells.text('type').toLowerCase();
  const isNumbered = /^\d+$/.test(row.cells[0]?.text ?? '');
  if (isNumbered !== (type !== '') && /\d/.test(cells.text('ticket'))) {
    throw new UnreadRow(isNumbered ? 'import_type_empty' : 'import_number_missing');
  }
  if (!isNumbered || type === '') return { kind: 'layout' };
  if (/^(buy|sell) (limit|stop)$/.test(type)) return { kind: 'pending' };
  if (type === 'buy' || type === 'sell') return orderIn(row, type, cells);
  // What is no order is written as `balance` where it is a deposit, else as `???`.
  if (type !== 'balance' && type !== 'credit' && type !== '???') {
    throw new UnreadRow('import_unknown_row_of', { value: type });
  }
  if (type !== '???' && cells.text('closing price') !== '') {
    throw new UnreadRow('import_priced_entry', { value: type });
  }
  const booked = readServerTime(cells.text('opening time'));
  const amount = notation.number(cells.text('profit') || lastNumber(row));
  const ticket = cells.text('ticket');
  if (booked === null || amount === null || ticket === '') {
    throw new UnreadRow('import_partial_entry');
  }
  const comment = cells.text('comment');
  const text = type === '???' ? comment || type : cells.text('lots') || comment;
  const kind = type === 'credit' ? 'credit' : 'balance';
  return {
    kind: 'booking',
    booking: { line: row.line, ticket, text, booked, amount, type: kind },
  };
}

function orderIn({ line }: TableRow, side: Side, cells: Cells<Column>): Mt4Row {
  return {
    kind: 'closed',
    order: {
      line,
      side,
      label: cells.text('comment'),
      opened: serverTimeIn(cells.text('opening time')),
      ticket: cells.word('ticket'),
      symbol: cells.word('symbol'),
      volume: cells.needed('lots'),
      openPrice: cells.needed('opening price'),
      stopLoss: cells.level('stop loss'),
      takeProfit: cells.level('take profit'),
      commission: cells.optional('commission'),
      taxes: cells.optional('taxes'),
      swap: cells.optional('swap'),
      profit: cells.needed('profit'),
      closePrice: cells.needed('closing price'),
      closed: serverTimeIn(cells.text('closing time')),
      stopsKnown: cells.has('stop loss'),
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
