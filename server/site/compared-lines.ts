import type { DailyIndex } from '../accounts/gain.ts';
import { type PackedColumn, packColumn } from './charts/columns.ts';
import type { Point } from './charts/path.ts';
import type { ChartSpan } from './charts/rebase.ts';

/** Returns the time when all records had begun and none had ended; null if they share none. */
export function commonOf(indexes: readonly DailyIndex[]): ChartSpan | null {
  if (indexes.length === 0) return null;
  const from = Math.max(...indexes.map(({ first_day }) => secondsOfDay(first_day)));
  const to = Math.min(...indexes.map(({ last_day }) => secondsOfDay(last_day)));
  return from < to ? { from, to } : null;
}

const secondsOfDay = (day: string | null): number => Date.parse(day ?? '') / 1000;

/**
 * Returns the return at the end of each day of a span, in percent since the day before it. The
 * first point is that day, at 0; the last is the end of the span. Without a span, returns those of
 * the whole record.
 */
export function returnsIn(index: DailyIndex, span: ChartSpan | null): readonly Point[] {
  const { day, growth, losses, has_capital, first_day, last_day } = index;
  if (!has_capital) return [];
  const from = (span?.from ?? secondsOfDay(first_day)) / secondsADay;
  const to = (span?.to ?? secondsOfDay(last_day)) / secondsADay;
  const before = day.findLastIndex((number) => number < from);
  const [base, lostBefore] = [growth[before] ?? 1, losses[before] ?? 0];
  const moved = day.flatMap((number, at): Point[] => {
    if (number < from || number > to) return [];
    const hasLostAll = (losses[at] ?? 0) > lostBefore;
    return [[number * secondsADay, hasLostAll ? -100 : ((growth[at] ?? 1) / base - 1) * 100]];
  });
  const points: Point[] = [[(from - 1) * secondsADay, 0], ...moved];
  const [, end = 0] = points.at(-1) ?? [];
  return moved.at(-1)?.[0] === to * secondsADay ? points : [...points, [to * secondsADay, end]];
}

/** With fewer decimal places, a few ranges in a thousand end at another figure than the table. */
const places = 8;
const secondsADay = 86_400;

/** Lines in few bytes: days on which any of them moves, and what each holds then. */
export interface PackedLines {
  /** Days since 1970. */
  readonly days: PackedColumn;
  /** A column for each line, null before its first point and after its last. */
  readonly lines: readonly PackedColumn[];
}

/** Packs lines for the chart, with every day of each. */
export function packLines(lines: readonly (readonly Point[])[]): PackedLines {
  const all = new Set(lines.flatMap((points) => points.map(([at]) => at)));
  const days = [...all].sort((first, second) => first - second);
  return {
    days: packColumn(days.map((at) => at / secondsADay)),
    lines: lines.map((points) => packColumn(heldOn(days, points), places)),
  };
}

/** Returns what a line holds on each of the days. */
function heldOn(days: readonly number[], points: readonly Point[]): (number | null)[] {
  const end = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  let at = -1;
  return days.map((day) => {
    while ((points[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= day) at += 1;
    return day > end ? null : (points[at]?.[1] ?? null);
  });
}
