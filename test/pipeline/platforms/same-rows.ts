import * as assert from 'uvu/assert';

/** Writes an instant as rows do. */
export const instant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/**
 * Asserts that rows have these values, in any order. What is expected as a number is compared as
 * one, so that `7258.000` equals `7258.00`.
 */
export function assertRows(
  rows: readonly object[] | undefined,
  expected: readonly Readonly<Record<string, string | number>>[],
  message: string,
): void {
  const [first = {}] = expected;
  const found = (rows ?? []).map((row) =>
    Object.entries(first).map(([name, value]) => {
      const text = Reflect.get(row, name);
      return typeof value === 'number' ? Number(text) : text;
    }),
  );
  const sorted = (all: readonly (readonly unknown[])[]) => all.map((row) => row.join(' | ')).sort();
  assert.equal(sorted(found), sorted(expected.map((row) => Object.values(row))), message);
}
