import * as format from './format.ts';

const dayMilliseconds = 86_400_000;

/** The periods under way at an instant, each with its own date. */
export function periodsAt(instant: string) {
  const date = format.day(instant);
  return [
    ['today', date],
    ['this_week', `Week from ${format.day(mondayOf(instant))}`],
    ['this_month', date.replace(/^\d+ /, '')],
    ['this_year', instant.slice(0, 4)],
  ] as const;
}

function mondayOf(instant: string): string {
  const at = new Date(instant);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - sinceMonday * dayMilliseconds).toISOString();
}

/** How long it is from one day or instant to another, in months and years, or days at first. */
export function ageOf(first: string, last: string): string {
  const months = monthsBetween(new Date(first), new Date(last));
  if (months < 1) {
    const days = (Date.parse(last) - Date.parse(first)) / dayMilliseconds;
    return `${Math.max(0, Math.floor(days))} d`;
  }
  const years = Math.floor(months / 12);
  const rest = months % 12;
  return [years > 0 ? `${years} y` : '', rest > 0 ? `${rest} mo` : ''].filter(Boolean).join(' ');
}

function monthsBetween(first: Date, last: Date): number {
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  const months = last.getUTCMonth() - first.getUTCMonth();
  return 12 * years + months - (last.getUTCDate() < first.getUTCDate() ? 1 : 0);
}
