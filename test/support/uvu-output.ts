/** Totals that a test file printed at its end. */
export interface Totals {
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
}

/** Reads the totals that uvu prints at the end; null if a file ended without them. */
export function readTotals(output: string): Totals | null {
  const number = (name: string): number =>
    Number(output.match(new RegExp(`^ {2}${name}: +(\\d+)`, 'm'))?.[1] ?? Number.NaN);
  const totals = {
    total: number('Total'),
    passed: number('Passed'),
    skipped: number('Skipped'),
  };
  return Object.values(totals).some(Number.isNaN) ? null : totals;
}

/** Mark that is printed when a file and everything it opened has ended, with its exit code. */
export const endMark = (code: number): string => `\0ended with ${code}\n`;

/** Returns the exit code of a file that has ended; null before. */
export function endOf(output: string): number | null {
  const code = output.match(/\0ended with (\d+)\n/)?.[1];
  return code === undefined ? null : Number(code);
}

/**
 * Lists the texts that begin with `skipped: `. They name tests that this machine can't run. uvu
 * prints a dot for a test that passed, on the same line.
 */
export function readSkips(output: string): string[] {
  return [...output.matchAll(/(?:^|• )(skipped: .*)$/gm)].map(([, line = '']) => line);
}

/**
 * Returns why a file must not pass, or null. In three such cases uvu's own exit code is 0: a
 * `before` hook throws, `.run()` is missing, or no test is left.
 */
export function faultOf(
  exitCode: number | null,
  totals: Totals | null,
  skips: readonly string[] = [],
): string | null {
  if (totals === null) return `ended with ${exitCode ?? 'a signal'} before its tests were done`;
  if (totals.total === 0 && skips.length === 0) return 'has no tests: is .run() missing?';
  if (totals.passed < totals.total) return `passed ${totals.passed} of ${totals.total}`;
  if (totals.skipped > 0)
    return `skipped ${totals.skipped}: .only and .skip are for one's own eyes`;
  return exitCode === 0 ? null : `exit code ${exitCode ?? 'of a signal'}`;
}
