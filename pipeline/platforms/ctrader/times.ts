import type { Notation } from '../../read/notation.ts';
import type { Timezone } from '../../read/timezone.ts';

/**
 * Reads `07 Aug 2026 21:50:45.162`, `02/03/2026 14:47:44.584` or ISO as wall time. Returns null for
 * a date without a time, a time with an offset, and any other text.
 */
export function parseCtraderTime(printed: string, notation: Notation): number | null {
  const time = /\d:\d\d/.test(printed) ? notation.time(printed) : null;
  return time === null || (time.hasOffset && !printed.endsWith('Z')) ? null : time.at;
}

/** Returns the clock of headings such as `Closing time (UTC+8)`, by its lead in milliseconds. */
export function clockAhead(offset: number): Timezone {
  const minutes = Math.abs(offset) / 60_000;
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'));
  return {
    name: `UTC${offset < 0 ? '-' : '+'}${parts.join(':')}`,
    toUtc: (wall) => wall - offset,
  };
}
