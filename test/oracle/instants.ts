export const dayMilliseconds = 86_400_000;

/** Parses an ISO 8601 text to milliseconds since 1970. A text without a zone is UTC. */
export function instant(text: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const milliseconds = Date.parse(zoned);
  if (Number.isNaN(milliseconds)) throw new Error(`not an instant: ${text}`);
  return milliseconds;
}

/** Formats a time as ISO 8601 in UTC, with milliseconds only if there are any. */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Formats the UTC day, month or year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export function dayOf(milliseconds: number): string {
  return instantText(milliseconds).slice(0, 10);
}

export function monthOf(milliseconds: number): string {
  return instantText(milliseconds).slice(0, 7);
}

export function yearOf(milliseconds: number): string {
  return instantText(milliseconds).slice(0, 4);
}

/** Returns the weekday, 1 (Monday) to 7 (Sunday). */
export function weekdayOf(milliseconds: number): number {
  return new Date(milliseconds).getUTCDay() || 7;
}

export function startOfDay(milliseconds: number): number {
  return Math.floor(milliseconds / dayMilliseconds) * dayMilliseconds;
}

/** Lists the months from the first to the last, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = first.split('-').map(Number);
  for (;;) {
    const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    months.push(name);
    if (name >= last) return months;
    month += 1;
    if (month > 12) {
      year += 1;
      month = 1;
    }
  }
}

export function yearsBetween(first: string, last: string): string[] {
  const years: string[] = [];
  for (let year = Number(first); year <= Number(last); year += 1) {
    years.push(String(year).padStart(4, '0'));
  }
  return years;
}
