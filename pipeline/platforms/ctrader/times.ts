import type { Notation } from '../../read/notation.ts';

/**
 * Reads `07 Aug 2026 21:50:45.162`, `02/03/2026 14:47:44.584` or ISO as wall time. Returns null for
 * a date without a time, a time with an offset, and any other text.
 */
export function parseCtraderTime(printed: string, notation: Notation): number | null {
  const time = /\d:\d\d/.test(printed) ? notation.time(printed) : null;
  return time === null || (time.hasOffset && !printed.endsWith('Z')) ? null : time.at;
}
