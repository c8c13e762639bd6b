import type { Static } from 'typebox';
import type { returnDay, returns } from '../../../sql/marts/returns.ts';

type ReturnDay = Static<typeof returnDay>;

/**
 * Returns the section with a row for every calendar day. An object leaves out days on which nothing
 * happened. Of 3,000 accounts with 100 trades each, these were 5 in 6, a third of all bytes.
 */
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
