import { stringify } from 'csv-stringify/sync';
import type { TSchema } from 'typebox';
import { cashFlow, dailyPerformance } from '../../sql/marts/equity_curve.ts';
import { monthlyPerformance, yearlyPerformance } from '../../sql/marts/monthly.ts';
import { inertCsv } from '../inert-text.ts';
import type { csvParts } from './layout.ts';

type CsvPart = (typeof csvParts)[number];

/** A tabular part: its columns and the query of its rows, `subject_no` first. */
export interface CsvTable {
  part: CsvPart;
  columns: string[];
  sql: string;
}

const keysOf = (schema: TSchema & { properties: object }): string[] =>
  Object.keys(schema.properties);

function listed(part: CsvPart, mart: string, list: string, columns: string[]): CsvTable {
  const values = columns.map((column) => `item.${column}`).join(', ');
  return {
    part,
    columns,
    sql: `select subject_no, ${values} from (
      select scope.subject_no, unnest(${list}) as item, generate_subscripts(${list}, 1) as position
      from computed_${mart} inner join scope using (subject_id)
    ) order by subject_no, position`,
  };
}

const breakdownColumns = {
  trades: 'total.trades',
  won: 'total.won',
  lost: 'total.lost',
  won_percentage: 'total.won_percentage',
  profit: 'total.profit',
  pips: 'total.pips',
  long_trades: 'longs.trades',
  long_profit: 'longs.profit',
  long_pips: 'longs.pips',
  short_trades: 'shorts.trades',
  short_profit: 'shorts.profit',
  short_pips: 'shorts.pips',
};

function broken(dimension: 'symbol' | 'magic_number'): CsvTable {
  const values = Object.values(breakdownColumns).map((path) => `entry.${path}`);
  return {
    part: `by_${dimension}.csv`,
    columns: [dimension, ...Object.keys(breakdownColumns)],
    sql: `select subject_no, key, ${values.join(', ')} from breakdowns
      where dimension = '${dimension}' order by subject_no, key`,
  };
}

/** The tabular parts of an account; no internal id is in any of them. */
export const csvTables: CsvTable[] = [
  listed('daily_performance.csv', 'equity_curve', 'daily_performance', keysOf(dailyPerformance)),
  listed('deposits_withdrawals.csv', 'equity_curve', 'deposits_withdrawals', keysOf(cashFlow)),
  listed('monthly_performance.csv', 'monthly', 'monthly_performance', keysOf(monthlyPerformance)),
  listed('yearly_performance.csv', 'monthly', 'yearly_performance', keysOf(yearlyPerformance)),
  broken('symbol'),
  broken('magic_number'),
];

/** CSV by RFC 4180, CRLF after every row, in which no text is a formula. */
export const csvText = (rows: unknown[][]): string => stringify(rows, inertCsv);
