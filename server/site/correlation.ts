const minMonths = 6;

/** Returns of months, by their names. */
export type ByMonth = ReadonlyMap<string, number>;

/**
 * Pearson's correlation of the returns in the months that both have; null below six of them, and
 * where one of both never moved.
 */
export function correlationOf(one: ByMonth, other: ByMonth): number | null {
  const pairs = [...one].flatMap(([month, value]) => {
    const twin = other.get(month);
    return twin === undefined ? [] : [[value, twin] as const];
  });
  if (pairs.length < minMonths) return null;
  const means = [0, 1].map((side) => sumOf(pairs.map((pair) => pair[side] ?? 0)) / pairs.length);
  const [meanOne = 0, meanOther = 0] = means;
  const product = sumOf(pairs.map(([x, y]) => (x - meanOne) * (y - meanOther)));
  const squares =
    sumOf(pairs.map(([x]) => (x - meanOne) ** 2)) *
    sumOf(pairs.map(([, y]) => (y - meanOther) ** 2));
  return squares === 0 ? null : product / Math.sqrt(squares);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
