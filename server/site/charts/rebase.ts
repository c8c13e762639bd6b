// Also runs in the browser: do not import Node modules.

import { percentOf } from '../../accounts/rounding.ts';

/** Range of time, in seconds. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the start of a day in UTC, in seconds. */
export const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

/** Returns the UTC day of an instant in seconds, as `YYYY-MM-DD`. */
export const isoDay = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10);

type Values = readonly (number | null)[];

/** Returns and drawdowns in percent with 4 decimals, as if the account began with the range. */
export interface Rebased {
  readonly returns: (number | null)[];
  readonly drawdowns: (number | null)[];
}

/** Computes returns and drawdowns relative to the last day before the range. */
export function rebaseReturns(
  days: readonly number[],
  twr: Values,
  { from, to }: ChartSpan,
): Rebased {
  const base = indexBefore(days, twr, from);
  // After a loss of all capital there is nothing to compare with.
  const indexes = twr.map((value) =>
    value === null || base <= 0 ? null : (1 + value / 100) / base,
  );
  const returns = indexes.map(percent);
  const drawdowns: (number | null)[] = indexes.map(() => null);
  let peak = 1;
  for (const [at, index] of indexes.entries()) {
    const day = days[at] ?? 0;
    if (index === null || day < from || day > to) continue;
    peak = Math.max(peak, index);
    drawdowns[at] = percentOf(index / peak - 1);
  }
  return { returns, drawdowns };
}

/**
 * Returns the value that a line of steps holds at an instant, from the day before. Empty where the
 * line has not begun or has ended.
 */
export function heldAt(days: readonly number[], values: Values, instant: number): number[] {
  const before = values.findLastIndex((value, at) => value !== null && (days[at] ?? 0) <= instant);
  const last = values.findLastIndex((value) => value !== null);
  const held = values[before] ?? null;
  return held === null || last === before ? [] : [held];
}

/** Returns the index at the end of the last day before an instant; 1 if there is no such day. */
function indexBefore(days: readonly number[], twr: Values, from: number): number {
  const value = twr.findLast((percent, at) => percent !== null && (days[at] ?? 0) < from) ?? 0;
  return 1 + value / 100;
}

const percent = (index: number | null): number | null =>
  index === null ? null : percentOf(index - 1);
