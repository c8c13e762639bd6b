import { stringify } from 'csv-stringify/sync';
import type { TSchema } from 'typebox';
import { cashFlow, dailyPerformance } from '../../../sql/marts/equity_curve.ts';
import { monthlyPerformance, yearlyPerformance } from '../../../sql/marts/monthly.ts';
import { inertCsv } from '../../base/inert-text.ts';
import type { Database } from '../../duckdb/database.ts';
import type { csvParts } from './layout.ts';

type CsvPart = (typeof csvParts)[number];

/** A tabular part: a row for every item of a list that a mart holds. */
interface CsvTable {
  readonly part: CsvPart;
  readonly mart: string;
  /** SQL of the list. */
  readonly list: string;
  /** SQL of what each column holds of an `item`, by its name. */
  readonly columns: Readonly<Record<string, string>>;
}

function listed(part: CsvPart, mart: string, list: string, row: TSchema): CsvTable {
  const names = 'properties' in row ? Object.keys(row.properties ?? {}) : [];
  return {
    part,
    mart,
    list,
    columns: Object.fromEntries(names.map((name) => [name, `item.${name}`])),
  };
}

const breakdownColumns = {
  trades: 'item.value.total.trades',
  won: 'item.value.total.won',
  lost: 'item.value.total.lost',
  won_percentage: 'item.value.total.won_percentage',
  profit: 'item.value.total.profit',
  pips: 'item.value.total.pips',
  long_trades: 'item.value.longs.trades',
  long_profit: 'item.value.longs.profit',
  long_pips: 'item.value.longs.pips',
  short_trades: 'item.value.shorts.trades',
  short_profit: 'item.value.shorts.profit',
  short_pips: 'item.value.shorts.pips',
};

function broken(dimension: 'symbol' | 'magic_number'): CsvTable {
  const mart = `by_${dimension}` as const;
  return {
    part: `${mart}.csv`,
    mart,
    list: `map_entries(${mart})`,
    columns: { [dimension]: 'inert_cell(item.key)', ...breakdownColumns },
  };
}

/** The tabular parts of an account; no internal id is in any of them. */
export const csvTables: readonly CsvTable[] = [
  listed('daily_performance.csv', 'equity_curve', 'daily_performance', dailyPerformance),
  listed('deposits_withdrawals.csv', 'equity_curve', 'deposits_withdrawals', cashFlow),
  listed('monthly_performance.csv', 'monthly', 'monthly_performance', monthlyPerformance),
  listed('yearly_performance.csv', 'monthly', 'yearly_performance', yearlyPerformance),
  broken('symbol'),
  broken('magic_number'),
];

/** The line above the rows of a table. */
export const headerOf = ({ columns }: CsvTable): string => csvText([Object.keys(columns)]);

/** CSV by RFC 4180, CRLF after every row, in which no text is a formula. */
export const csvText = (rows: unknown[][]): string => stringify(rows, inertCsv);

const texts: Readonly<Record<string, (value: string) => string>> = {
  VARCHAR: (value) => `csv_text(${value})`,
  DOUBLE: (value) => `csv_number(${value})`,
  BIGINT: (value) => `${value}::varchar`,
};

/**
 * Returns the query that yields a table's rows as lines of text, ordered like its mart. Packing
 * restores line feeds within a text. Unnesting a list keeps its order and costs a third of a
 * function over the list.
 */
export async function rowsSql(database: Database, table: CsvTable): Promise<string> {
  const sql = queries.get(table) ?? (await rowsQuery(database, table));
  queries.set(table, sql);
  return sql;
}

/** The types of columns come from SQL that is always the same. */
const queries = new Map<CsvTable, string>();

async function rowsQuery(database: Database, { mart, list, columns }: CsvTable): Promise<string> {
  // As columns, since the functions say their value several times, each of which would be bound.
  const taken = Object.values(columns).map((value, at) => `${value} as cell_${at}`);
  const items = `(select ${taken.join(', ')}
    from (select unnest(${list}) as item from computed_${mart}))`;
  const types = await database.rows(`describe from ${items}`);
  const cells = types.map(({ column_name, column_type }, at) => {
    const text = texts[String(column_type)];
    if (!text) throw new Error(`${taken[at]} of ${mart} is ${column_type}, which no CSV has held`);
    return text(String(column_name));
  });
  return `select concat(${cells.join(", ',', ")}, chr(13)) from ${items}`;
}
