import { divideUnits, negateDecimal, placesOf, sumDecimals, toUnits } from '../decimals.ts';

/** Shares an amount by weights, to its own places and cents at least; the last bears what is left. */
export function shareOut(amount: string, weights: readonly bigint[]): string[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount === '' || whole === 0n) return weights.map(() => '0');
  const last = weights.findLastIndex((weight) => weight > 0n);
  const places = Math.max(2, placesOf(amount));
  const units = toUnits(amount, places);
  const shares = weights.map((weight) =>
    divideUnits(units * weight, whole * 10n ** BigInt(places), places),
  );
  const others = shares.filter((_, at) => at !== last);
  shares[last] = sumDecimals([amount, ...others.map(negateDecimal)]);
  return shares;
}

/** How many places the longest of decimals has. */
export const placesOfAll = (values: readonly string[]): number =>
  values.reduce((max, value) => Math.max(max, placesOf(value)), 0);
