import type { Book, Trade } from './book.ts';
import { instant, instantText } from './instants.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { moneyNumber, sumMoney } from './money.ts';
import { type Row, required } from './world.ts';

const nine = ['AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'JPY', 'NZD', 'USD'];
const indices: Readonly<Record<string, string>> = { US30: 'USD', DE40: 'EUR' };
const halfAnHour = 30 * 60_000;

/** Returns the currencies of the calendar that an instrument depends on. */
function currenciesOf(symbol: string): readonly string[] {
  const [core = ''] = /[A-Z0-9/]+/.exec(symbol) ?? [];
  const index = indices[core];
  if (index !== undefined) return [index];
  return nine.filter((currency) =>
    core.replace('/', '').slice(0, 6).match(/.{3}/g)?.includes(currency),
  );
}

/** Groups trades by their distance from high-impact events. Looks at each trade alone. */
export function newsSection({ trades }: Book, calendar: readonly Row[]): JsonObject {
  const high = calendar.filter(({ impact }) => impact === 'high');
  const eventsOf = (symbol: string): number[] => {
    const ownCurrencies = currenciesOf(symbol);
    return high
      .filter(
        ({ currency }) =>
          ownCurrencies.length > 0 &&
          (currency === 'All' || ownCurrencies.includes(currency ?? '')),
      )
      .map((row) => instant(required(row, 'time')));
  };
  const groups: Record<string, Trade[]> = {
    opened_near: [],
    open_through: [],
    others: [],
    unknown: [],
  };
  for (const trade of trades) {
    const { symbol, openedAt, closedAt } = trade;
    const times = eventsOf(symbol);
    const kind =
      currenciesOf(symbol).length === 0
        ? 'unknown'
        : times.some((time) => Math.abs(time - openedAt) <= halfAnHour)
          ? 'opened_near'
          : times.some((time) => time > openedAt && time <= closedAt + halfAnHour)
            ? 'open_through'
            : 'others';
    groups[kind]?.push(trade);
  }
  const first = Math.min(...trades.map(({ openedAt }) => openedAt)) - halfAnHour;
  const last = Math.max(...trades.map(({ closedAt }) => closedAt)) + halfAnHour;
  const known = [...new Set(trades.flatMap(({ symbol }) => eventsOf(symbol)))]
    .filter((time) => time >= first && time <= last)
    .sort((first, second) => first - second);
  const textOf = (time: number | undefined) => (time === undefined ? null : instantText(time));
  return {
    events: { count: known.length, first: textOf(known[0]), last: textOf(known.at(-1)) },
    ...Object.fromEntries(
      Object.entries(groups).map(([name, own]) => [
        name,
        {
          trades: own.length,
          profit: moneyNumber(sumMoney(own.map(({ net }) => net))),
          win_rate: percentage(own.filter(({ net }) => net > 0n).length, own.length),
        },
      ]),
    ),
  };
}
