import type { Book, DayReport } from './book.ts';
import { dayMilliseconds, dayOf, instant, weekdayOf } from './instants.ts';

/** Return of each daily equity report on the one before; the first has none. */
export function equityReturns(reports: readonly DayReport[]) {
  return reports.slice(1).map((report, index) => {
    const before = reports[index]?.equity ?? 0n;
    const worth = report.equity - report.flows;
    const change = before <= 0n ? 0 : worth <= 0n ? -1 : Number(worth) / Number(before) - 1;
    return { day: report.day, change };
  });
}

/** Percent gained on equity up to and including a day; null before there are two reports. */
export function equityTwr(book: Book, day: string): number | null {
  const returns = equityReturns(book.dayReports).filter((entry) => entry.day <= day);
  if (!book.capitalKnown || returns.length === 0) return null;
  return (returns.reduce((product, entry) => product * (1 + entry.change), 1) - 1) * 100;
}

/** The return of a weekday, and whether equity was reported on it. */
export interface Weekday {
  readonly day: string;
  readonly change: number;
  readonly isReported: boolean;
}

/** Every weekday from the day after the first report to the last one. */
export function weekdaySeries(reports: readonly DayReport[]): readonly Weekday[] {
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
    ...{ day, change: factor - 1, isReported: reported.has(day) },
  }));
}

/** The returns of weekdays; null where they are too few, or all the same. */
export function sampleOf(weekdays: readonly Weekday[]): readonly number[] | null {
  const reported = weekdays.filter(({ isReported }) => isReported).length;
  if (reported < 30 && reported * 2 < weekdays.length) return null;
  const returns = weekdays.map(({ change }) => change);
  if (returns.length < 30 || returns.every((value) => value === returns[0])) return null;
  return returns;
}

/** One equity return per weekday; null where they are too few, or all the same. */
export const weekdayReturns = (reports: readonly DayReport[]): readonly number[] | null =>
  sampleOf(weekdaySeries(reports));

function foldWeekend(day: string): string {
  const at = instant(day);
  const weekday = weekdayOf(at);
  return weekday <= 5 ? day : dayOf(at + (8 - weekday) * dayMilliseconds);
}
