import type { DailyIndex } from '../accounts/gain.ts';

/** Result of a UTC day. */
export interface DayResult {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Net profit of the day, with interest and fees. */
  readonly profit: number;
  /** Trades closed on the day. */
  readonly trades: number;
}

const dayMilliseconds = 86_400_000;

/** Returns the days of an index that have a result: differences of its running totals. */
export function daysOfIndex({ day, net, trades, digits }: DailyIndex): DayResult[] {
  const scale = 10 ** digits;
  return day.flatMap((number, at) => {
    const change = (net[at] ?? 0) - (net[at - 1] ?? 0);
    const result = {
      date: new Date(number * dayMilliseconds).toISOString().slice(0, 10),
      profit: Math.round(change * scale) / scale + 0,
      trades: (trades[at] ?? 0) - (trades[at - 1] ?? 0),
    };
    return result.trades > 0 || result.profit !== 0 ? [result] : [];
  });
}
