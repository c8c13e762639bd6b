const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses `2018.05.14 20:45:48` into milliseconds of the server's clock. Null if it is not such a
 * time.
 */
export function parseServerTime(printed: string): number | null {
  const match = /^(\d{4})\.(\d\d)\.(\d\d) (\d\d):(\d\d)(?::(\d\d))?$/.exec(printed);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return wallClock(year, month, day, hour, minute, second);
}

/** Reads a statement's own date, `2018 May 23, 12:19`, in the same way. */
export function parseStatementDate(printed: string): number | null {
  const match = /^(\d{4}) ([a-z]{3})[a-z]* (\d{1,2}), (\d{1,2}):(\d\d)(?::(\d\d))?$/i.exec(printed);
  if (match === null) return null;
  const month = months.indexOf(match[2]?.toLowerCase() ?? '') + 1;
  const [year, , day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return wallClock(year, month, day, hour, minute, second);
}

function wallClock(year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0): number | null {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    time.getUTCFullYear() === year &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    time.getUTCHours() === hour &&
    time.getUTCMinutes() === minute &&
    time.getUTCSeconds() === second;
  return exists ? time.getTime() : null;
}
