import type { CalendarEvent } from '../../sql/calendar/events.ts';

/** Seconds after its time in which a value is awaited; what has none by then has none to come soon. */
const awaited = 3600;
/** Seconds that an answer is good for which lacks such a value. */
const whileAwaited = 60;

/**
 * Whole seconds in which nothing is due that would change these events, in order of `ts`: until
 * the next release, and a minute while a value is awaited. A holiday releases nothing.
 */
export function secondsUntilDue(events: readonly CalendarEvent[], at: Date): number {
  const now = at.getTime() / 1000;
  let left = Number.POSITIVE_INFINITY;
  for (const { ts, impact, actual } of events) {
    if (impact === 'holiday') continue;
    if (ts > now) return Math.min(left, Math.floor(ts - now));
    if (actual === '' && ts > now - awaited) left = whileAwaited;
  }
  return left;
}
