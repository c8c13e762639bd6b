import type { Guess } from './columns.ts';

// Also runs in the browser: do not import Node modules.

type Values = readonly (number | null)[];

const growthOf = (percent: number | null | undefined): number => 1 + (percent ?? 0) / 100;

/**
 * Guesses drawdowns: the fall of the return below the peak that the drawdown before was measured
 * from. That peak can lie within a day.
 */
export const drawdownsFrom =
  (returns: Values): Guess =>
  (row, before) => {
    const growth = growthOf(returns[row]);
    const peak = growthOf(returns[row - 1]) / growthOf(before);
    return peak > growth ? (growth / peak - 1) * 100 : 0;
  };

/** Guesses balances: they grow like the return, but for deposits and withdrawals. */
export const balancesFrom =
  (returns: Values): Guess =>
  (row, before) => {
    const earlier = growthOf(returns[row - 1]);
    return earlier > 0 ? (before * growthOf(returns[row])) / earlier : before;
  };

/** Guesses equities: they change like the balance, if the open result stays the same. */
export const equitiesFrom =
  (balances: Values): Guess =>
  (row, before) =>
    before + (balances[row] ?? 0) - (balances[row - 1] ?? 0);
