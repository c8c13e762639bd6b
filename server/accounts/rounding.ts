// Also runs in the browser: do not import Node modules.

/** Rounds to decimal places, half away from zero. Never returns −0. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale + 0;
}

/**
 * Returns a share as a percentage with 4 decimals, as every answer has it. Rounding to 8 first
 * removes noise of the 12-digit index. A figure of fewer decimals is rounded from this one, so that
 * charts, pages and answers agree.
 */
export const percentOf = (share: number): number => round(round(100 * share, 8), 4);
