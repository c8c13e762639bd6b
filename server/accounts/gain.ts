import type { Static } from 'typebox';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { pages } from '../../sql/pages/index.ts';
import { createLruCache } from '../http/memory.ts';
import { pagePart } from './account-object.ts';
import { isWithheld } from './privacy.ts';
import type { View } from './view.ts';

export type DailyIndex = Static<typeof pages.daily_index>;

/** Cache of the daily indexes of one version, from which gains are computed. */
export interface DailyIndexes {
  /** Returns the index of an account; null if it is hidden or the version lacks it. */
  of(view: View): DailyIndex | null;
}

const maxDaysKept = 500_000;
/** Memory that an index takes in addition to its days, in days. */
const overheadDays = 20;

export function createDailyIndexes(snapshot: Snapshot): DailyIndexes {
  const read = createLruCache<DailyIndex | null>(
    maxDaysKept,
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
 * Returns the gain from one day to another, both included. Days before the record count as its
 * first day, days after it as its last; null means the first or last day. Returns null without a
 * record.
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

const dayMilliseconds = 86_400_000;
const dayNumber = (day: string): number => Date.parse(day) / dayMilliseconds;

/**
 * Computes the gain from one day to another, both included, from differences and ratios of index
 * rows. The rows are found by binary search. The drawdown is combined from blocks of 256 and 16
 * days.
 */
function gainBetween(index: DailyIndex, from: string, to: string) {
  const { day, flows, digits } = index;
  const before = placeOf(day.length, (place) => day[place] ?? 0, dayNumber(from) - 1);
  const last = placeOf(day.length, (place) => day[place] ?? 0, dayNumber(to));
  const flowDay = (place: number) => flows[place]?.day ?? 0;
  const flowsBefore = flows[placeOf(flows.length, flowDay, dayNumber(from) - 1)];
  const flowsLast = flows[placeOf(flows.length, flowDay, dayNumber(to))];
  const more = (column: readonly number[]) => (column[last] ?? 0) - (column[before] ?? 0);
  const money = (amount: number) => rounded(amount, digits);
  const hasLostAll = more(index.losses) > 0;
  const grown = (index.growth[last] ?? 1) / (index.growth[before] ?? 1) - 1;
  const fall = hasLostAll ? -1 : fallBetween(index, before, last);
  const trades = more(index.trades);
  return {
    return_percent: index.has_capital ? percent(hasLostAll ? -1 : grown) : null,
    profit: money(more(index.net)),
    deposits: money((flowsLast?.deposits ?? 0) - (flowsBefore?.deposits ?? 0)),
    withdrawals: money((flowsLast?.withdrawals ?? 0) - (flowsBefore?.withdrawals ?? 0)),
    max_drawdown_percent: index.has_capital ? percent(-fall) : null,
    trades_count: trades,
    win_rate: trades === 0 ? null : percent(more(index.won) / trades),
  };
}

/** Returns the last index whose day is not after the given day; -1 if all days are after it. */
function placeOf(places: number, dayAt: (place: number) => number, day: number): number {
  let low = 0;
  let high = places;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dayAt(middle) > day) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Returns the deepest fall below the running peak between two index rows, as a negative share. */
function fallBetween(index: DailyIndex, before: number, last: number): number {
  const { high, low, fall, blocks, large_blocks } = index;
  let peak = index.growth[before] ?? 1;
  let deepest = 0;
  for (let place = before + 1; place <= last; ) {
    const fits = (length: number) => place % length === 0 && place + length - 1 <= last;
    const days = [256, 16].find(fits) ?? 1;
    const block = days === 256 ? large_blocks[place / 256] : blocks[place / 16];
    const single = { high: high[place] ?? peak, low: low[place] ?? peak, fall: fall[place] ?? 0 };
    const piece = days > 1 && block ? block : single;
    deepest = Math.min(deepest, piece.fall, piece.low / peak - 1);
    peak = Math.max(peak, piece.high);
    place += piece === single ? 1 : days;
  }
  return deepest;
}

/**
 * Rounds a share to a percentage with 4 decimals. Rounding to 8 first removes noise of the 12-digit
 * index.
 */
const percent = (share: number): number => rounded(rounded(100 * share, 8), 4);

function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale + 0;
}
