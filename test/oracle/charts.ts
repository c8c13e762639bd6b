import type { Trade } from './book.ts';
import { instantText, monthOf, weekdayOf } from './instants.ts';
import type { JsonObject } from './json.ts';
import { moneyNumber, sumMoney } from './money.ts';

/** Computes wins and losses by hour and weekday of closing, and the last fifty trades. */
export function charts(trades: readonly Trade[]): JsonObject {
  const counts = (chosen: (at: number) => boolean) => {
    const ownTrades = trades.filter((trade) => chosen(trade.closedAt));
    return {
      won: ownTrades.filter((trade) => trade.net > 0n).length,
      lost: ownTrades.filter((trade) => trade.net < 0n).length,
    };
  };
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const days = [1, 2, 3, 4, 5, 6, 7];
  return {
    trades_by_hour: hours.map((hour) => ({
      hour,
      ...counts((at) => new Date(at).getUTCHours() === hour),
    })),
    trades_by_weekday: days.map((day) => ({ day, ...counts((at) => weekdayOf(at) === day) })),
    profit_by_hour_of_week: days.flatMap((day) =>
      hours.flatMap((hour) => {
        const within = trades.filter(
          ({ closedAt }) =>
            weekdayOf(closedAt) === day && new Date(closedAt).getUTCHours() === hour,
        );
        return within.length === 0
          ? []
          : [{ day, hour, trades: within.length, profit: profitOf(within) }];
      }),
    ),
    profit_by_side: [...new Set(trades.map(({ closedAt }) => monthOf(closedAt)))]
      .sort()
      .map((date) => {
        const soFar = trades.filter(({ closedAt }) => monthOf(closedAt) <= date);
        return {
          date,
          longs_profit: profitOf(soFar.filter(({ side }) => side === 'buy')),
          shorts_profit: profitOf(soFar.filter(({ side }) => side === 'sell')),
        };
      }),
    recent_trades_duration: trades.slice(-50).map((trade) => ({
      closed_at: instantText(trade.closedAt),
      duration: (trade.closedAt - trade.openedAt) / 1000,
      net_profit: moneyNumber(trade.net),
    })),
  };
}

const profitOf = (trades: readonly Trade[]): number =>
  moneyNumber(sumMoney(trades.map(({ net }) => net)));
