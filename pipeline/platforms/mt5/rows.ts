import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { shortestDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { readSerialDay, readServerTime } from '../../read/times.ts';
import { createReaders, UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, Side } from '../source/orders.ts';
import { isKnownType } from './bookings.ts';

/** Open position; its ticket is its opening order's. */
export interface OpenPosition extends Order {
  line: number;
}

export interface ClosedPosition extends ClosedOrder {
  line: number;
}

export interface Deal {
  line: number;
  ticket: string;
  at: number;
  /** `buy` and `sell` of a trade, else the word of a booking, such as `balance`. */
  type: string;
  direction: 'in' | 'out' | 'in/out' | 'out by' | '';
  symbol: string;
  volume: string;
  price: string;
  order: string;
  commission: string;
  fee: string;
  swap: string;
  profit: string;
  /** The balance after it, as printed; empty where it is not. */
  balance: string;
  comment: string;
}

export type ReportRow =
  | { kind: 'closed'; position: ClosedPosition }
  | { kind: 'open'; position: OpenPosition }
  | { kind: 'deal'; deal: Deal }
  | { kind: 'order' }
  | { kind: 'unread'; reason: CodedReason };

const directions = ['in', 'out', 'in/out', 'out by'] as const;

/** Columns of positions that are closed or open. */
const ofOrder = [
  ...['opening time', 'ticket', 'symbol', 'type', 'volume', 'opening price', 'S / L', 'T / P'],
] as const;
const ofClosed = [
  ...ofOrder,
  ...(['closing time', 'closing price', 'commission', 'swap', 'profit'] as const),
] as const;
const ofOpen = [...ofOrder, 'market price', 'swap', 'profit', 'comment'] as const;

/** Columns of deals, by their number: with and without a fee and a cost. */
const beforeAmounts = [
  ...['time', 'ticket', 'symbol', 'type', 'direction', 'volume', 'price', 'order'],
] as const;
const afterAmounts = ['swap', 'profit', 'balance', 'comment'] as const;
const ofDeals = {
  13: [...beforeAmounts, 'commission', ...afterAmounts],
  14: [...beforeAmounts, 'commission', 'fee', ...afterAmounts],
  15: [...beforeAmounts, 'cost', 'commission', 'fee', ...afterAmounts],
} as const;

/** Headings of a table, by the columns in which they begin. */
export interface TableHeadings {
  readonly columns: readonly number[];
  /** Set if two are alike, as `Time` and `Price` of positions are. Those of deals differ. */
  readonly hasTwins: boolean;
}

/** Reads a row that begins with a time by its shape. Columns begin where the headings above do. */
export function readReportRow(
  row: TableRow,
  { columns, hasTwins }: TableHeadings,
  notation: Notation,
): ReportRow {
  const texts = textsBelow(row, columns);
  const [, , second = '', printedType = '', fourth = ''] = texts;
  const type = printedType.toLowerCase();
  const direction = directions.find((known) => known === fourth.toLowerCase());
  try {
    if (direction !== undefined || (type !== '' && second === '' && fourth === '')) {
      if (hasTwins) return { kind: 'unread', reason: makeReason('import_deal_among_positions') };
      // Some brokers print bookings with a direction, such as `dividend` and `in`.
      const trading = direction === undefined || isKnownType({ type }) ? '' : direction;
      return { kind: 'deal', deal: readDeal(texts, row.line, type, trading, notation) };
    }
    if (type.includes(' ')) return { kind: 'order' };
    if (type !== 'buy' && type !== 'sell') {
      return { kind: 'unread', reason: makeReason('import_unknown_type', { value: printedType }) };
    }
    // There orders have their state, such as `filled`, and positions their closing price.
    if (/^\D+$/.test(texts[9] ?? '')) return { kind: 'order' };
    return readPosition(row, texts, type, notation);
  } catch (error) {
    if (error instanceof UnreadRow) return { kind: 'unread', reason: error.reason };
    throw error;
  }
}

function readPosition(
  row: TableRow,
  texts: readonly string[],
  side: Side,
  notation: Notation,
): ReportRow {
  const hidden = row.cells.find(({ isHidden }) => isHidden)?.text ?? '';
  const at = readersOf(ofClosed, texts, notation);
  const order = {
    line: row.line,
    ticket: at.word('ticket'),
    symbol: at.word('symbol'),
    side,
    volume: at.volume('volume'),
    openPrice: at.needed('opening price'),
    stopLoss: at.level('S / L'),
    takeProfit: at.level('T / P'),
    opened: at.time('opening time'),
  };
  if (at.isTime('closing time')) {
    return {
      kind: 'closed',
      position: {
        ...order,
        closed: at.time('closing time'),
        closePrice: at.needed('closing price'),
        commission: at.optional('commission'),
        swap: at.optional('swap'),
        profit: at.needed('profit'),
        comment: hidden,
      },
    };
  }
  const open = readersOf(ofOpen, texts, notation);
  if (open.text('market price') === '') {
    return { kind: 'unread', reason: makeReason('import_partial_position') };
  }
  open.needed('market price');
  return {
    kind: 'open',
    position: {
      ...order,
      commission: '',
      swap: open.optional('swap'),
      profit: open.needed('profit'),
      comment: open.text('comment') || hidden,
    },
  };
}

function readDeal(
  texts: readonly string[],
  line: number,
  type: string,
  direction: Deal['direction'],
  notation: Notation,
): Deal {
  const fields = ofDeals[texts.length as keyof typeof ofDeals];
  if (fields === undefined) {
    throw new UnreadRow('import_unknown_deals', { count: texts.length });
  }
  const at = readersOf<(typeof ofDeals)[15][number]>(fields, texts, notation);
  const isTrade = direction !== '';
  if (isTrade && type !== 'buy' && type !== 'sell') {
    throw new UnreadRow('import_odd_deal', { value: type, other: direction });
  }
  return {
    line,
    ticket: at.word('ticket'),
    at: at.time('time'),
    type,
    direction,
    symbol: isTrade ? at.word('symbol') : '',
    volume: isTrade ? at.volume('volume') : '',
    price: isTrade ? at.needed('price') : '',
    order: at.text('order'),
    commission: at.optional('commission'),
    fee: at.optional('fee'),
    swap: at.optional('swap'),
    profit: at.needed('profit'),
    balance: at.optional('balance'),
    comment: at.text('comment'),
  };
}

/** Texts of a row by the number of the column heading that they stand below. */
function textsBelow({ cells }: TableRow, columns: readonly number[]): string[] {
  const texts = columns.map(() => '');
  for (const { column, text, isHidden } of cells) {
    if (isHidden || text === '') continue;
    const place = columns.findLastIndex((start) => start <= column);
    if (place >= 0) texts[place] = texts[place] ? `${texts[place]} ${text}` : text;
  }
  return texts;
}

function readersOf<Field extends string>(
  fields: readonly Field[],
  texts: readonly string[],
  notation: Notation,
) {
  const read = clockOf(texts[0] ?? '');
  const text = (field: Field): string => texts[fields.indexOf(field)] ?? '';
  const readers = createReaders<Field>({
    nameOf: (field) => field,
    text,
    number(printed, field) {
      if (printed === '') return '';
      // `0.05 / 0.10` is what was closed of what was opened.
      const [first = ''] = field === 'volume' ? printed.split(' / ') : [printed];
      const decimal = notation.number(first);
      return decimal && shortestDecimal(decimal);
    },
  });
  return {
    ...readers,
    isTime: (field: Field) => read(text(field)) !== null,
    time(field: Field): number {
      const time = read(text(field));
      if (time !== null) return time;
      throw new UnreadRow('import_cell_not_time', { value: text(field) });
    },
  };
}

/**
 * Chooses how to read the times of a row by its first cell. They are texts, or numbers of days in a
 * workbook that another program saved. Elsewhere in a row such a number is a price.
 */
export const clockOf = (first: string): ((printed: string) => number | null) =>
  readSerialDay(first) === null ? readServerTime : readSerialDay;
