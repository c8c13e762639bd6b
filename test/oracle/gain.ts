import type { Book } from './book.ts';
import { dayMilliseconds, instant } from './instants.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';
import { compound, type Step } from './walk.ts';

/** Computes the change from one day to another, event by event. */
export function gainOf(book: Book, steps: readonly Step[], from: string, to: string): JsonObject {
  const isWithin = ({ at }: { at: number }) =>
    at >= instant(from) && at < instant(to) + dayMilliseconds;
  const within = steps.filter(isWithin);
  const trades = within.filter(({ trade }) => trade !== null);
  const flows = book.flows.filter(isWithin).map(({ amount }) => amount);
  let [index, peak, fall] = [1, 1, 0];
  for (const { change } of within) {
    index *= 1 + (change ?? 0);
    peak = Math.max(peak, index);
    fall = Math.max(fall, 1 - index / peak);
  }
  const flowed = (sum: Money) => (book.depositsUnknown ? null : moneyNumber(sum));
  return {
    return_percent: book.capitalKnown ? compound(within) : null,
    profit: moneyNumber(sumMoney(within.map(({ result }) => result ?? 0n))),
    deposits: flowed(sumMoney(flows.filter((amount) => amount > 0n))),
    withdrawals: flowed(-sumMoney(flows.filter((amount) => amount < 0n))),
    max_drawdown_percent: book.capitalKnown ? 100 * fall : null,
    trades_count: trades.length,
    win_rate: percentage(trades.filter(({ result }) => (result ?? 0n) > 0n).length, trades.length),
  };
}
