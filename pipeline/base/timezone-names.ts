const minute = 60_000;
const maxShift = 14 * 60 * minute;

/** Meaning of a time zone's name: an IANA zone (UTC if null), and how far its clock is ahead. */
interface NamedTimezone {
  readonly zone: string | null;
  /** In milliseconds. */
  readonly shift: number;
}

/** Rule for names of time zones, for messages. */
export const timezoneRule =
  'an IANA zone (Europe/Athens), NY+7 (New York plus hours) or an offset (+02:00), of 14 hours at most';

/** Reads the name of a time zone. Returns null if there is no such zone. */
export function readTimezoneName(name: string): NamedTimezone | null {
  if (/^(?:UTC|GMT|Z)$/i.test(name)) return { zone: null, shift: 0 };
  const match = /^(UTC|GMT|NY)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name);
  if (match === null) return isIanaZone(name) ? { zone: name, shift: 0 } : null;
  const [, base = '', sign, hours, minutes = 0] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * minute;
  if (size > maxShift) return null;
  const zone = base.toUpperCase() === 'NY' ? 'America/New_York' : null;
  return { zone, shift: sign === '-' ? -size : size };
}

/** Tells whether a text is the name of a time zone. */
export const isTimezone = (name: string): boolean => readTimezoneName(name) !== null;

function isIanaZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
