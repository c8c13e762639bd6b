import { placesOf } from '../../read/decimals.ts';
import type { Deal } from './rows.ts';

/**
 * Value of a price difference of 1, per lot of a symbol, learned from results. It only shows which
 * position a deal closed and never enters an amount, so doubles are exact enough.
 */
export interface PointValue {
  /** Money that a price difference of 1 brings per lot when a deal closes it. */
  worthAt(deal: Pick<Deal, 'price' | 'at'>): number;
  /**
   * Returns the greatest difference between a true result and the computed one, by rounding and by
   * learning.
   */
  toleranceOf(profit: number): number;
}

/**
 * Deals whose results surely belong together: from no open position to the next time, or a pair.
 */
export interface PricedResult {
  symbol: string;
  /** Price difference times lots, in the direction that wins. */
  moved: number;
  profit: number;
  /** Of closing, on average. */
  price: number;
  at: number;
  /** Count of rounded profits. */
  deals: number;
}

/** Returns the sign of a result if the closing price is above the opening price. */
export const directionOf = ({ type }: Pick<Deal, 'type'>): number => (type === 'sell' ? 1 : -1);

/** The smallest part of the money that profits are printed in. */
export const moneyUnitOf = (deals: readonly Deal[]): number =>
  10 ** -Math.max(0, ...deals.slice(0, 1000).map(({ profit }) => Math.min(2, placesOf(profit))));

/**
 * Lists the results of whole episodes, which begin and end without an open position of a symbol and
 * side. Their result does not depend on which deal closed which position.
 */
export function episodesOf(deals: readonly Deal[]): PricedResult[] {
  const open = new Map<string, PricedResult & { left: number }>();
  const results: PricedResult[] = [];
  for (const deal of deals) {
    if (deal.direction !== 'in' && deal.direction !== 'out') continue;
    const isOpening = deal.direction === 'in';
    const side = isOpening === (deal.type === 'buy') ? 'buy' : 'sell';
    const key = `${side} ${deal.symbol}`;
    const [volume, price] = [Number(deal.volume), Number(deal.price)];
    const episode = open.get(key) ?? {
      symbol: deal.symbol,
      moved: 0,
      profit: 0,
      price: 0,
      at: 0,
      deals: 0,
      left: 0,
    };
    open.set(key, episode);
    const sign = side === 'buy' ? 1 : -1;
    episode.moved += (isOpening ? -sign : sign) * price * volume;
    episode.left += isOpening ? volume : -volume;
    if (!isOpening) {
      episode.profit += Number(deal.profit);
      episode.price = (episode.price * episode.deals + price) / (episode.deals + 1);
      episode.deals += 1;
      episode.at = deal.at;
    }
    if (episode.left > minVolume) continue;
    // More is closed than was opened where a report begins between the two.
    if (episode.left > -minVolume) results.push(episode);
    open.delete(key);
  }
  return results;
}

const minVolume = 1e-9;

/**
 * Learns the value of a price move for each symbol. Leaves out symbols whose results don't show it.
 */
export function learnPointValues(
  results: readonly PricedResult[],
  unit: number,
): ReadonlyMap<string, PointValue> {
  const bySymbol = new Map<string, PricedResult[]>();
  for (const result of results) {
    // Of a result of a few cents rounding leaves nothing to learn from.
    if (Math.abs(result.profit) < 20 * unit * result.deals) continue;
    if (result.moved * result.profit <= 0) continue;
    const known = bySymbol.get(result.symbol);
    if (known) known.push(result);
    else bySymbol.set(result.symbol, [result]);
  }
  const values = new Map<string, PointValue>();
  for (const [symbol, known] of bySymbol) {
    const value = steady(known, unit) ?? nearest(known, unit);
    if (value) values.set(symbol, value);
  }
  return values;
}

/** Value at any price by one result: constant, or falling as the price rises. */
export type PriceLaw = (price: number) => number;
/** Of symbols that are priced in the currency of the account. */
export const constant: PriceLaw = () => 1;
/** Of those that the currency of the account is bought by, such as USDJPY in dollars. */
export const inverse: PriceLaw = (price) => 1 / price;

/** Results may be so far from a law, of which episodes know the average price alone. */
const maxApart = 0.003;
/** So many of the results have to follow it. */
const minShare = 0.95;
const minSteady = 3;

/** A value that follows the better of the laws, if most results do. */
function steady(results: readonly PricedResult[], unit: number): PointValue | null {
  const [plain, falling] = [fitOf(results, unit, constant), fitOf(results, unit, inverse)];
  const better = falling.apart < plain.apart - 1e-6 ? falling : plain;
  const { law, fitting } = better;
  if (fitting.length < minSteady || fitting.length < minShare * results.length) return null;
  const sum = (read: (result: PricedResult) => number) =>
    fitting.reduce((all, { result }) => all + Math.abs(read(result)), 0);
  const factor = sum(({ profit }) => profit) / sum(({ moved, price }) => moved * law(price));
  const apart = fitting.reduce((max, each) => Math.max(max, each.apart), 1e-5);
  return pointValue((price) => factor * law(price), unit, apart);
}

/** Results that follow a rule, how far they exceed rounding, and the sum of those distances. */
function fitOf(results: readonly PricedResult[], unit: number, law: PriceLaw) {
  const factors = results.map(({ profit, moved, price }) => profit / (moved * law(price)));
  const middle = median(factors);
  const all = results.map((result, at) => {
    const rounding = (unit * result.deals) / Math.abs(result.profit);
    return { result, apart: Math.max(0, Math.abs((factors[at] ?? 0) / middle - 1) - rounding) };
  });
  return {
    law,
    fitting: all.filter(({ apart }) => apart <= maxApart),
    apart: all.reduce((sum, { apart }) => sum + Math.min(apart, maxApart), 0),
  };
}

/**
 * Follows the value of a symbol of two other currencies, which moves with a rate: the previous
 * result's value counts.
 */
function nearest(results: readonly PricedResult[], unit: number): PointValue | null {
  const inOrder = [...results].sort((first, second) => first.at - second.at);
  const factors = inOrder.map(({ profit, moved }) => profit / moved);
  const steps = factors.slice(1).map((factor, at) => Math.abs(factor / (factors[at] ?? 1) - 1));
  if (steps.length > 0 && median(steps) > maxStep) return null;
  return {
    worthAt({ at }) {
      const place = placeOf(inOrder, at);
      const [before, after] = [inOrder[place - 1], inOrder[place]];
      const isBefore = !after || (before !== undefined && at - before.at < after.at - at);
      return factors[isBefore ? place - 1 : place] ?? 0;
    },
    toleranceOf: (profit) => unit + maxStep * Math.abs(profit),
  };
}

/** The place of the first result that is not before an instant. */
function placeOf(results: readonly PricedResult[], at: number): number {
  let first = 0;
  for (let last = results.length; first < last; ) {
    const middle = (first + last) >> 1;
    if ((results[middle]?.at ?? at) < at) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** Most by which the value of a cross may move between two results. */
const maxStep = 0.01;

const pointValue = (law: PriceLaw, unit: number, apart: number): PointValue => ({
  worthAt: ({ price }) => law(Number(price)),
  toleranceOf: (profit) => unit + apart * Math.abs(profit),
});

function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[sorted.length >> 1] ?? 0;
}
