const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Returns true for a calendar day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Returns true for an ISO 8601 instant that exists, with `Z` or an offset. */
export function isInstant(text: string): boolean {
  const day = instantPattern.exec(text)?.[1];
  return day !== undefined && isDay(day) && /^\d{4}-/.test(toInstant(new Date(text)));
}

/** Formats an instant in UTC. Milliseconds are left out if they are 0. */
export function toInstant(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}

/** Formats the instant so long after another one, as the registry stores times. */
export const stampAfter = (instant: Date, milliseconds: number): string =>
  toStamp(new Date(instant.getTime() + milliseconds));

/** Formats an instant in UTC, rounded down to the second, as the registry stores times. */
export function toStamp(instant: Date): string {
  return toInstant(new Date(Math.floor(instant.getTime() / 1000) * 1000));
}
