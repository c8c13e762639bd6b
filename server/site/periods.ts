import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

const dayMilliseconds = 86_400_000;

/** Lists day, week, month and year that contain an instant, each with its label and first day. */
export function periodsAt(instant: string, { words, format }: Language) {
  const monday = mondayOf(instant);
  const week = fillText(words.months.weekFrom, { day: format.day(monday) });
  return [
    ['today', format.day(instant), instant.slice(0, 10)],
    ['this_week', week, monday.slice(0, 10)],
    ['this_month', format.month(instant), `${instant.slice(0, 7)}-01`],
    ['this_year', instant.slice(0, 4), `${instant.slice(0, 4)}-01-01`],
  ] as const;
}

function mondayOf(instant: string): string {
  const at = new Date(instant);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - sinceMonday * dayMilliseconds).toISOString();
}

/** Returns the whole days between two days or instants, at least 0. */
const daysBetween = (first: string, last: string): number =>
  Math.max(0, Math.floor((Date.parse(last) - Date.parse(first)) / dayMilliseconds));

/**
 * Returns the time between two days or instants: years and whole months, to the nearest one, or
 * days below two months.
 */
export function ageOf(first: string, last: string, { words: { format } }: Language): string {
  const { days, years, months: rest } = lengthOf(first, last);
  if (days !== null) return `${days} ${format.days}`;
  return [years > 0 ? `${years} ${format.years}` : '', rest > 0 ? `${rest} ${format.months}` : '']
    .filter(Boolean)
    .join(' ');
}

/** Returns the same as `ageOf` in words. */
export function lengthInWords(first: string, last: string, { format }: Language): string {
  const { days, years, months } = lengthOf(first, last);
  if (days !== null) return format.units([[days, 'day']]);
  return format.units([
    [years, 'year'],
    [months, 'month'],
  ]);
}

function lengthOf(first: string, last: string) {
  const isShort = monthsBetween(new Date(first), new Date(last)) < 2;
  const halfMonth = 15 * dayMilliseconds;
  const months = monthsBetween(new Date(first), new Date(Date.parse(last) + halfMonth));
  return {
    days: isShort ? daysBetween(first, last) : null,
    years: Math.floor(months / 12),
    months: months % 12,
  };
}

function monthsBetween(first: Date, last: Date): number {
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  const months = last.getUTCMonth() - first.getUTCMonth();
  return 12 * years + months - (last.getUTCDate() < first.getUTCDate() ? 1 : 0);
}
