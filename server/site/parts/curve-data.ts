import { thinnedIndexes } from '../../accounts/thin-points.ts';
import type { Days, Growth, PageAccount } from '../account.ts';
import { type Guess, packColumn, unpackColumn } from '../charts/columns.ts';
import { balancesFrom, drawdownsFrom, equitiesFrom } from '../charts/guesses.ts';
import { maxEarlier } from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';

type Values = readonly (number | null)[];

/**
 * Returns the data of the chart: every day of the last year, where readers zoom in, and thinned
 * days before.
 */
export function curveData({ benchmark }: PageAccount, points: Days, growth: Growth) {
  const { last_year, deposit_days, withdrawal_days, newest_flows } = growth;
  const [since] = last_year.date;
  const earlier = since === undefined ? [...points.date.keys()] : earlierDays(points, since);
  const column = <Name extends keyof Days>(name: Name): Days[Name] =>
    [...earlier.map((at) => points[name][at] ?? null), ...last_year[name]] as Days[Name];
  const dates = column('date');
  const dayNumbers = dates.map((day) => secondsOf(day) / secondsADay);
  // Keep more decimal places of returns than are shown, since ranges are computed from them.
  const twr = packColumn(column('twr_percent'), 4);
  const returns = unpackColumn(twr);
  const balance = moneyColumn(column('balance'), balancesFrom(returns));
  const balances = unpackColumn(balance, balancesFrom(returns));
  return {
    days: packColumn(dayNumbers),
    twr,
    drawdown: packColumn(column('drawdown'), 2, drawdownsFrom(returns)),
    balance,
    equity: moneyColumn(column('equity'), equitiesFrom(balances)),
    ...(benchmark !== null &&
      benchmark.symbol !== null && {
        benchmark: {
          symbol: benchmark.symbol,
          values: packColumn(valuesOn(dates, benchmark.by_day), 3),
        },
      }),
    deposits: deposit_days,
    withdrawals: withdrawal_days,
    flows: newest_flows.map(({ date, amount }) => [date, amount]),
  };
}

const secondsADay = 86_400;

/**
 * Returns the indexes of days before the last year that keep the shape and the deepest drawdown.
 */
function earlierDays({ date, twr_percent, equity, drawdown }: Days, since: string): number[] {
  const days = date.filter((day) => day < since);
  const heights = days.map((_, at) => twr_percent[at] ?? equity[at] ?? 0);
  const depths = days.map((_, at) => drawdown[at] ?? 0);
  const deepest = depths.indexOf(Math.min(0, ...depths));
  const chosen = new Set(thinnedIndexes(heights, maxEarlier));
  if (deepest >= 0) chosen.add(deepest);
  return [...chosen].sort((first, second) => first - second);
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
