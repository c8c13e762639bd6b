import type { Static } from 'typebox';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { pages } from '../../sql/pages/index.ts';
import { createLruCache } from '../http/memory.ts';
import { pagePart } from './account-object.ts';
import { isWithheld } from './privacy.ts';
import { percentOf, round } from './rounding.ts';
import type { View } from './view.ts';

export type DailyIndex = Static<typeof pages.daily_index>;

/** Cache of the daily indexes of one version, from which gains are computed. */
export interface DailyIndexes {
  /** Returns the index of an account; null if it is hidden or the version lacks it. */
  of(view: View): DailyIndex | null;
}

const maxCachedDays = 500_000;
/** Memory that an index takes in addition to its days, in days. */
const overheadDays = 20;

export function createDailyIndexes(snapshot: Snapshot): DailyIndexes {
  const read = createLruCache<DailyIndex | null>(
    maxCachedDays,
    (index) => (index?.day.length ?? 0) + overheadDays,
  );
  return {
    of(view) {
      if (isWithheld('daily_index', view.hidden)) return null;
      return read.get(view.entry.id, () => pagePart(view, 'daily_index', snapshot));
    },
  };
}

/** Gain between two days of a record. */
export interface GainOfDays {
  /** First and last day of the record. */
  readonly first_day: string;
  readonly last_day: string;
  /** First and last requested day within the record. */
  readonly from: string;
  readonly to: string;
  /** Null if no requested day is in the record. */
  readonly gain: Gain | null;
}

export type Gain = ReturnType<typeof gainBetween>;

/**
 * Returns the gain from one day to another, both included. A day before the record counts as its
 * first day, a day after the record as its last. If `from` or `to` is null, the first or last day
 * of the record counts. Returns null if there is no record.
 */
export function gainWithin(
  index: DailyIndex | null,
  from: string | null,
  to: string | null,
): GainOfDays | null {
  const { first_day = null, last_day = null } = index ?? {};
  if (index === null || first_day === null || last_day === null) return null;
  const first = from !== null && from > first_day ? from : first_day;
  const last = to !== null && to < last_day ? to : last_day;
  const gain = first > last ? null : gainBetween(index, first, last);
  return { first_day, last_day, from: first, to: last, gain };
}

/** Figures of a record that is hidden or has no days. */
export const noGain = {
  return_percent: null,
  profit: null,
  deposits: null,
  withdrawals: null,
  max_drawdown_percent: null,
  trades_count: null,
  win_rate: null,
};

/** Says that no requested day is in the record, for the API and for pages. */
export const outsideRecord = (first: string, last: string): string =>
  `None of these days is in the record, which goes from ${first} to ${last}. Choose days within it.`;

const dayMilliseconds = 86_400_000;
const dayNumber = (day: string): number => Date.parse(day) / dayMilliseconds;

/**
 * Computes the gain from one day to another, both included. Index rows have running totals, so each
 * figure is a difference or a ratio of two rows. The drawdown is found day by day.
 */
function gainBetween(index: DailyIndex, from: string, to: string) {
  const { day, flows, digits } = index;
  const dayOf = (row: number) => day[row] ?? 0;
  const flowDay = (row: number) => flows[row]?.day ?? 0;
  const before = lastIndexUntil(day.length, dayOf, dayNumber(from) - 1);
  const last = lastIndexUntil(day.length, dayOf, dayNumber(to));
  const flowsBefore = flows[lastIndexUntil(flows.length, flowDay, dayNumber(from) - 1)];
  const flowsLast = flows[lastIndexUntil(flows.length, flowDay, dayNumber(to))];
  const difference = (column: readonly number[]) => (column[last] ?? 0) - (column[before] ?? 0);
  const money = (amount: number) => round(amount, digits);
  const flowed = (name: 'deposits' | 'withdrawals') =>
    index.has_deposits ? money((flowsLast?.[name] ?? 0) - (flowsBefore?.[name] ?? 0)) : null;
  const hasLostAll = difference(index.losses) > 0;
  const grown = (index.growth[last] ?? 1) / (index.growth[before] ?? 1) - 1;
  const fall = hasLostAll ? -1 : fallBetween(index, before, last);
  const trades = difference(index.trades);
  return {
    return_percent: index.has_capital ? percentOf(hasLostAll ? -1 : grown) : null,
    profit: money(difference(index.net)),
    deposits: flowed('deposits'),
    withdrawals: flowed('withdrawals'),
    max_drawdown_percent: index.has_capital ? percentOf(-fall) : null,
    trades_count: trades,
    win_rate: trades === 0 ? null : percentOf(difference(index.won) / trades),
  };
}

/** Returns the last index whose day is not after the given day; -1 if all days are after it. */
function lastIndexUntil(length: number, dayAt: (index: number) => number, day: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dayAt(middle) > day) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Returns the deepest fall below the running peak between two rows: −0.2 for a fall of 20 %. */
function fallBetween(
  { growth, high, low, fall }: DailyIndex,
  before: number,
  last: number,
): number {
  let peak = growth[before] ?? 1;
  let deepest = 0;
  for (let row = before + 1; row <= last; row += 1) {
    deepest = Math.min(deepest, fall[row] ?? 0, (low[row] ?? peak) / peak - 1);
    peak = Math.max(peak, high[row] ?? peak);
  }
  return deepest;
}
