import type { Days } from '../account.ts';
import type { Point } from './path.ts';
import { isoDay, secondsOf } from './rebase.ts';

const secondsADay = 86_400;

/**
 * Returns the first day of a record: `since`, or the first day of its curve if `since` is hidden.
 * Null if the curve has no days.
 */
export function startOf({ date }: Pick<Days, 'date'>, since: string | null): string | null {
  const [first] = date;
  return first === undefined || since === null || first < since ? (first ?? null) : since;
}

/** Returns the known values of days as points, with the days in seconds. */
export const pointsOn = (
  days: readonly string[],
  values: readonly (number | null | undefined)[],
): Point[] =>
  days.flatMap((day, at): Point[] => {
    const value = values[at] ?? null;
    return value === null ? [] : [[secondsOf(day), value]];
  });

/**
 * Adds the start of the record to a curve, for every chart: a return of 0 at the end of the day
 * before the record. Without it, a chart begins with the first closed trade. Its benchmark and the
 * return a year count from the start of the record.
 */
export function fromStart(points: Days, since: string | null): Days {
  const start = startOf(points, since);
  if (start === null) return points;
  const before = isoDay(secondsOf(start) - secondsADay);
  const zeroBefore = (values: Days['twr_percent']) => [
    values.some((value) => value !== null) ? 0 : null,
    ...values,
  ];
  return {
    date: [before, ...points.date],
    twr_percent: zeroBefore(points.twr_percent),
    drawdown: zeroBefore(points.drawdown),
    balance: [null, ...points.balance],
    equity: [null, ...points.equity],
  };
}
