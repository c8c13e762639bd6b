import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { compareDecimals, shortestDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, Side } from '../source/orders.ts';
import { parseServerTime } from '../source/server-time.ts';
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

/** Columns of a deal's amounts, by the number of columns: with and without a fee and a cost. */
const dealColumns: Record<number, Pick<DealPlaces, 'fee' | 'commission'>> = {
  13: { commission: 8, fee: null },
  14: { commission: 8, fee: 9 },
  15: { commission: 9, fee: 10 },
};
interface DealPlaces {
  commission: number;
  fee: number | null;
}

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
  const at = readerOf(row, columns, notation);
  const type = at.text(3).toLowerCase();
  const direction = directions.find((known) => known === at.text(4).toLowerCase());
  try {
    if (direction !== undefined || (type !== '' && at.text(2) === '' && at.text(4) === '')) {
      if (hasTwins) return { kind: 'unread', reason: makeReason('import_deal_among_positions') };
      // Some brokers print bookings with a direction, such as `dividend` and `in`.
      const trading = direction === undefined || isKnownType({ type }) ? '' : direction;
      return { kind: 'deal', deal: readDeal(at, row.line, type, trading, columns.length) };
    }
    if (type.includes(' ')) return { kind: 'order' };
    if (type !== 'buy' && type !== 'sell') {
      return { kind: 'unread', reason: makeReason('import_unknown_type', { value: at.text(3) }) };
    }
    // There orders have their state, such as `filled`, and positions their closing price.
    if (/^\D+$/.test(at.text(9))) return { kind: 'order' };
    return readPosition(row, at, type);
  } catch (error) {
    if (error instanceof UnreadRow) return { kind: 'unread', reason: error.reason };
    throw error;
  }
}

type Reader = ReturnType<typeof readerOf>;

function readPosition(row: TableRow, at: Reader, side: Side): ReportRow {
  const hidden = row.cells.find(({ isHidden }) => isHidden)?.text ?? '';
  const order = {
    line: row.line,
    ticket: at.ticket(1),
    symbol: at.needed(2, 'symbol'),
    side,
    // `0.05 / 0.10` is what was closed of what was opened.
    volume: at.volume(at.text(4).split(' / ')[0] ?? ''),
    openPrice: at.decimal(5, 'opening price'),
    stopLoss: at.level(6, 'S / L'),
    takeProfit: at.level(7, 'T / P'),
    opened: at.time(0),
  };
  if (at.isTime(8)) {
    return {
      kind: 'closed',
      position: {
        ...order,
        closed: at.time(8),
        closePrice: at.decimal(9, 'closing price'),
        commission: at.optional(10, 'commission'),
        swap: at.optional(11, 'swap'),
        profit: at.decimal(12, 'profit'),
        comment: hidden,
      },
    };
  }
  if (at.text(8) === '') {
    return { kind: 'unread', reason: makeReason('import_partial_position') };
  }
  at.decimal(8, 'market price');
  return {
    kind: 'open',
    position: {
      ...order,
      commission: '',
      swap: at.optional(9, 'swap'),
      profit: at.decimal(10, 'profit'),
      comment: at.text(11) || hidden,
    },
  };
}

function readDeal(
  at: Reader,
  line: number,
  type: string,
  direction: Deal['direction'],
  columns: number,
): Deal {
  const places = dealColumns[columns];
  if (places === undefined) {
    throw new UnreadRow(makeReason('import_unknown_deals', { count: columns }));
  }
  const last = places.fee ?? places.commission;
  const isTrade = direction !== '';
  if (isTrade && type !== 'buy' && type !== 'sell') {
    throw new UnreadRow(makeReason('import_odd_deal', { value: type, other: direction }));
  }
  return {
    line,
    ticket: at.ticket(1),
    at: at.time(0),
    type,
    direction,
    symbol: isTrade ? at.needed(2, 'symbol') : '',
    volume: isTrade ? at.volume(at.text(5)) : '',
    price: isTrade ? at.decimal(6, 'price') : '',
    order: at.text(7),
    commission: at.optional(places.commission, 'commission'),
    fee: places.fee === null ? '' : at.optional(places.fee, 'fee'),
    swap: at.optional(last + 1, 'swap'),
    profit: at.decimal(last + 2, 'profit'),
    balance: at.optional(last + 3, 'balance'),
    comment: at.text(last + 4),
  };
}

/** Reads the cells of a row by the number of the column heading that they stand below. */
function readerOf({ cells }: TableRow, columns: readonly number[], notation: Notation) {
  const texts = columns.map(() => '');
  for (const { column, text, isHidden } of cells) {
    if (isHidden || text === '') continue;
    const place = columns.findLastIndex((start) => start <= column);
    if (place >= 0) texts[place] = texts[place] ? `${texts[place]} ${text}` : text;
  }
  const text = (place: number) => texts[place] ?? '';
  const read = clockOf(text(0));
  const needed = (place: number, name: string) => {
    if (text(place) === '') throw new UnreadRow(makeReason('import_field_empty', { name }));
    return text(place);
  };
  const numeral = (printed: string, name: string): string => {
    const decimal = notation.number(printed);
    if (decimal === null)
      throw new UnreadRow(makeReason('import_field_not_number', { name, value: printed }));
    return shortestDecimal(decimal);
  };
  const optional = (place: number, name: string) =>
    text(place) === '' ? '' : numeral(text(place), name);
  return {
    text,
    needed,
    optional,
    ticket: (place: number) => needed(place, 'ticket'),
    decimal: (place: number, name: string) => numeral(needed(place, name), name),
    level(place: number, name: string) {
      const level = optional(place, name);
      return level === '' || compareDecimals(level, '0') === 0 ? '' : level;
    },
    volume(printed: string): string {
      const volume = numeral(printed, 'volume');
      if (compareDecimals(volume, '0') > 0) return volume;
      throw new UnreadRow(
        makeReason('import_field_not_positive', { name: 'volume', value: printed }),
      );
    },
    isTime: (place: number) => read(text(place)) !== null,
    time(place: number) {
      const time = read(text(place));
      if (time === null)
        throw new UnreadRow(makeReason('import_cell_not_time', { value: text(place) }));
      return time;
    },
  };
}

const day = 24 * 60 * 60 * 1000;
/** The day that workbooks count from. */
const workbookEpoch = Date.UTC(1899, 11, 30);

/**
 * Chooses how to read the times of a row by its first cell. They are texts, or numbers of days in a
 * workbook that another program saved. Elsewhere in a row such a number is a price.
 */
export function clockOf(first: string): (printed: string) => number | null {
  if (!isSerial.test(first)) return parseServerTime;
  return (printed) =>
    isSerial.test(printed)
      ? Math.round((workbookEpoch + Number(printed) * day) / 1000) * 1000
      : null;
}

/** Days from 1954 to 2119. */
const isSerial = /^[2-7]\d{4}(\.\d+)?$/;
