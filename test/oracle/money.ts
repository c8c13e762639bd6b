/** Amount in whole units of 0.00000001. */
export type Money = bigint;

const unit = 100_000_000n;

/** Parses decimal text exactly. Throws if there are more than eight decimals. */
export function money(text: string): Money {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  const [, sign, whole = '', fraction = ''] = match ?? [];
  if (!match || whole + fraction === '' || fraction.replace(/0+$/, '').length > 8) {
    throw new Error(`not an amount of up to 8 decimals: ${text}`);
  }
  const amount = BigInt(whole || '0') * unit + BigInt(fraction.padEnd(8, '0').slice(0, 8));
  return sign === '-' ? -amount : amount;
}

/** Formats an amount with a fixed number of decimals; halves are rounded away from zero. */
export function moneyText(amount: Money, decimals: number): string {
  const step = 10n ** BigInt(8 - decimals);
  const rounded = divideHalfAway(amount, step);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns an amount as a JSON number. */
export function moneyNumber(amount: Money): number {
  return Number(moneyText(amount, 8));
}

/** Returns 2 decimals, or 8 if any amount has more than two. */
export function decimalsOf(amounts: readonly Money[]): 2 | 8 {
  return amounts.some((amount) => amount % 1_000_000n !== 0n) ? 8 : 2;
}

/**
 * Multiplies an amount by a rate, rounded to so many decimals; halves are rounded away from zero.
 */
export function convertMoney(amount: Money, rate: string, decimals: number): Money {
  const fraction = rate.split('.')[1] ?? '';
  const factor = BigInt(rate.replace('.', ''));
  const step = 10n ** BigInt(8 - decimals);
  return divideHalfAway(amount * factor, step * 10n ** BigInt(fraction.length)) * step;
}

export function sumMoney(amounts: readonly Money[]): Money {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -rounded : rounded;
}
