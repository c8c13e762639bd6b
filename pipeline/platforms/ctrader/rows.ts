import { isoCurrencies } from '../../../sql/raw/currencies.ts';
import {
  compareDecimals,
  divideUnits,
  negateDecimal,
  placesOf,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { type Cells, sideOf, UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order } from '../source/orders.ts';
import { stamp } from '../source/tickets.ts';
import type { Field } from './columns.ts';
import { parseCtraderTime } from './times.ts';

/** A deal that closed a position, or a part of it. */
export interface CtraderDeal extends ClosedOrder {
  line: number;
  /** The volume is printed in units, not in lots. */
  isUnits: boolean;
  net: string;
  /** The balance after it; empty where it is not printed. */
  balance: string;
  /** Net results of refused rows between the deal above it in the file and this one. */
  lost: readonly LostResult[];
}

/** Net result of a row that can't be read; null if the result can't be read either. */
export type LostResult = string | null;

/** Its profit is empty where the statement does not say it. */
export interface Position extends Order {
  isUnits: boolean;
}

export type CtraderReader = Cells<Field>;

function timeIn(cell: CtraderReader, field: Field): number {
  const at = parseCtraderTime(cell.text(field), cell.notation);
  if (at === null)
    throw new UnreadRow('import_field_not_time_of', {
      name: cell.nameOf(field),
      value: cell.text(field),
    });
  return at;
}

const idOf = (cell: CtraderReader, field: Field): string =>
  cell.text(field).replace(/^[A-Z]+(?=\d)/, '');

/** The id of a deal alone is unique: a position, or an order, may close in several deals. */
function ticketOf(cell: CtraderReader, closed: number): string {
  const position = idOf(cell, 'position');
  return (
    idOf(cell, 'ticket') || (position && `${position}-${stamp(closed)}`) || idOf(cell, 'order')
  );
}

/** Returns the net result of a row that can't be read as a deal. */
export function lostResultOf(cell: CtraderReader): LostResult {
  const net = cell.notation.number(cell.text('net'));
  if (net !== null) return net;
  const parts = (['gross', 'commission', 'swap'] as const).map((field) => cell.text(field));
  const decimals = parts.filter(Boolean).map((part) => cell.notation.number(part));
  const isWhole = parts[0] !== '' && !decimals.includes(null);
  return isWhole ? sumDecimals(decimals.flatMap((each) => each ?? [])) : null;
}

/** A row of the deals. */
export function dealOf(
  cell: CtraderReader,
  line: number,
  lost: readonly LostResult[],
): CtraderDeal {
  const closing = sideOf(cell.text('closing direction'));
  const side =
    sideOf(cell.text('opening direction')) ?? (closing && (closing === 'buy' ? 'sell' : 'buy'));
  if (side === null) throw new UnreadRow('import_no_direction');
  const net = cell.optional('net');
  const commission = cell.optional('commission');
  const swap = cell.optional('swap');
  const gross = cell.optional('gross');
  if (net === '' && gross === '') throw new UnreadRow('import_no_result');
  const costs = [commission, swap].filter(Boolean);
  const profit = gross || sumDecimals([net, ...costs.map(negateDecimal)]);
  const { volume, isUnits } = volumeOf(cell);
  const symbol = cell.word('symbol');
  const closed = timeIn(cell, 'closed');
  // Named one by one: of a long file objects spread into another take half of the time.
  return {
    line,
    lost,
    isUnits,
    stopLoss: '',
    stopsKnown: false,
    takeProfit: '',
    ticket: ticketOf(cell, closed),
    symbol,
    side,
    profit,
    commission,
    swap,
    closed,
    volume: isUnits ? lotsOf(cell, symbol, volume) : volume,
    openPrice: cell.needed('entry'),
    closePrice: cell.needed('exit'),
    opened: cell.has('opened') ? timeIn(cell, 'opened') : closed,
    net: net || sumDecimals([profit, ...costs]),
    balance: cell.optional('balance'),
    comment: cell.text('comment'),
  };
}

/** A row of the open positions. */
export function positionOf(cell: CtraderReader): Position {
  const side = sideOf(cell.text('opening direction'));
  if (side === null) throw new UnreadRow('import_no_side');
  const opened = timeIn(cell, 'opened');
  const symbol = cell.word('symbol');
  const { volume, isUnits } = volumeOf(cell);
  return {
    symbol,
    side,
    opened,
    isUnits,
    commission: '',
    swap: '',
    comment: '',
    volume: isUnits ? lotsOf(cell, symbol, volume) : volume,
    ticket: idOf(cell, 'position') || idOf(cell, 'ticket'),
    openPrice: cell.needed('entry'),
    stopLoss: cell.level('stop loss'),
    takeProfit: cell.level('take profit'),
    profit: cell.optional('net'),
  };
}

/**
 * `0.2 Lots`, `20 000 Units` or a number alone, which is lots in a quantity and units in a volume.
 */
function volumeOf(cell: CtraderReader): { volume: string; isUnits: boolean } {
  const printed = cell.text('quantity') || cell.text('volume');
  const match = /^(.*?)\s*(lots?|units?|indices|oz|shares)?$/i.exec(printed);
  const number = cell.notation.number(match?.[1] ?? '');
  if (number === null || compareDecimals(number, '0') <= 0) {
    throw new UnreadRow('file_quantity_not_positive', { value: printed });
  }
  const unit = match?.[2]?.toLowerCase() ?? (cell.text('quantity') ? 'lots' : 'units');
  if (unit.startsWith('lot')) return { volume: number, isUnits: false };
  return { volume: number, isUnits: true };
}

const lotOfPair = '100000';

/** Two currencies: `EURUSD`, `EUR/USD` or `EURUSD.r`, but not `XAUUSD`, `BTCUSD` or `NATGAS`. */
const codes = isoCurrencies.join('|');
const pair = new RegExp(`^(?:${codes})[^A-Za-z]?(?:${codes})(?![A-Z])`);

/**
 * Units in lots of the size that the row prints, or of a currency pair. Others keep their units,
 * since the size of their lots is not known.
 */
function lotsOf(cell: CtraderReader, symbol: string, units: string): string {
  const printed = cell.optional('lot size');
  const size = printed || (pair.test(symbol) ? lotOfPair : '1');
  if (compareDecimals(size, '0') <= 0) {
    const value = cell.text('lot size');
    throw new UnreadRow('import_field_not_positive', { name: cell.nameOf('lot size'), value });
  }
  const places = Math.max(placesOf(units), placesOf(size));
  const lots = divideUnits(toUnits(units, places), toUnits(size, places), places + 8);
  return lots.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
