import { dayOf } from './feed-event.ts';

/** A date of a weekly feed, `MM-DD-YYYY`; not a number where it is none. */
export function weekDay(text: string): number {
  const [, month, date, year] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text.trim()) ?? [];
  return dayOf(Number(year), Number(month), Number(date));
}
