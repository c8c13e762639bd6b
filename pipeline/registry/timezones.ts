/** Whether a name is a clock: an IANA zone, `NY+7` (New York's plus hours) or an offset such as `+02:00`. */
export function isTimezone(name: string): boolean {
  if (/^(?:UTC|GMT|Z|(?:UTC|GMT|NY)?[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?)$/i.test(name)) return true;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
