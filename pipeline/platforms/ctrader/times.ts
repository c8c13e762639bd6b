const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?`;
const wordedTime = new RegExp(String.raw`^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4}),? ${clock}$`);
const slashedTime = new RegExp(String.raw`^(\d{1,2})[/.](\d{1,2})[/.](\d{4}),? ${clock}$`);
const isoTime = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[T ]${clock}Z?$`);

/**
 * Reads `07 Aug 2026 21:50:45.162`, `02/03/2026 14:47:44.584` (day first) or ISO as wall time;
 * returns null for any other text.
 */
export function parseCtraderTime(printed: string): number | null {
  const worded = wordedTime.exec(printed);
  if (worded) {
    const month = months.indexOf(worded[2]?.toLowerCase() ?? '') + 1;
    return wallTime([worded[3], month, worded[1], ...worded.slice(4)]);
  }
  const slashed = slashedTime.exec(printed);
  if (slashed) return wallTime([slashed[3], slashed[2], slashed[1], ...slashed.slice(4)]);
  const iso = isoTime.exec(printed);
  return iso ? wallTime(iso.slice(1)) : null;
}

function wallTime(parts: readonly (string | number | undefined)[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const fraction = Number(String(parts[6] ?? '0').padEnd(3, '0'));
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction));
  const isReal =
    time.getUTCFullYear() === year &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCHours() === hour;
  return isReal && minute < 60 && second < 60 ? time.getTime() : null;
}
