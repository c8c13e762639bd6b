import { decimalOf, type JsonValue } from '../../read/json-values.ts';
import type { Pieces } from './pieces.ts';
import type { PricedTrades } from './profits.ts';
import type { TradelockerRows } from './rows.ts';

/** Reads an amount of the account's details; null if it is missing or no number. */
export function detailOf(details: ReadonlyMap<string, JsonValue>, name: string): string | null {
  return decimalOf(details.get(name));
}

/** Names amounts of the account that are no numbers, and count as not told. */
export const unreadDetails = (details: ReadonlyMap<string, JsonValue>): string[] =>
  ['balance', 'equity', 'openNetPnL'].flatMap((name) => {
    const value = details.get(name) ?? null;
    const isRead = value === null || value === '' || detailOf(details, name) !== null;
    return isRead ? [] : [`${name} of the account is not a number: not compared`];
  });

/** Counts what was found. */
export function countsOf(
  { fills, unfilled, closed }: TradelockerRows,
  { computed }: PricedTrades,
): string[] {
  return [
    `${fills.length} filled orders, ${unfilled} unfilled ones left out`,
    ...(closed.length > 0 ? [`${closed.length} closed positions as the platform lists them`] : []),
    ...(computed > 0
      ? [
          `${computed} results computed from prices, volume and lot size, because no column has them`,
        ]
      : []),
  ];
}

/** Tells what the answers leave open. */
export function notesOf(
  { positions, repeated }: TradelockerRows,
  { trades }: PricedTrades,
  opening: string,
  details: ReadonlyMap<string, JsonValue>,
): string[] {
  const count = detailOf(details, 'positionsCount');
  const isOther = positions && count !== null && Number(count) !== positions.length;
  const isFree = trades.length > 0 && trades.every(({ commission }) => commission === '');
  return [
    ...(opening === ''
      ? []
      : [
          `opening balance ${opening}: the balance less the results of the trades; it includes deposits and withdrawals, because no answer lists them`,
        ]),
    ...(isFree ? ['no column has a commission: it counts as 0'] : []),
    ...(repeated > 0 ? [`${repeated} orders listed twice`] : []),
    ...(isOther
      ? [`${positions.length} open positions listed, ${count} counted in the account`]
      : []),
    ...(details.size === 0 ? ['no account details: balance and equity are not known'] : []),
  ];
}

/** Names trades that are left out, as their results are not known. */
export function foreignWarnings({ foreign }: PricedTrades, currency: string): string[] {
  return [...foreign].map(
    ([symbol, count]) =>
      `${count} trades of ${symbol} not imported: its prices are not in ${currency}, and no answer has their results`,
  );
}

/** Warns of a list that is cut off. */
export const incomplete = ({ cutOff, ended }: Pieces): string[] =>
  [...cutOff].every((panel) => ended.has(panel))
    ? []
    : ['the history is not complete: hasMore is true, and no later answer follows'];
