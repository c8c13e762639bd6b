/** Computes the arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Computes the arithmetic mean; null without values. */
export function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}

export function sampleDeviation(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Computes 100 × part / whole; null if the whole is 0. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

/** Computes the error function by its series of positive terms. */
export function erf(x: number): number {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; term !== 0 && n < 300; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}
