import type { Static } from 'typebox';
import type { ListName } from '../../pipeline/publish/snapshot/layout.ts';
import type { position } from '../../sql/lists/positions.ts';
import type { trade } from '../../sql/lists/trades.ts';
import { rangeOf, rangeParameters } from '../accounts/lists/instants.ts';
import type { OpenLists } from '../accounts/lists/open-lists.ts';
import { type Range, wholeRange } from '../accounts/lists/range.ts';
import { shownRows } from '../accounts/lists/rows.ts';
import { nextTurn } from '../accounts/lists/turns.ts';
import type { View } from '../accounts/view.ts';
import { anyText, oneOf, pageParameter, type Query, readQuery } from '../http/parameters.ts';

export type ListedTrade = Static<typeof trade>;
export type ListedPosition = Static<typeof position>;

/** Orders of the table; the first is the default. */
const tradeOrders = [
  ...['-closed_at', 'closed_at', '-net_profit', 'net_profit'],
  ...['symbol', 'side', '-volume', '-held'],
] as const;

/** Query of the table of trades. Null means no filter. */
export interface TradeQuery {
  readonly symbol: string | null;
  readonly side: 'buy' | 'sell' | null;
  readonly result: 'won' | 'lost' | null;
  readonly range: Range;
  readonly order: string;
  readonly page: number;
}

/** Page of a table of trades. */
export interface TradesPage {
  readonly trades: readonly ListedTrade[];
  /** Number of trades that pass the filters. */
  readonly total: number;
  /** Number of trades that were looked through; null if none was left out. */
  readonly searched: number | null;
  readonly query: TradeQuery;
}

/** Orders of the table of open positions; the first is the default. */
const positionOrders = [
  ...['-opened_at', 'opened_at', '-floating', 'floating', 'symbol', 'side', '-volume'],
] as const;

/** Query of the table of open positions. Null means no filter. */
export interface PositionQuery {
  readonly symbol: string | null;
  readonly side: 'buy' | 'sell' | null;
  readonly result: 'won' | 'lost' | null;
  readonly order: string;
}

/** Open positions that pass the filters, at most `maxPositions`. */
export interface PositionsFound {
  readonly rows: readonly ListedPosition[];
  /** Number of positions that pass. */
  readonly total: number;
  readonly order: string;
}

const maxPositions = 200;

export const tradesPerPage = 50;
/** Most trades that a filter or an order looks through for one page. */
const maxSearched = 20_000;

const parameters = {
  symbol: anyText,
  side: oneOf(['buy', 'sell']),
  result: oneOf(['won', 'lost']),
  sort: oneOf(tradeOrders),
  open_sort: oneOf(positionOrders),
  ...rangeParameters,
  ...pageParameter,
} as const;

/**
 * Tells whether the page of an account lists its trades and positions. Its owner always sees them.
 * Visitors see them if the owner decided so and does not hide trades. A portfolio never lists them.
 */
export const isListedOnPage = ({
  account,
  hidden,
  isOwners,
}: Pick<View, 'account' | 'hidden' | 'isOwners'>): boolean =>
  isOwners || (account.type === 'account' && account.show_trades_on_page && !hidden.has('trades'));

/** Parses the fields of the form. Empty fields filter nothing; throws a 400 for wrong ones. */
export function tradeQueryOf(query: Query): TradeQuery {
  const filled = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const values = readQuery(parameters, filled);
  const { symbol, side, result, sort, page } = values;
  const range = rangeOf(values);
  return { symbol, side, result, range, order: sort ?? tradeOrders[0] ?? '', page: page ?? 1 };
}

/** Parses the fields of the form that concern open positions. Days are for closed trades only. */
export function positionQueryOf(query: Query): PositionQuery {
  const filled = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const { symbol, side, result, open_sort } = readQuery(parameters, filled);
  return { symbol, side, result, order: open_sort ?? positionOrders[0] ?? '' };
}

/** Reads the open positions that pass. Looks through the newest 20,000 at most. */
export async function readPositions(
  view: View,
  lists: OpenLists,
  query: PositionQuery,
): Promise<PositionsFound> {
  const rows = shownRows(view, 'positions', wholeRange, lists);
  const { found } = await search<ListedPosition>(rows, (position) =>
    passes({ ...position, ...floatingOf(position) }, query),
  );
  found.sort(comparatorOf(positionKeys, query.order));
  return { rows: found.slice(0, maxPositions), total: found.length, order: query.order };
}

/** Returns the floating result of a position with its costs, as a net profit. */
export const floatingOf = ({ profit, commission, swap }: ListedPosition) => ({
  net_profit: profit + commission + swap,
});

const positionKeys: Keys<ListedPosition> = {
  opened_at: ({ opened_at }) => Date.parse(opened_at),
  floating: (position) => floatingOf(position).net_profit,
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  volume: ({ volume }) => volume,
};

/** Returns the newest rows of a list. */
export function newestRows<Row>(
  view: View,
  name: ListName,
  lists: OpenLists,
  count: number,
): { readonly rows: readonly Row[]; readonly total: number } {
  const { first, last, text } = shownRows(view, name, wholeRange, lists);
  const rows = JSON.parse(`[${text(first, Math.min(last, first + count))}]`);
  return { rows, total: last - first };
}

/** Finds the rows that pass among the newest ones, and counts how many it looked at. */
async function search<Row>(
  rows: ReturnType<typeof shownRows>,
  isWanted: (row: Row) => boolean,
): Promise<{ found: Row[]; searched: number }> {
  const found: Row[] = [];
  let searched = 0;
  for (const [from, to] of rows.stretches()) {
    if (searched >= maxSearched) break;
    await nextTurn();
    const stretch: Row[] = JSON.parse(`[${rows.text(from, to)}]`);
    found.push(...stretch.filter(isWanted));
    searched += to - from;
  }
  return { found, searched };
}

/** Reads a page of trades. It looks through the newest 20,000 of the range at most. */
export async function readTrades(
  view: View,
  lists: OpenLists,
  query: TradeQuery,
): Promise<TradesPage> {
  const rows = shownRows(view, 'trades', query.range, lists);
  const start = (query.page - 1) * tradesPerPage;
  if (isPlain(query)) {
    const from = Math.min(rows.first + start, rows.last);
    const to = Math.min(from + tradesPerPage, rows.last);
    const trades = JSON.parse(`[${rows.text(from, to)}]`);
    return { trades, total: rows.last - rows.first, searched: null, query };
  }
  const { found, searched } = await search<ListedTrade>(rows, (trade) => passes(trade, query));
  found.sort(comparatorOf(keys, query.order));
  return {
    trades: found.slice(start, start + tradesPerPage),
    total: found.length,
    searched: searched < rows.last - rows.first ? searched : null,
    query,
  };
}

/** Tells whether rows can be read in their stored order, without looking through them. */
const isPlain = ({ symbol, side, result, order }: TradeQuery): boolean =>
  symbol === null && side === null && result === null && order === tradeOrders[0];

function passes(
  trade: Pick<ListedTrade, 'symbol' | 'side' | 'net_profit'>,
  { symbol, side, result }: Pick<TradeQuery, 'symbol' | 'side' | 'result'>,
): boolean {
  if (symbol !== null && trade.symbol !== symbol) return false;
  if (side !== null && trade.side !== side) return false;
  if (result === null) return true;
  return result === 'won' ? trade.net_profit > 0 : trade.net_profit < 0;
}

/** Returns the time that a trade was open, in seconds. */
export const secondsHeld = ({ opened_at, closed_at }: ListedTrade): number =>
  (Date.parse(closed_at) - Date.parse(opened_at)) / 1000;

type Keys<Row> = Readonly<Record<string, (row: Row) => number | string>>;

const keys: Keys<ListedTrade> = {
  closed_at: ({ closed_at }) => Date.parse(closed_at),
  net_profit: ({ net_profit }) => net_profit,
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  volume: ({ volume }) => volume,
  held: secondsHeld,
};

/** Rows with equal keys stay in their order, the newest first. */
function comparatorOf<Row>(keys: Keys<Row>, order: string): (first: Row, second: Row) => number {
  const isDown = order.startsWith('-');
  const key = keys[isDown ? order.slice(1) : order] ?? (() => 0);
  return (first, second) => {
    const [left, right] = [key(first), key(second)];
    if (left === right) return 0;
    return left < right === isDown ? 1 : -1;
  };
}
