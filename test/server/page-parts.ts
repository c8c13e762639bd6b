import { stringify } from 'csv-stringify/sync';
import type { csvParts, PagePartName } from '../../pipeline/publish/snapshot/layout.ts';
import { pages } from '../../sql/pages/index.ts';
import { emptyOf } from '../support/empty.ts';

type Row = Readonly<Record<string, unknown>>;
interface Entry {
  readonly total: { readonly trades: number };
}

/** Sections from which the page parts are made. */
export interface Shown {
  readonly equity_curve?: unknown;
  readonly by_symbol?: unknown;
  readonly by_magic_number?: unknown;
}

interface Curve {
  readonly daily_performance: readonly Row[];
  readonly deposits_withdrawals: readonly Row[];
}

/** Returns the published page parts of accounts with few days and few entries. */
export function pagePartsOf(sections: Shown): Record<PagePartName, unknown> {
  const { daily_performance: days, deposits_withdrawals: flows } = curveIn(sections);
  return {
    curve: columnsOf(days),
    every_day: columnsOf([]),
    growth: {
      days: days.length,
      month_ends: columnsOf(
        days.filter(({ date }, at) => monthOf(days[at + 1]?.date) !== monthOf(date)),
      ),
      flows: flows.length,
      newest_flows: flows,
      deposit_days: flows.filter(({ amount }) => Number(amount) >= 0).map(({ date }) => date),
      withdrawal_days: flows.filter(({ amount }) => Number(amount) < 0).map(({ date }) => date),
    },
    top_symbols: topOf(sections.by_symbol),
    top_magic_numbers: topOf(sections.by_magic_number),
    checked: { statements: 0, printed_at: null, agreeing: 0, money: [], statistics: [] },
    max_open: emptyOf(pages.max_open),
    daily_index: indexOf(days),
    trade_statistics: emptyOf(pages.trade_statistics),
    benchmark_prices: emptyOf(pages.benchmark_prices),
  };
}

/** Computes the index by day of a curve without drawdowns within a day. */
function indexOf(days: readonly Row[]) {
  const empty = JSON.parse(JSON.stringify(emptyOf(pages.daily_index)));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return empty;
  let trades = 0;
  const growth = days.map(({ twr_percent }) => 1 + Number(twr_percent ?? 0) / 100);
  const zeros = days.map(() => 0);
  return {
    ...empty,
    first_day: first.date,
    last_day: last.date,
    digits: 2,
    has_capital: true,
    day: days.map(({ date }) => Date.parse(String(date)) / 86_400_000),
    net: days.map(({ cumulative_profit }) => Number(cumulative_profit)),
    trades: days.map(({ trades_count }) => {
      trades += Number(trades_count);
      return trades;
    }),
    growth,
    high: growth,
    low: growth,
    losses: zeros,
    won: zeros,
    fall: zeros,
  };
}

const monthOf = (date: unknown): string => String(date).slice(0, 7);

const columnsOf = (days: readonly Row[]) => ({
  date: days.map(({ date }) => date),
  twr_percent: days.map(({ twr_percent }) => twr_percent),
  drawdown: days.map(({ drawdown }) => drawdown),
  balance: days.map(({ cumulative_balance }) => cumulative_balance),
  equity: days.map(({ cumulative_equity }) => cumulative_equity),
});

function topOf(breakdown: unknown) {
  const options: Record<string, Entry> = JSON.parse(JSON.stringify(breakdown ?? {}));
  const entries = Object.entries(options).map(([key, entry]) => ({ key, entry }));
  entries.sort(
    (first, second) =>
      second.entry.total.trades - first.entry.total.trades || (first.key < second.key ? -1 : 1),
  );
  return { keys: entries.length, entries };
}

/** Makes the tables of a page as a run publishes them. Tables of lists are empty. */
export function csvOf(part: (typeof csvParts)[number], sections: Shown & Row): string {
  const { daily_performance, deposits_withdrawals } = curveIn(sections);
  const monthly: Record<string, readonly Row[]> = JSON.parse(
    JSON.stringify(sections.monthly ?? {}),
  );
  const tables: Readonly<Record<string, readonly Row[] | undefined>> = {
    'daily_performance.csv': daily_performance,
    'deposits_withdrawals.csv': deposits_withdrawals,
    'monthly_performance.csv': monthly.monthly_performance,
    'yearly_performance.csv': monthly.yearly_performance,
  };
  return stringify([...(tables[part] ?? [])], { header: true, record_delimiter: '\r\n' });
}

function curveIn({ equity_curve }: Shown): Curve {
  const empty = { daily_performance: [], deposits_withdrawals: [] };
  return JSON.parse(JSON.stringify(equity_curve ?? empty));
}
