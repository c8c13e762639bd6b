import {
  compareDecimals,
  divideUnits,
  negateDecimal,
  parseDecimal,
  placesOf,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order } from '../source/orders.ts';
import type { CtraderHeading, Field } from './columns.ts';
import { parseCtraderTime } from './times.ts';

/** A deal that closed a position, or a part of it. */
export interface CtraderDeal extends ClosedOrder {
  line: number;
  /** The volume is printed in units, not in lots. */
  isUnits: boolean;
  net: string;
  /** The balance after it; empty where it is not printed. */
  balance: string;
}

/** Its profit is empty where the statement does not say it. */
export interface Position extends Order {
  isUnits: boolean;
}

export type CtraderReader = ReturnType<typeof readerOf>;

/** Reads the cells of a row; an em dash, or a hyphen alone, stands for nothing. */
export function readerOf({ places }: CtraderHeading, texts: readonly string[]) {
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

/** A row of the deals. */
export function dealOf(cell: CtraderReader, line: number): CtraderDeal {
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
  const symbol = cell.text('symbol');
  const closed = cell.time('closed');
  const ticket = cell.text('ticket').replace(/^[A-Z]+(?=\d)/, '') || cell.text('order');
  // Named one by one: of a long file objects spread into another take half of the time.
  return {
    line,
    isUnits,
    stopLoss: '',
    takeProfit: '',
    ticket: ticket || `${symbol}-${closed}-${volume}`,
    symbol,
    side,
    profit,
    commission,
    swap,
    closed,
    volume: isUnits ? lotsOf(symbol, volume) : volume,
    openPrice: cell.needed('entry'),
    closePrice: cell.needed('exit'),
    opened: cell.has('opened') ? cell.time('opened') : closed,
    net: net || sumDecimals([profit, ...costs]),
    balance: cell.optional('balance'),
    comment: cell.text('comment'),
  };
}

/** A row of the open positions. */
export function positionOf(cell: CtraderReader): Position {
  const side = sideOf(cell.text('opening direction'));
  if (side === null) throw new UnreadRow('the direction is neither buy nor sell');
  const opened = cell.time('opened');
  const symbol = cell.text('symbol');
  const { volume, isUnits } = volumeOf(cell);
  return {
    symbol,
    side,
    opened,
    isUnits,
    commission: '',
    swap: '',
    comment: '',
    volume: isUnits ? lotsOf(symbol, volume) : volume,
    ticket: cell.text('ticket').replace(/^[A-Z]+(?=\d)/, '') || `${symbol}-${opened}`,
    openPrice: cell.needed('entry'),
    stopLoss: levelOf(cell, 'stop loss'),
    takeProfit: levelOf(cell, 'take profit'),
    profit: cell.optional('net'),
  };
}

function levelOf(cell: CtraderReader, field: Field): string {
  const level = cell.optional(field);
  return level !== '' && compareDecimals(level, '0') === 0 ? '' : level;
}

/** `0.2 Lots`, `20 000 Units` or a number alone, which is lots in a quantity and units in a volume. */
function volumeOf(cell: CtraderReader): { volume: string; isUnits: boolean } {
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

const unitsOfLot = 100_000n;

/** Units of a pair in lots; what others are in is not known. */
function lotsOf(symbol: string, units: string): string {
  if (!/^[A-Z]{6}(?![A-Z])/.test(symbol)) return units;
  const places = placesOf(units);
  const lots = divideUnits(toUnits(units, places), unitsOfLot * 10n ** BigInt(places), places + 5);
  return lots.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
