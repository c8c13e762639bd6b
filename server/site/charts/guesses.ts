import type { Guess } from './columns.ts';

// Also runs in the browser: do not import Node modules.

type Values = readonly (number | null)[];

const growthOf = (percent: number | null | undefined): number => 1 + (percent ?? 0) / 100;

/** Guesses drawdowns: the fall of the return below its peak so far. */
export function drawdownsFrom(returns: Values): Guess {
  let peak = 1;
  const falls = returns.map((percent) => {
    const growth = growthOf(percent);
    peak = Math.max(peak, growth);
    return (growth / peak - 1) * 100;
  });
  return (row) => falls[row] ?? 0;
}

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
