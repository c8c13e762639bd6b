import type { Book } from './book.ts';
import { sampleOf, weekdaySeries } from './equity-returns.ts';
import { sinceOf } from './growth.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { Json, JsonObject } from './json.ts';
import { mean, sampleDeviation } from './means.ts';
import { monthlyRows } from './monthly-section.ts';
import { compound, type Step } from './walk.ts';

/** Computes each window from the days up to the end of a month, as if there were no later ones. */
export function rollingSection(book: Book, steps: readonly Step[]): JsonObject {
  const last = Math.max(steps.at(-1)?.at ?? 0, book.header.updatedAt ?? 0);
  const rows = monthlyRows(book, steps).map(({ date }) => {
    const [year = 0, month = 0] = date.split('-').map(Number);
    const monthEnd = Date.UTC(year, month, 0);
    const end = Math.min(monthEnd, instant(dayOf(last)));
    return {
      date: dayOf(end),
      days_30: lastDays(book, steps, end, 30),
      days_90: lastDays(book, steps, end, 90),
      days_365: lastDays(book, steps, end, 365),
    };
  });
  return { month_ends: rows };
}

function lastDays(book: Book, steps: readonly Step[], end: number, days: number): Json {
  const begin = end - (days - 1) * dayMilliseconds;
  const since = sinceOf(book, steps);
  if (since === null || instant(since) > begin) return null;
  const within = steps.filter((step) => step.at >= begin && step.at < end + dayMilliseconds);
  const risk = {
    return_percent: book.capitalKnown ? compound(within) : null,
    max_drawdown_percent: book.capitalKnown ? deepest(within) : null,
  };
  if (days === 30) return risk;
  const returns = sampleOf(
    weekdaySeries(book).filter(({ day }) => instant(day) >= begin && instant(day) <= end),
  );
  const sharpe = returns && (mean(returns) / sampleDeviation(returns)) * Math.sqrt(252);
  return { ...risk, sharpe_ratio_annualized: sharpe };
}

/** Computes the deepest fall at the ends of days, from an index of 1. */
function deepest(steps: readonly Step[]): number {
  let [index, peak, fall] = [1, 1, 0];
  for (const [at, { change, at: instantOf }] of steps.entries()) {
    index *= 1 + (change ?? 0);
    if (steps[at + 1] && dayOf(steps[at + 1]?.at ?? 0) === dayOf(instantOf)) continue;
    peak = Math.max(peak, index);
    fall = Math.max(fall, 1 - index / peak);
  }
  return 100 * fall;
}
