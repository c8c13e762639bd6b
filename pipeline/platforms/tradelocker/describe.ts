import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { decimalOf, type JsonValue } from '../../read/json-values.ts';
import type { Pieces } from './pieces.ts';
import type { PricedTrades } from './profits.ts';
import type { TradelockerRows } from './rows.ts';

/** Reads an amount of the account's details; null if it is missing or no number. */
export function detailOf(details: ReadonlyMap<string, JsonValue>, name: string): string | null {
  return decimalOf(details.get(name));
}

/** Names amounts of the account that are no numbers, and count as not told. */
export const unreadDetails = (details: ReadonlyMap<string, JsonValue>): CodedReason[] =>
  ['balance', 'equity', 'openNetPnL'].flatMap((name) => {
    const value = details.get(name) ?? null;
    const isRead = value === null || value === '' || detailOf(details, name) !== null;
    return isRead ? [] : [makeReason('import_account_amount', { name })];
  });

/** Counts what was found. */
export function countsOf(
  { fills, unfilled, closed }: TradelockerRows,
  { computed }: PricedTrades,
): CodedReason[] {
  return [
    makeReason('import_orders_found', { count: fills.length, max: unfilled }),
    ...(closed.length > 0 ? [makeReason('import_closed_positions', { count: closed.length })] : []),
    ...(computed > 0 ? [makeReason('import_computed_results', { count: computed })] : []),
  ];
}

/** Tells what the answers leave open. */
export function notesOf(
  { positions, repeated }: TradelockerRows,
  { trades }: PricedTrades,
  opening: string,
  details: ReadonlyMap<string, JsonValue>,
): CodedReason[] {
  const count = detailOf(details, 'positionsCount');
  const isOther = positions && count !== null && Number(count) !== positions.length;
  const isFree = trades.length > 0 && trades.every(({ commission }) => commission === '');
  return [
    ...(opening === '' ? [] : [makeReason('import_opening_trades', { amount: opening })]),
    ...(isFree ? [makeReason('import_no_commission')] : []),
    ...(repeated > 0 ? [makeReason('import_orders_twice', { count: repeated })] : []),
    ...(isOther
      ? [makeReason('import_position_counts', { count: positions.length, max: count })]
      : []),
    ...(details.size === 0 ? [makeReason('import_no_details')] : []),
  ];
}

/** Names trades that are left out, as their results are not known. */
export function foreignWarnings({ foreign }: PricedTrades, currency: string): CodedReason[] {
  return [...foreign].map(([symbol, count]) =>
    makeReason('import_foreign_prices', { count, name: symbol, value: currency }),
  );
}

/** Warns of a list that is cut off. */
export const incomplete = ({ cutOff, ended }: Pieces): CodedReason[] =>
  [...cutOff].every((panel) => ended.has(panel)) ? [] : [makeReason('import_history_cut')];
