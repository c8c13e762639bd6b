import type { Book, Trade } from './book.ts';
import type { Json, JsonObject } from './json.ts';
import { moneyNumber, sumMoney } from './money.ts';

type ValueIn = (trade: Trade) => number | null;

/** Sorts trades into at most 30 bins of a round width. */
export function distributionSection({ trades, decimals }: Book): JsonObject {
  return {
    results: histogram(trades, (trade) => moneyNumber(trade.net), decimals),
    pips: histogram(trades, (trade) => trade.pips && scaled(trade.pips), 1),
    durations: histogram(trades, (trade) => (trade.closedAt - trade.openedAt) / 1000, 0),
  };
}

/**
 * Finds the width of the bins. `decimals` is the number of decimals of the smallest possible width.
 */
function histogram(trades: readonly Trade[], valueIn: ValueIn, decimals: number): Json {
  const known = trades.filter((trade) => valueIn(trade) !== null);
  const scale = 10 ** decimals;
  const numberOf = (trade: Trade) => scaled((valueIn(trade) ?? 0) * scale);
  const numbers = known.map(numberOf);
  if (numbers.length === 0) return null;
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const width = widthOf(min, max);
  const bins = new Map<number, Trade[]>();
  for (const trade of known) {
    const bin = Math.floor(numberOf(trade) / width);
    bins.set(bin, [...(bins.get(bin) ?? []), trade]);
  }
  return {
    width: width / scale,
    min: min / scale,
    max: max / scale,
    bins: [...bins]
      .sort(([one], [other]) => one - other)
      .map(([bin, own]) => ({
        starts_at: (bin * width) / scale,
        count: own.length,
        profit: moneyNumber(sumMoney(own.map(({ net }) => net))),
      })),
  };
}

/** Removes the rounding error of a product of floats. */
const scaled = (value: number): number => Math.round(value * 1e6) / 1e6;

function widthOf(min: number, max: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const digit of [1, 2, 5]) {
      const width = digit * scale;
      if (Math.floor(max / width) - Math.floor(min / width) < 30) return width;
    }
  }
}
