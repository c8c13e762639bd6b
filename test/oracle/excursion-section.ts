import type { Book, Trade } from './book.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';

/** Computes averages, and lists the trades whose worst and best floating results are both known. */
export function excursionSection({ trades }: Book): JsonObject {
  const known = trades.flatMap((trade) => {
    const { mae, mfe } = trade;
    return mae === null || mfe === null
      ? []
      : [{ trade, adverse: mae < 0n ? mae : 0n, favourable: mfe > 0n ? mfe : 0n }];
  });
  const won = known.filter(({ trade }) => trade.net > 0n);
  const lost = known.filter(({ trade }) => trade.net < 0n);
  const best = sumMoney(known.map(({ favourable }) => favourable));
  const keptProfit = sumMoney(
    known.map(({ trade, favourable }) =>
      favourable > 0n && trade.profit > 0n ? trade.profit : 0n,
    ),
  );
  const once = lost.filter(({ trade, favourable }) => favourable + costsOf(trade) > 0n).length;
  return {
    trades: known.length,
    avg_mae: meanOf(known.map(({ adverse }) => adverse)),
    avg_mfe: meanOf(known.map(({ favourable }) => favourable)),
    avg_mae_of_wins: meanOf(won.map(({ adverse }) => adverse)),
    avg_mfe_of_losses: meanOf(lost.map(({ favourable }) => favourable)),
    kept_percent: best === 0n ? null : (100 * Number(keptProfit)) / Number(best),
    losses_once_in_profit: once,
    losses_once_in_profit_percent: percentage(once, lost.length),
    pairs: known
      .filter(
        (_, at) =>
          known.length <= 400 ||
          Math.floor(((at + 1) * 400) / known.length) > Math.floor((at * 400) / known.length),
      )
      .map(({ trade, adverse, favourable }) => ({
        mae: moneyNumber(adverse),
        mfe: moneyNumber(favourable),
        net_profit: moneyNumber(trade.net),
      })),
  };
}

const costsOf = ({ commission, swap }: Trade): Money => commission + swap;

const meanOf = (amounts: readonly Money[]): number | null =>
  amounts.length === 0 ? null : moneyNumber(sumMoney(amounts)) / amounts.length;
