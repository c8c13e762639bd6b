import type { Static } from 'typebox';
import type { returnDay, returns } from '../../../sql/marts/returns.ts';

type ReturnDay = Static<typeof returnDay>;

/**
 * SQL of the days of `returns` that an object keeps: the first, the last, and those on which
 * something happened. The others are idle, and `withIdleDays` puts them back. Of 3,000 accounts
 * with 100 trades each they were 5 days in 6, a third of all bytes.
 */
export const withoutIdleDays = (days: string): string => `list_filter(${days},
  lambda day, day_no: day_no = 1 or day_no = len(${days})
    or day.profit <> 0 or day.flows <> 0 or coalesce(day.twr_percent, 0) <> 0
    or day.equity_percent is not null or day.balance is distinct from ${days}[day_no - 1].balance)`;

/** Returns the section with a row for every calendar day, from what an object keeps of it. */
export function withIdleDays(part: Buffer): Buffer {
  const section: Static<typeof returns> = JSON.parse(part.toString());
  const days = section.days.flatMap((day, at) => [day, ...idleDays(day, section.days[at + 1])]);
  return Buffer.from(JSON.stringify({ ...section, days }));
}

const dayMilliseconds = 86_400_000;

/** The days between two, on which the balance stays. */
function idleDays(day: ReturnDay, next: ReturnDay | undefined): ReturnDay[] {
  const idle: ReturnDay[] = [];
  if (next === undefined) return idle;
  const end = Date.parse(next.date);
  for (let at = Date.parse(day.date) + dayMilliseconds; at < end; at += dayMilliseconds) {
    idle.push({
      date: new Date(at).toISOString().slice(0, 10),
      twr_percent: day.twr_percent === null ? null : 0,
      equity_percent: null,
      flows: 0,
      profit: 0,
      balance: day.balance,
    });
  }
  return idle;
}
