import { quotedReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';

/** Error of a feed, in English alone: only operators import calendars, and owners never see it. */
export const unreadableFeed = (text: string, options?: ErrorOptions): UnreadableExport =>
  new UnreadableExport(quotedReason(text), options);

/** Time of an event, as its feed gives it. */
export type When =
  /** An instant in UTC milliseconds. */
  | { at: number }
  /** A date on the feed's clock, as UTC milliseconds of its midnight, and minutes into it. */
  | { day: number; minutes: number }
  /** A date and, instead of a time, words such as `All Day`. */
  | { day: number; words: string };

/** An event as a feed writes it; `when` is null where it has no date that can be read. */
export interface FeedEvent {
  title: string;
  currency: string;
  impact: string;
  when: When | null;
  forecast: string;
  previous: string;
  actual: string;
}

/**
 * Reads a date on the feed's clock with the text next to it: `1:30pm`, `13:30`, `All Day`,
 * `Tentative`.
 */
export function whenOf(day: number, time: string): When | null {
  if (Number.isNaN(day)) return null;
  const text = time.trim();
  const match = /^(\d{1,2}):([0-5]\d)\s*(am|pm)?$/i.exec(text);
  if (match === null) return { day, words: text };
  const [, hours, minutes, half] = match;
  const hour = half ? hourOf(Number(hours), half.toLowerCase() === 'pm') : Number(hours);
  return hour > 23 ? null : { day, minutes: hour * 60 + Number(minutes) };
}

/**
 * Midnight of a date as UTC milliseconds. NaN if there is no such date, or it is outside 1990 to
 * 2100.
 */
export function dayOf(year: number, month: number, date: number): number {
  if (year < 1990 || year >= 2100) return Number.NaN;
  const day = new Date(Date.UTC(year, month - 1, date));
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date ? day.getTime() : Number.NaN;
}

const [earliest, latest] = [Date.UTC(1990, 0), Date.UTC(2100, 0)];

/** Time of an event at an instant in UTC milliseconds; null if that is outside 1990 to 2100. */
export const whenAt = (at: number): When | null => (at >= earliest && at < latest ? { at } : null);

const hourOf = (hour: number, isAfternoon: boolean): number =>
  hour < 1 || hour > 12 ? 24 : (hour % 12) + (isAfternoon ? 12 : 0);
