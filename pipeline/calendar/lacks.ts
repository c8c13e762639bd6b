import type { DataDirectory } from '../base/data-directory.ts';
import { type CalendarEvent, readCalendar } from './snapshot.ts';

/** Part of a calendar without which its readers see too little. */
export interface Lack {
  readonly name: 'coming' | 'actual';
  /** Warning for the operator. */
  readonly warning: string;
}

const week = 7 * 24 * 60 * 60;
/** Values may come this many seconds after the event. */
const grace = 60 * 60;

const lacks: readonly (Lack & {
  /** `seconds` is the time now, in Unix seconds. */
  isLacking(events: readonly CalendarEvent[], seconds: number): boolean;
})[] = [
  {
    name: 'coming',
    warning: 'the calendar has no event in the coming 7 days; docs/calendar.md names sources',
    isLacking: (events, seconds) => !events.some(({ ts }) => ts >= seconds && ts < seconds + week),
  },
  {
    name: 'actual',
    warning:
      'no past event of the calendar has an actual value; docs/calendar.md names sources of them',
    isLacking(events, seconds) {
      const past = events.filter(({ ts, impact }) => ts <= seconds - grace && impact !== 'holiday');
      // Old events with values don't make up for a feed without them.
      const newest = past.filter(({ ts }) => ts > seconds - week);
      const compared = newest.length > 0 ? newest : past;
      return compared.length > 0 && compared.every(({ actual }) => actual === '');
    },
  },
];

/** Names of everything that a calendar can lack. */
export const lackNames: readonly Lack['name'][] = lacks.map(({ name }) => name);

/** Returns what a published calendar lacks now. */
export const lacksOf = (events: readonly CalendarEvent[], now: Date): readonly Lack[] =>
  lacks.filter(({ isLacking }) => isLacking(events, now.getTime() / 1000));

/** Returns what a published calendar lacks. A damaged one is left to `verify`. */
export function calendarWarnings(
  dataDir: DataDirectory,
  version: string | null,
  now: Date,
): string[] {
  if (version === null) return [];
  try {
    return lacksOf(readCalendar(dataDir, version).events, now).map(({ warning }) => warning);
  } catch {
    return [];
  }
}
