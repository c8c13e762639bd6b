/**
 * Computes the two-sided p of the Mann-Whitney U test by the normal approximation with ties (Mann
 * and Whitney, 1947). It is how likely two samples this different are if neither tends to be
 * larger.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const values = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].sort((left, right) => left.value - right.value);
  const total = values.length;
  let ranksOfOne = 0;
  let ties = 0;
  for (let from = 0; from < total; ) {
    let to = from;
    while (to < total && values[to]?.value === values[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    ranksOfOne += rank * values.slice(from, to).filter(({ isOne }) => isOne).length;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const product = one.length * other.length;
  const u = ranksOfOne - (one.length * (one.length + 1)) / 2;
  const variance = (product / 12) * (total + 1 - ties / (total * (total - 1)));
  return 2 * upperTail(Math.abs(u - product / 2) / Math.sqrt(variance));
}

/** Computes 1 − Φ(z) by Abramowitz and Stegun 26.2.17, to within 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = coefficients.reduceRight((inner, coefficient) => (inner + coefficient) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
