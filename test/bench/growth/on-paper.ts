import type { Growth, Point } from './measure.ts';

/** A figure as a part that is fixed, one of each trade and one of each account. */
export interface Slope {
  readonly fixed: number;
  readonly perTrade: number;
  readonly perAccount: number;
}

/** The slopes of a figure from the base to the largest world either way, and what they leave. */
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

/** Predicts a figure of a world of another size by its slopes. */
export function onPaper(
  { fixed, perTrade, perAccount }: Slope,
  { trades, accounts }: Pick<Point, 'trades' | 'accounts'>,
): number {
  return fixed + trades * perTrade + accounts * perAccount;
}
