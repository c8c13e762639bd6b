import type { Account, Statistics, TradeList } from './client/types.ts';

/** Prints what a client was given; it has to fit the types of our own package. */
export function tell(
  account: Account,
  trades: TradeList,
  statistics: Statistics,
  refused: number | undefined,
): void {
  console.log(JSON.stringify({ account, trades, statistics, refused }));
}
