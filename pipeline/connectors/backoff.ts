const first = 60_000;
const longest = 6 * 3600 * 1000;

/**
 * Returns the time to wait after so many failures in a row: doubled each time, from 1 minute to 6
 * hours.
 */
export const backoffMilliseconds = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longest, first * 2 ** Math.min(failures - 1, 20));
