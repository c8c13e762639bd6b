import type { Book, Trade } from './book.ts';
import { dayOf, weekdayOf } from './instants.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { moneyNumber, sumMoney } from './money.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Bands of holding time: the seconds at which each begins, and its name. */
const bands: readonly [string, number][] = [
  ['1w', 604_800],
  ['1d', 86_400],
  ['4h', 14_400],
  ['1h', 3600],
  ['15m', 900],
  ['5m', 300],
  ['1m', 60],
  ['0s', 0],
];
const bandNames = bands.map(([name]) => name).reverse();

const bandOf = ({ openedAt, closedAt }: Trade): string =>
  bands.find(([, seconds]) => closedAt - openedAt >= seconds * 1000)?.[0] ?? '';

const keys: Readonly<Record<string, (trade: Trade) => string>> = {
  symbol: ({ symbol }) => symbol,
  magic_number: ({ magicNumber }) => String(magicNumber ?? 0),
  hour: ({ closedAt }) => String(new Date(closedAt).getUTCHours()).padStart(2, '0'),
  weekday: ({ closedAt }) => days[weekdayOf(closedAt) - 1] ?? '',
  month: ({ closedAt }) => dayOf(closedAt).slice(0, 7),
  side: ({ side }) => side,
  duration: bandOf,
};

/** Computes statistics of all closed trades, and of groups of them. */
export function tradeStatistics({ trades }: Book): JsonObject {
  const groups = Object.entries(keys).map(([dimension, keyOf]): [string, JsonObject[]] => {
    const all = [...new Set(trades.map(keyOf))].map((key) =>
      groupOf(
        key,
        trades.filter((trade) => keyOf(trade) === key),
      ),
    );
    return [dimension, all.sort(orders[dimension] ?? byKey)];
  });
  return {
    total: trades.length > 0 ? groupOf('all', trades) : null,
    symbols: new Set(trades.map(({ symbol }) => symbol)).size,
    magic_numbers: new Set(trades.map(keys.magic_number ?? String)).size,
    ...Object.fromEntries(groups),
  };
}

function groupOf(key: string, trades: readonly Trade[]): JsonObject {
  const won = trades.filter(({ net }) => net > 0n).length;
  const net = moneyNumber(sumMoney(trades.map((trade) => trade.net)));
  return {
    key,
    trades: trades.length,
    won,
    lost: trades.filter((trade) => trade.net < 0n).length,
    win_rate: percentage(won, trades.length),
    net_profit: net,
    average_profit: net / trades.length,
  };
}

type Order = (first: JsonObject, second: JsonObject) => number;

const bytewise = (first: string, second: string) =>
  Buffer.compare(Buffer.from(first), Buffer.from(second));
const byKey: Order = (first, second) => bytewise(String(first.key), String(second.key));
const byTrades: Order = (first, second) =>
  Number(second.trades) - Number(first.trades) || byKey(first, second);
const byPlaceIn =
  (names: readonly string[]): Order =>
  (first, second) =>
    names.indexOf(String(first.key)) - names.indexOf(String(second.key));
const orders: Readonly<Record<string, Order>> = {
  symbol: byTrades,
  magic_number: byTrades,
  weekday: byPlaceIn(days),
  duration: byPlaceIn(bandNames),
};
