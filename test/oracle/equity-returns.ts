import type { Book, DayReport } from './book.ts';
import { dayMilliseconds, dayOf, instant, weekdayOf } from './instants.ts';

/** Computes the return of each daily equity report since the report before. The first has none. */
export function equityReturns(reports: readonly DayReport[]) {
  return reports.slice(1).map((report, index) => {
    const before = reports[index]?.equity ?? 0n;
    const worth = report.equity - report.flows;
    const change = before <= 0n ? 0 : worth <= 0n ? -1 : Number(worth) / Number(before) - 1;
    return { day: report.day, change };
  });
}

/**
 * Computes the return by equity up to the end of a day, in percent; null before there are two
 * reports.
 */
export function equityTwr(book: Book, day: string): number | null {
  const returns = equityReturns(book.dayReports).filter((entry) => entry.day <= day);
  if (!book.capitalKnown || returns.length === 0) return null;
  return (returns.reduce((product, entry) => product * (1 + entry.change), 1) - 1) * 100;
}

/** Return of a weekday, and whether it has an equity report. */
export interface Weekday {
  readonly day: string;
  readonly change: number;
  readonly isReported: boolean;
}

/**
 * Lists every weekday from the day after the first report to the last report; none if deposits are
 * unknown.
 */
export function weekdaySeries(book: Book): readonly Weekday[] {
  const reports = book.depositsUnknown ? [] : book.dayReports;
  const first = reports[0];
  const last = reports.at(-1);
  if (first === undefined || last === undefined) return [];

  const factors = new Map<string, number>();
  for (let at = instant(first.day) + dayMilliseconds; ; at += dayMilliseconds) {
    if (at > instant(foldWeekend(last.day))) break;
    if (weekdayOf(at) <= 5) factors.set(dayOf(at), 1);
  }
  for (const { day, change } of equityReturns(reports)) {
    const weekday = foldWeekend(day);
    factors.set(weekday, (factors.get(weekday) ?? 1) * (1 + change));
  }
  const reported = new Set(equityReturns(reports).map(({ day }) => foldWeekend(day)));
  return [...factors].map(([day, factor]) => ({
    day,
    change: factor - 1,
    isReported: reported.has(day),
  }));
}

/** Returns the weekday returns; null if there are too few, or all are equal. */
export function sampleOf(weekdays: readonly Weekday[]): readonly number[] | null {
  const reported = weekdays.filter(({ isReported }) => isReported).length;
  if (reported < 30 && reported * 2 < weekdays.length) return null;
  const returns = weekdays.map(({ change }) => change);
  if (returns.length < 30 || returns.every((value) => value === returns[0])) return null;
  return returns;
}

/** Computes one equity return per weekday; null if there are too few, or all are equal. */
export const weekdayReturns = (book: Book): readonly number[] | null =>
  sampleOf(weekdaySeries(book));

function foldWeekend(day: string): string {
  const at = instant(day);
  const weekday = weekdayOf(at);
  return weekday <= 5 ? day : dayOf(at + (8 - weekday) * dayMilliseconds);
}
