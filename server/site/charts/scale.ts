import { isoDay } from './rebase.ts';

// Also runs in the browser: do not import Node modules.

/** Returns round values between two ends, about `count` of them. */
export function axisSteps(min: number, max: number, count: number): number[] {
  const rough = (max - min) / Math.max(1, count);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => round((first + at) * step));
}

/** Removes the noise of binary fractions. */
const round = (value: number): number => Number(value.toPrecision(12));

/** Writes a day with its month and year, or its month and year alone. */
export interface DayFormat {
  day(date: string): string;
  month(date: string): string;
}

/**
 * Returns days between two instants in seconds with their labels, at most `count` of them: first
 * days of months. A short time that has fewer than two of these has its two ends.
 */
export function dayLabels(
  from: number,
  to: number,
  count: number,
  format: DayFormat,
): (readonly [date: string, text: string])[] {
  const months = monthSteps(from, to, count);
  if (months.length > 1) return months.map((date) => [date, format.month(date)]);
  return [from, to].map(isoDay).map((date) => [date, format.day(date)]);
}

/** Returns the first days of months between two instants in seconds, at most `count` of them. */
function monthSteps(from: number, to: number, count: number): string[] {
  for (const step of [1, 2, 3, 6, 12, 24, 60, 120]) {
    const found = monthStarts(from, to, step);
    if (found.length <= count) return found;
  }
  return [];
}

function monthStarts(from: number, to: number, step: number): string[] {
  const first = new Date(from * 1000);
  const found = [];
  for (let month = first.getUTCMonth() + 1; ; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1);
    if (at / 1000 > to) return found;
    const date = isoDay(at / 1000);
    const months = 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1;
    if (months % step === 0) found.push(date);
  }
}
