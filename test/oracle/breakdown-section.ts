import type { Book, Trade } from './book.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { moneyText, sumMoney } from './money.ts';

/** Trades per instrument; `pips` is left a number, unrounded, until it is compared. */
export function bySymbolSection(book: Book): JsonObject {
  return breakdown(book, (trade) => trade.symbol);
}

/** Trades per magic number, manual ones under 0. */
export function byMagicNumberSection(book: Book): JsonObject {
  return breakdown(book, (trade) => String(trade.magicNumber ?? 0));
}

/** Sum of the pips of the trades that have any; 0 without trades, null where none of them has. */
export function totalPips(trades: readonly Trade[]): number | null {
  const pips = trades.map((trade) => trade.pips).filter((value) => value !== null);
  return trades.length > 0 && pips.length === 0
    ? null
    : pips.reduce((sum, value) => sum + value, 0);
}

function breakdown(book: Book, keyOf: (trade: Trade) => string): JsonObject {
  const groups = new Map<string, Trade[]>();
  for (const trade of book.trades) {
    groups.set(keyOf(trade), [...(groups.get(keyOf(trade)) ?? []), trade]);
  }
  return Object.fromEntries(
    [...groups].map(([key, trades]) => {
      const won = trades.filter((trade) => trade.net > 0n).length;
      const side = (name: string) =>
        sums(
          trades.filter((trade) => trade.side === name),
          book,
        );
      return [
        key,
        {
          total: {
            ...sums(trades, book),
            won,
            lost: trades.filter((trade) => trade.net < 0n).length,
            won_percentage: percentage(won, trades.length),
          },
          longs: side('buy'),
          shorts: side('sell'),
        },
      ];
    }),
  );
}

function sums(trades: readonly Trade[], book: Book): JsonObject {
  return {
    trades: trades.length,
    profit: moneyText(sumMoney(trades.map((trade) => trade.net)), book.decimals),
    pips: totalPips(trades),
  };
}
