const minMonths = 6;

/** Monthly returns by the name of the month. */
export type ByMonth = ReadonlyMap<string, number>;

/**
 * Returns Pearson's correlation (1895) of the returns in the months that both accounts have.
 * Returns null if they share fewer than six months or if either return never changes.
 *
 * No run computes it: which members a reader may compare is decided at each request.
 */
export function correlationOf(first: ByMonth, second: ByMonth): number | null {
  const pairs = [...first].flatMap(([month, value]) => {
    const paired = second.get(month);
    return paired === undefined ? [] : [[value, paired] as const];
  });
  if (pairs.length < minMonths) return null;
  const means = [0, 1].map((side) => sumOf(pairs.map((pair) => pair[side] ?? 0)) / pairs.length);
  const [firstMean = 0, secondMean = 0] = means;
  const product = sumOf(pairs.map(([x, y]) => (x - firstMean) * (y - secondMean)));
  const squares =
    sumOf(pairs.map(([x]) => (x - firstMean) ** 2)) *
    sumOf(pairs.map(([, y]) => (y - secondMean) ** 2));
  return squares === 0 ? null : product / Math.sqrt(squares);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
