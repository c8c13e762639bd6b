import type { Book, Trade } from './book.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { moneyText, sumMoney } from './money.ts';

/** Groups trades by instrument. `pips` stays an unrounded number until it is compared. */
export function bySymbolSection(book: Book): JsonObject {
  return breakdown(book, (trade) => trade.symbol);
}

/** Groups trades by magic number; manual trades are under 0. */
export function byMagicNumberSection(book: Book): JsonObject {
  return breakdown(book, (trade) => String(trade.magicNumber ?? 0));
}

/**
 * Adds up the pips of trades with a known pip size. Returns 0 without trades, null if no trade has
 * one.
 */
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
