import { Unreadable } from '../bounds.ts';
import { compareDecimals, negateDecimal, parseDecimal, sumDecimals } from '../decimals.ts';
import type { TableRow } from '../html-rows.ts';
import { type Field, type Heading, readHeading } from './columns.ts';
import { parseCtraderTime } from './times.ts';

export interface Deal {
  line: number;
  ticket: string;
  symbol: string;
  side: 'buy' | 'sell';
  volume: string;
  /** The volume is in units, not in lots. */
  isUnits: boolean;
  openPrice: string;
  closePrice: string;
  opened: number;
  closed: number;
  /** What it brought before what it cost. */
  profit: string;
  commission: string;
  swap: string;
  net: string;
  /** The balance after it; empty where it is not printed. */
  balance: string;
  comment: string;
}

export interface Position {
  line: number;
  ticket: string;
  symbol: string;
  side: 'buy' | 'sell';
  volume: string;
  /** The volume is in units, not in lots. */
  isUnits: boolean;
  openPrice: string;
  stopLoss: string;
  takeProfit: string;
  opened: number;
  /** Null where the statement does not say it. */
  profit: string | null;
}

export interface Statement {
  /** Oldest first. */
  deals: Deal[];
  positions: Position[];
  /** Whether there is a table of them, empty or not. */
  listsPositions: boolean;
  currency: string;
  /** In milliseconds ahead of UTC; null where no heading says it. */
  offset: number | null;
  /** Below the deals: what they add up to, by field. */
  totals: ReadonlyMap<Field, string>;
  /** Figures of the summary by their names, lower case. */
  figures: ReadonlyMap<string, string>;
  unread: { line: number; reason: string; text: string }[];
}

const expected =
  'expected a statement of cTrader (CSV or XLSX) with a table of deals: Symbol, Opening direction, Closing time (UTC+0), Net USD, ...';

class UnreadRow extends Error {}

/** Reads a cTrader statement: tables one below the other, each with columns that the trader chose. */
export function readStatement(rows: (take: (row: TableRow) => void) => void): Statement {
  const deals: Deal[] = [];
  const positions: Position[] = [];
  const totals = new Map<Field, string>();
  const figures = new Map<string, string>();
  const unread: Statement['unread'] = [];
  let heading: Heading | undefined;
  let summary: string[] | undefined;
  let title = '';
  let listsPositions = false;
  let currency = '';
  let offset: number | null = null;

  rows(({ line, cells }) => {
    const texts = cells.reduce<string[]>((all, { column, text }) => {
      all[column] = text;
      return all;
    }, []);
    const filled = Array.from(texts, (text) => text ?? '');
    const some = filled.filter((text) => text !== '');
    if (some.length === 0) {
      heading = undefined;
      summary = undefined;
      return;
    }
    const found = readHeading(filled);
    if (found) {
      heading = found;
      listsPositions ||= listsOpen(found);
      currency ||= found.currency;
      offset ??= found.offset;
      return;
    }
    if (some.length === 1 && heading === undefined) {
      if (/^balance$/i.test(title) && parseDecimal(some[0] ?? '') !== null)
        figures.set('balance', some[0] ?? '');
      else title = some[0] ?? '';
      return;
    }
    if (heading === undefined) {
      if (summary) for (const [at, name] of summary.entries()) figures.set(name, filled[at] ?? '');
      else summary = filled.map((name) => name.toLowerCase());
      return;
    }
    const cell = readerOf(heading, filled);
    try {
      if (heading.places.has('closed')) {
        if (cell.text('symbol') === '') takeTotals(heading, cell, totals);
        else deals.push(dealOf(cell, line));
      } else if (listsOpen(heading)) {
        positions.push(positionOf(cell, line));
      }
    } catch (error) {
      if (!(error instanceof UnreadRow)) throw error;
      unread.push({ line, reason: error.message, text: some.join(' | ').slice(0, 160) });
    }
  });
  if (deals.length === 0 && positions.length === 0) throw new Unreadable(expected);
  deals.sort((one, other) => one.closed - other.closed || other.line - one.line);
  return { deals, positions, listsPositions, currency, offset, totals, figures, unread };
}

const listsOpen = ({ places }: Heading): boolean =>
  !places.has('closed') && places.has('opened') && places.has('entry');

type Reader = ReturnType<typeof readerOf>;

/** An em dash, or a hyphen alone, stands for nothing. */
function readerOf({ places }: Heading, texts: readonly string[]) {
  const text = (field: Field) => {
    const printed = texts[places.get(field) ?? -1] ?? '';
    return /^[—–-]$/.test(printed) ? '' : printed;
  };
  const optional = (field: Field) => {
    const printed = text(field);
    if (printed === '') return '';
    const decimal = parseDecimal(printed.replace(/[€£$¥]|\b[A-Z]{3}\b/g, ''));
    if (decimal === null) throw new UnreadRow(`${field} \`${printed}\` is no number`);
    return decimal;
  };
  const needed = (field: Field) => {
    const decimal = optional(field);
    if (decimal === '') throw new UnreadRow(`${field} is empty`);
    return decimal;
  };
  const time = (field: Field) => {
    const at = parseCtraderTime(text(field));
    if (at === null) throw new UnreadRow(`${field}: \`${text(field)}\` is no date and time`);
    return at;
  };
  return { text, optional, needed, time, has: (field: Field) => places.has(field) };
}

function sideOf(text: string): 'buy' | 'sell' | null {
  if (/^(buy|long)$/i.test(text)) return 'buy';
  return /^(sell|short)$/i.test(text) ? 'sell' : null;
}

function dealOf(cell: Reader, line: number): Deal {
  const closing = sideOf(cell.text('closing direction'));
  const side =
    sideOf(cell.text('opening direction')) ?? (closing && (closing === 'buy' ? 'sell' : 'buy'));
  if (side === null) throw new UnreadRow('neither direction is buy or sell');
  const net = cell.optional('net');
  const commission = cell.optional('commission');
  const swap = cell.optional('swap');
  const gross = cell.optional('gross');
  if (net === '' && gross === '') throw new UnreadRow('neither net nor gross is printed');
  const costs = [commission, swap].filter(Boolean);
  const profit = gross || sumDecimals([net, ...costs.map(negateDecimal)]);
  const { volume, isUnits } = volumeOf(cell);
  const closed = cell.time('closed');
  const ticket = cell.text('ticket').replace(/^[A-Z]+(?=\d)/, '') || cell.text('order');
  return {
    line,
    ticket: ticket || `${cell.text('symbol')}-${closed}-${volume}`,
    ...{ symbol: cell.text('symbol'), side, volume, profit, commission, swap, closed, isUnits },
    openPrice: cell.needed('entry'),
    closePrice: cell.needed('exit'),
    opened: cell.has('opened') ? cell.time('opened') : closed,
    net: net || sumDecimals([profit, ...costs]),
    balance: cell.optional('balance'),
    comment: cell.text('comment'),
  };
}

function positionOf(cell: Reader, line: number): Position {
  const side = sideOf(cell.text('opening direction'));
  if (side === null) throw new UnreadRow('the direction is neither buy nor sell');
  const opened = cell.time('opened');
  const symbol = cell.text('symbol');
  return {
    ...{ line, symbol, side, opened, ...volumeOf(cell) },
    ticket: cell.text('ticket').replace(/^[A-Z]+(?=\d)/, '') || `${symbol}-${opened}`,
    openPrice: cell.needed('entry'),
    stopLoss: levelOf(cell, 'stop loss'),
    takeProfit: levelOf(cell, 'take profit'),
    profit: cell.optional('net') || null,
  };
}

function levelOf(cell: Reader, field: Field): string {
  const level = cell.optional(field);
  return level !== '' && compareDecimals(level, '0') === 0 ? '' : level;
}

/** `0.2 Lots`, `20 000 Units` or a number alone, which is lots in a quantity and units in a volume. */
function volumeOf(cell: Reader): { volume: string; isUnits: boolean } {
  const printed = cell.text('quantity') || cell.text('volume');
  const match = /^(.*?)\s*(lots?|units?|indices|oz|shares)?$/i.exec(printed);
  const number = parseDecimal(match?.[1] ?? '');
  if (number === null || compareDecimals(number, '0') <= 0) {
    throw new UnreadRow(`quantity \`${printed}\` is no number above 0`);
  }
  const unit = match?.[2]?.toLowerCase() ?? (cell.text('quantity') ? 'lots' : 'units');
  if (unit.startsWith('lot')) return { volume: number, isUnits: false };
  return { volume: number, isUnits: true };
}

function takeTotals({ places }: Heading, cell: Reader, totals: Map<Field, string>): void {
  for (const field of ['commission', 'swap', 'gross', 'net'] as const) {
    const sum = places.has(field) ? cell.optional(field) : '';
    if (sum !== '') totals.set(field, sum);
  }
}
