import { pairFills } from '../../platforms/tradelocker/pairing.ts';
import { decimalsOf, type PricedTrades, resultsOf } from '../../platforms/tradelocker/profits.ts';
import type { TradelockerOpenPosition } from '../../platforms/tradelocker/rows.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { overlapMilliseconds } from '../kind.ts';
import type { HistoryState } from './state.ts';

/** Pairs the held fills. Without a list of open positions, only positions that are closed count. */
export function tradesOf(
  { held, instruments }: HistoryState,
  open: readonly TradelockerOpenPosition[] | undefined,
  currency: string,
) {
  const fills = [...held.values()];
  const paired = pairFills(fills, open);
  const unpaired = open === undefined ? [] : paired.unpaired;
  const closed = pairFills(fills, undefined);
  const isOpen = new Set(closed.unpaired.map(({ position }) => position));
  return {
    trades: resultsOf(paired.trades, instruments, currency, decimalsOf(currency, '')),
    whole: new Set(fills.map(({ position }) => position).filter((id) => !isOpen.has(id))),
    unpaired,
  };
}

/** Stops holding closed positions that no late or corrected order is expected of any more. */
export function settle(
  { held, settled }: HistoryState,
  { trades }: PricedTrades,
  whole: ReadonlySet<string>,
  end: number,
): Pick<HistoryState, 'held' | 'settled'> {
  const newest = new Map<string, number>();
  for (const { position, at } of held.values()) {
    newest.set(position, Math.max(at, newest.get(position) ?? 0));
  }
  const isSettled = (position: string) =>
    whole.has(position) && (newest.get(position) ?? 0) < end - overlapMilliseconds;
  const nets = netsOf({
    trades: trades.filter(({ ticket }) => isSettled(positionOf(ticket, newest))),
  });
  return {
    held: new Map([...held].filter(([, { position }]) => !isSettled(position))),
    settled: sumDecimals([settled, ...nets]),
  };
}

/** Returns the position of a ticket. Further parts of a position have its number and a count. */
const positionOf = (ticket: string, positions: ReadonlyMap<string, unknown>): string =>
  positions.has(ticket) ? ticket : ticket.replace(/-\d+$/, '');

/** Lists the amounts that trades add to the balance. */
export const netsOf = ({ trades }: Pick<PricedTrades, 'trades'>): string[] =>
  trades.flatMap(({ profit, commission, swap }) => [profit, commission, swap].filter(Boolean));
