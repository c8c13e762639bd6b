import type { Account, Statistics, TradeList } from './client/types.ts';

/** Prints the data of a client. It must fit the types of our package. */
export function tell(
  account: Account,
  trades: TradeList,
  statistics: Statistics,
  refused: number | undefined,
): void {
  console.log(JSON.stringify({ account, trades, statistics, refused }));
}
