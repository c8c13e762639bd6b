import type { Book } from './book.ts';
import { dayMilliseconds, dayOf, instant, monthOf, startOfDay, weekdayOf } from './instants.ts';
import type { JsonObject } from './json.ts';
import { mean, percentage } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';
import { monthlyRows } from './monthly-section.ts';
import { published } from './rounding.ts';
import { compound, type Step } from './walk.ts';

interface Period {
  readonly date: string;
  readonly percent: number | null;
  readonly profit: Money;
}

/** Computes the best, worst and average days with closed trades, weeks and months with a result. */
export function periodRecords(book: Book, steps: readonly Step[]): JsonObject {
  const results = steps.filter(({ result }) => result !== null);
  const trades = steps.filter(({ trade }) => trade !== null);
  const days = periods(book, results, trades, dayOf);
  const weeks = periods(book, results, results, mondayOf);
  const months = periods(book, results, results, (at) => `${monthOf(at)}-01`);
  return {
    best_day: record(days, 1),
    worst_day: record(days, -1),
    best_week: record(weeks, 1),
    worst_week: record(weeks, -1),
    best_month: record(months, 1),
    worst_month: record(months, -1),
    profitable_days_percent: percentage(days.filter(isProfit).length, days.length),
    profitable_months_percent: percentage(months.filter(isProfit).length, months.length),
    best_day_share_percent: shareOfBest(days),
    best_month_share_percent: shareOfBest(months),
    best_symbol_share_percent: shareOfBest(bySymbol(book)),
    avg_monthly_geometric_percent: geometricMean(
      monthlyRows(book, steps).map(({ percent }) => percent),
    ),
  };
}

const mondayOf = (at: number) => dayOf(startOfDay(at) - (weekdayOf(at) - 1) * dayMilliseconds);
const isProfit = ({ profit }: Pick<Period, 'profit'>) => profit > 0n;

/** Computes the periods in which at least one of the counted steps happened. */
function periods(
  book: Book,
  results: readonly Step[],
  counted: readonly Step[],
  nameOf: (at: number) => string,
): readonly Period[] {
  const names = new Set(counted.map(({ at }) => nameOf(at)));
  return [...names].map((date) => {
    const within = results.filter((step) => nameOf(step.at) === date);
    return {
      date,
      percent: book.capitalKnown ? compound(within) : null,
      profit: sumMoney(within.map(({ result }) => result ?? 0n)),
    };
  });
}

/** Finds the highest or lowest period by its published return; on a tie the first. */
function record(all: readonly Period[], sign: 1 | -1): JsonObject {
  const rank = ({ percent, profit }: Period) =>
    sign * (percent === null ? Number(profit) : published(percent, 4));
  const inOrder = [...all].sort((first, second) => instant(first.date) - instant(second.date));
  const found = inOrder.find((item) => all.every((otherItem) => rank(otherItem) <= rank(item)));
  if (found === undefined) return { date: null, percent: null, profit: null };
  return { date: found.date, percent: found.percent, profit: moneyNumber(found.profit) };
}

function bySymbol({ trades }: Book): Pick<Period, 'profit'>[] {
  const symbols = [...new Set(trades.map(({ symbol }) => symbol))];
  return symbols.map((name) => ({
    profit: sumMoney(trades.filter(({ symbol }) => symbol === name).map(({ net }) => net)),
  }));
}

function shareOfBest(all: readonly Pick<Period, 'profit'>[]): number | null {
  const profits = all.filter(isProfit).map(({ profit }) => Number(profit));
  return percentage(
    Math.max(0, ...profits),
    profits.reduce((sum, profit) => sum + profit, 0),
  );
}

function geometricMean(percents: readonly (number | null)[]): number | null {
  const known = percents.filter((percent) => percent !== null);
  if (known.length === 0) return null;
  if (known.some((percent) => percent <= -100)) return -100;
  return (Math.exp(mean(known.map((percent) => Math.log(1 + percent / 100)))) - 1) * 100;
}
