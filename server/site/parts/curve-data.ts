import type { Days, Growth, PageAccount } from '../account.ts';
import { type Guess, packColumn, unpackColumn } from '../charts/columns.ts';
import { fromStart } from '../charts/from-start.ts';
import { balancesFrom, drawdownsFrom, equitiesFrom } from '../charts/guesses.ts';
import { secondsOf } from '../charts/rebase.ts';
import { markedSince } from './observed.ts';

type Values = readonly (number | null)[];

/** Returns the data of the chart: the days, and every deposit and withdrawal that is marked. */
export function curveData(account: PageAccount, days: Days, growth: Growth) {
  const { deposit_days, withdrawal_days, newest_flows } = growth;
  const { since } = account.performance;
  const published = markedSince(account);
  const benchmark = comparedWith(account);
  const drawn = withBenchmarkDays(fromStart(days, since), benchmark?.by_day ?? []);
  const dayNumbers = drawn.date.map((day) => secondsOf(day) / secondsADay);
  const twr = packColumn(drawn.twr_percent, percentPlaces);
  const returns = unpackColumn(twr);
  const balance = moneyColumn(drawn.balance, balancesFrom(returns));
  const balances = unpackColumn(balance, balancesFrom(returns));
  return {
    since,
    ...(published !== null && { published }),
    days: packColumn(dayNumbers),
    twr,
    drawdown: packColumn(drawn.drawdown, percentPlaces, drawdownsFrom(returns)),
    balance,
    equity: moneyColumn(drawn.equity, equitiesFrom(balances)),
    ...(benchmark !== null && {
      benchmark: {
        symbol: benchmark.symbol,
        values: packColumn(valuesOn(drawn.date, benchmark.by_day), 3),
      },
    }),
    deposits: deposit_days,
    withdrawals: withdrawal_days,
    flows: newest_flows.map(({ date, amount }) => [date, amount]),
  };
}

const secondsADay = 86_400;
/** All decimal places that the API has: they show in a range of small moves. */
const percentPlaces = 4;

/** Returns the benchmark whose line is drawn; null if no figure of it is known. */
export function comparedWith({ benchmark }: Pick<PageAccount, 'benchmark'>) {
  if (!benchmark?.symbol || typeof benchmark.benchmark_return_percent !== 'number') return null;
  return { symbol: benchmark.symbol, by_day: benchmark.by_day };
}

/** Most days of a curve with those of its benchmark. Longer curves have enough days. */
const maxDays = 1200;

/** Adds the days of a benchmark to a short curve, whose return stays the same on them. */
function withBenchmarkDays(points: Days, by_day: readonly { readonly date: string }[]): Days {
  const [first = '', last = ''] = [points.date[0], points.date.at(-1)];
  const further = by_day.flatMap(({ date }) => (date > first && date < last ? [date] : []));
  const all = new Set([...points.date, ...further]);
  if (all.size > maxDays) return points;
  const date = [...all].sort();
  const indexes = new Map(points.date.map((day, at) => [day, at]));
  let at = 0;
  const held = date.map((day) => {
    at = indexes.get(day) ?? at;
    return at;
  });
  const isOwn = date.map((day) => indexes.has(day));
  const hold = (values: Values) => held.map((index) => values[index] ?? null);
  const onlyOwn = (values: Values) =>
    hold(values).map((value, index) => (isOwn[index] ? value : null));
  return {
    date,
    twr_percent: hold(points.twr_percent),
    drawdown: hold(points.drawdown),
    balance: onlyOwn(points.balance),
    equity: onlyOwn(points.equity),
  };
}

/** Smallest amount that is drawn in whole units. The table has all digits. */
const largeAmount = 10_000;

function moneyColumn(values: Values, guess: Guess) {
  const isLarge = values.some((value) => Math.abs(value ?? 0) >= largeAmount);
  return packColumn(values, isLarge ? 0 : undefined, guess);
}

/** Returns the value of a series that holds on each of the days; null before its first day. */
export function valuesOn(
  days: readonly string[],
  series: readonly { readonly date: string; readonly return_percent: number }[],
): Values {
  let at = -1;
  return days.map((day) => {
    while ((series[at + 1]?.date ?? '9') <= day) at += 1;
    return series[at]?.return_percent ?? null;
  });
}
