import { placesOfAll } from '../source/shares.ts';
import {
  type PairedDeals,
  type PointValues,
  pairHedged,
  pairNetted,
  tradingOf,
} from './pairing.ts';
import { episodesOf, learnPointValues, moneyUnitOf } from './point-values.ts';
import type { ClosedPosition, Deal } from './rows.ts';

/**
 * Pairs deals of a report that does not say whether positions are netted. They are netted, unless
 * both sides were open at once, or results fit single positions better than the average price.
 */
export function pairOfUnknownMode(deals: readonly Deal[]): PairedDeals {
  const trading = tradingOf(deals);
  if (trading.some(({ direction }) => direction === 'in/out')) return pairNetted(trading);
  const hedged = pairHedged(trading);
  if (hasBothSidesOpen(trading)) return hedged;
  const values = learnPointValues(episodesOf(trading), moneyUnitOf(trading));
  const netted = pairNetted(trading);
  const contrary = netted.closed.filter((trade) => !fits(trade, values)).length;
  const contraryHedged = hedged.doubtful.filter(({ evidence }) => evidence === 'unfitting').length;
  return contraryHedged < contrary ? hedged : netted;
}

/** Netted positions never have both sides open. */
function hasBothSidesOpen(trading: readonly Deal[]): boolean {
  const open = new Map<string, number>();
  return trading.some(({ direction, symbol, type, volume }) => {
    const signed = Number(volume) * (type === 'buy' ? 1 : -1);
    const held = open.get(symbol) ?? 0;
    open.set(symbol, held + signed);
    return direction === 'in' && held * signed < -1e-9;
  });
}

/** Returns true if a trade's prices give its result, as far as that can be checked. */
function fits(trade: ClosedPosition, values: PointValues): boolean {
  const value = values.get(trade.symbol);
  if (value === undefined) return true;
  const [price, profit] = [Number(trade.closePrice), Number(trade.profit)];
  const sign = trade.side === 'buy' ? 1 : -1;
  const worth = value.worthAt({ price: trade.closePrice, at: trade.closed });
  const computed = sign * (price - Number(trade.openPrice)) * Number(trade.volume) * worth;
  // Terminals round the average price to the digits of the symbol.
  const rounding = averageRounding(trade) * Number(trade.volume) * worth;
  return Math.abs(computed - profit) <= value.toleranceOf(profit) + Math.abs(rounding);
}

const averageRounding = ({ closePrice }: ClosedPosition): number =>
  10 ** -placesOfAll([closePrice]);
