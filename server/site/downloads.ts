import { stringify } from 'csv-stringify/sync';
import { inertText } from '../../pipeline/inert-text.ts';
import type { BreakdownEntry, WholeAccount } from './account.ts';

type Cell = string | number | null;

interface Download {
  readonly file: string;
  readonly label: string;
  readonly columns: readonly string[];
  /** Null where the section is not shown. */
  rows(account: WholeAccount): readonly (readonly Cell[])[] | null;
}

const breakdownColumns = [
  'trades',
  'won',
  'lost',
  'won_percentage',
  'profit',
  'pips',
  'long_trades',
  'long_profit',
  'long_pips',
  'short_trades',
  'short_profit',
  'short_pips',
];

const dayColumns = [
  'date',
  'cumulative_balance',
  'cumulative_equity',
  'cumulative_profit',
  'twr_percent',
  'twr_equity_percent',
  'drawdown',
  'peak_balance',
  'trades_count',
  'win_rate',
] as const;
const flowColumns = ['date', 'amount'] as const;
const monthColumns = ['date', 'monthly_profit', 'monthly_percent'] as const;

const cellsOf = <Column extends string>(
  rows: readonly Readonly<Record<Column, Cell>>[],
  columns: readonly Column[],
): Cell[][] => rows.map((row) => columns.map((column) => row[column]));

/** Tables of the account page as files, under the names of the API's fields. */
export const downloads: readonly Download[] = [
  {
    file: 'daily.csv',
    label: 'days with closed trades',
    columns: dayColumns,
    rows: ({ equity_curve }) =>
      equity_curve ? cellsOf(equity_curve.daily_performance, dayColumns) : null,
  },
  {
    file: 'flows.csv',
    label: 'deposits and withdrawals',
    columns: flowColumns,
    rows: ({ equity_curve }) =>
      equity_curve ? cellsOf(equity_curve.deposits_withdrawals, flowColumns) : null,
  },
  {
    file: 'monthly.csv',
    label: 'months',
    columns: monthColumns,
    rows: ({ monthly }) => (monthly ? cellsOf(monthly.monthly_performance, monthColumns) : null),
  },
  {
    file: 'instruments.csv',
    label: 'instruments',
    columns: ['symbol', ...breakdownColumns],
    rows: ({ by_symbol }) => by_symbol && Object.entries(by_symbol).map(breakdownRow),
  },
  {
    file: 'magic-numbers.csv',
    label: 'magic numbers',
    columns: ['magic_number', ...breakdownColumns],
    rows: ({ by_magic_number }) =>
      by_magic_number && Object.entries(by_magic_number).map(breakdownRow),
  },
];

const breakdownRow = ([name, { total, longs, shorts }]: [string, BreakdownEntry]): Cell[] => [
  name,
  total.trades,
  total.won,
  total.lost,
  total.won_percentage,
  ...results(total),
  longs.trades,
  ...results(longs),
  shorts.trades,
  ...results(shorts),
];

/** Numbers again, since a spreadsheet must not take a minus for the start of a formula. */
const results = ({ profit, pips }: { profit: string; pips: string | null }): Cell[] => [
  Number(profit),
  pips === null ? null : Number(pips),
];

/** A file as CSV in which no text begins a formula; null where there is nothing of it to show. */
export function csvOf(account: WholeAccount, file: string): string | null {
  const download = downloads.find((one) => one.file === file);
  const rows = download?.rows(account) ?? null;
  if (download === undefined || rows === null) return null;
  return stringify([[...download.columns], ...rows.map((row) => [...row])], {
    cast: { string: inertText },
    record_delimiter: 'windows',
  });
}
