import { divideUnits, negateDecimal, placesOf, sumDecimals, toUnits } from '../../read/decimals.ts';

/**
 * Shares an amount by weights, with its own decimals and at least cents. Sums up to each share are
 * rounded, not the shares. So the shares add up to the amount, and splitting later ones changes no
 * earlier one.
 */
export function shareOut(amount: string, weights: readonly bigint[]): string[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount === '' || whole === 0n) return weights.map(() => '0');
  const places = Math.max(2, placesOf(amount));
  const units = toUnits(amount, places);
  let weighed = 0n;
  let before = '0';
  return weights.map((weight) => {
    weighed += weight;
    const upToHere = divideUnits(units * weighed, whole * 10n ** BigInt(places), places);
    const share = sumDecimals([upToHere, negateDecimal(before)]);
    before = upToHere;
    return share;
  });
}

/** Returns the most decimals of any value. */
export const placesOfAll = (values: readonly string[]): number =>
  values.reduce((max, value) => Math.max(max, placesOf(value)), 0);
