import type { Book } from './book.ts';
import {
  dayMilliseconds,
  instant,
  monthOf,
  monthsBetween,
  startOfDay,
  weekdayOf,
  yearOf,
  yearsBetween,
} from './instants.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { type Money, moneyNumber, sumMoney } from './money.ts';
import { compound, type Step } from './walk.ts';

type PeriodRow = { readonly date: string; readonly profit: Money; readonly percent: number | null };

/** Computes months, years, and the four current periods. */
export function monthlySection(book: Book, steps: readonly Step[], asOf: number): JsonObject {
  return {
    monthly_performance: monthlyRows(book, steps).map((row) => ({
      date: row.date,
      monthly_profit: moneyNumber(row.profit),
      monthly_percent: row.percent,
    })),
    yearly_performance: periodRows(book, steps, yearOf, yearsBetween).map((row) => ({
      date: row.date,
      yearly_profit: moneyNumber(row.profit),
      yearly_percent: row.percent,
      max_drawdown_percent: book.capitalKnown ? deepestFall(yearOf, row.date, steps) : null,
    })),
    period_returns: periodReturns(book, steps, asOf),
  };
}

/** Lists every month from the first to the last with a closed trade or an adjustment. */
export function monthlyRows(book: Book, steps: readonly Step[]): PeriodRow[] {
  return periodRows(book, steps, monthOf, monthsBetween);
}

function periodRows(
  book: Book,
  steps: readonly Step[],
  nameOf: (at: number) => string,
  between: (first: string, last: string) => string[],
): PeriodRow[] {
  const results = steps.filter((step) => step.result !== null);
  const first = results[0];
  const last = results.at(-1);
  if (first === undefined || last === undefined) return [];
  return between(nameOf(first.at), nameOf(last.at)).map((date) => {
    const within = results.filter((step) => nameOf(step.at) === date);
    return {
      date,
      profit: sumMoney(within.map((step) => step.result ?? 0n)),
      percent: book.capitalKnown ? compound(within) : null,
    };
  });
}

/**
 * Computes the deepest fall below the highest index since the start of the period, in percent. The
 * period starts at an index of 1.
 */
function deepestFall(
  nameOf: (at: number) => string,
  period: string,
  steps: readonly Step[],
): number {
  let [index, peak, deepest] = [1, 1, 0];
  for (const step of steps) {
    if (nameOf(step.at) !== period) continue;
    index *= 1 + (step.change ?? 0);
    peak = Math.max(peak, index);
    deepest = Math.max(deepest, 1 - index / peak);
  }
  return 100 * deepest;
}

function periodReturns(book: Book, steps: readonly Step[], asOf: number): JsonObject {
  const today = startOfDay(asOf);
  const starts = {
    today,
    this_week: today - (weekdayOf(today) - 1) * dayMilliseconds,
    this_month: instant(`${monthOf(asOf)}-01`),
    this_year: instant(`${yearOf(asOf)}-01-01`),
  };
  return Object.fromEntries(
    Object.entries(starts).map(([name, from]) => {
      const within = steps.filter((step) => step.at >= from && step.at <= asOf);
      const isKnown = within.length > 0 || (book.header.updatedAt ?? -Infinity) >= from;
      return [name, isKnown ? snapshot(book, within) : nothing];
    }),
  );
}

const nothing = {
  profit: null,
  twr_percent: null,
  trades_count: null,
  win_rate: null,
  volume: null,
};

function snapshot(book: Book, steps: readonly Step[]): JsonObject {
  const trades = steps.map((step) => step.trade).filter((trade) => trade !== null);
  const won = trades.filter((trade) => trade.net > 0n);
  return {
    profit: moneyNumber(sumMoney(steps.map((step) => step.result ?? 0n))),
    twr_percent: book.capitalKnown ? compound(steps) : null,
    trades_count: trades.length,
    win_rate: percentage(won.length, trades.length),
    volume: moneyNumber(sumMoney(trades.map((trade) => trade.volume))),
  };
}
