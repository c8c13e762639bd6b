import type { Growth, Point } from './measure.ts';

/** Cost of a run in three parts: fixed, per trade, and per account. */
export interface Slope {
  readonly fixed: number;
  readonly perTrade: number;
  readonly perAccount: number;
}

/**
 * Computes the slopes of a figure from the base run to the largest run of each list. The rest is
 * fixed.
 */
export function slopeOf(
  { trades, accounts, base }: Growth,
  figure: (point: Point) => number,
): Slope {
  const largest = trades.at(-1) ?? base;
  const widest = accounts.at(-1) ?? base;
  const perTrade = (figure(largest) - figure(base)) / (largest.trades - base.trades);
  const perAccount = (figure(widest) - figure(base)) / (widest.accounts - base.accounts);
  const fixed = figure(base) - base.trades * perTrade - base.accounts * perAccount;
  return { fixed, perTrade, perAccount };
}

/** Predicts a figure for a world of another size from its slopes. */
export function onPaper(
  { fixed, perTrade, perAccount }: Slope,
  { trades, accounts }: Pick<Point, 'trades' | 'accounts'>,
): number {
  return fixed + trades * perTrade + accounts * perAccount;
}
