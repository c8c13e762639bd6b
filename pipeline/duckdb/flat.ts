import type { TSchema } from 'typebox';
import { descriptionOf, figureOf, type Unit, units } from '../../sql/figures.ts';
import { marts } from '../../sql/marts/index.ts';
import { identifier, literal } from '../base/sql-text.ts';

/** A column of a flat table. */
interface FlatColumn {
  readonly name: string;
  /** SQL that reads it, with the row as `entry` or the mart as itself. */
  readonly sql: string;
  readonly comment: string;
  /** Null if it is no figure. */
  readonly unit: Unit | null;
}

/** A list within a mart, with a row for each of its entries. */
interface FlatList {
  readonly name: string;
  readonly mart: string;
  /** SQL of the lists of entries that the mart has. */
  readonly entries: string;
  readonly comment: string;
  readonly columns: readonly FlatColumn[];
}

/** Names of lists that are shorter than where they stand. */
const shortNames: Readonly<Record<string, string>> = {
  equity_curve_daily_performance: 'daily_performance',
  equity_curve_deposits_withdrawals: 'deposits_withdrawals',
  twr_twr_trade_by_trade: 'twr_by_trade',
  monthly_monthly_performance: 'monthly_performance',
  monthly_yearly_performance: 'yearly_performance',
  by_symbol: 'symbol_performance',
  by_magic_number: 'magic_number_performance',
  advanced_charts_trades_by_hour: 'hour_performance',
  advanced_charts_trades_by_weekday: 'weekday_performance',
  advanced_risk_of_ruin: 'risk_of_ruin',
  advanced_charts_profit_by_hour_of_week: 'hour_of_week_performance',
  advanced_charts_profit_by_side: 'side_performance',
  advanced_charts_recent_trades_duration: 'recent_durations',
  drawdowns_episodes: 'drawdown_episodes',
  distribution_results_bins: 'result_bins',
  distribution_pips_bins: 'pip_bins',
  distribution_durations_bins: 'duration_bins',
  rolling_month_ends: 'rolling_performance',
  exposure_trades_by_day: 'daily_open_trades',
  exposure_lots_by_day: 'daily_open_lots',
  benchmark_by_day: 'benchmark_performance',
  excursion_pairs: 'excursions',
  contributions_members: 'member_contributions',
  returns_days: 'daily_returns',
};

/** SQL types of wire texts that researchers' tables and views have as other types. */
const casts: Partial<Record<Unit, (value: string) => string>> = {
  day: (value) => `${value}::date`,
  month: (value) => `(${value} || '-01')::date`,
  year: (value) => `(${value} || '-01-01')::date`,
  instant: (value) => `${value}::timestamptz`,
  moneyText: (value) => `${value}::double`,
  pipsText: (value) => `${value}::double`,
};

const unitOf = (schema: TSchema): Unit | null => figureOf(schema)?.unit ?? null;

/** Returns the description of a column. It leaves out the form of a text that has another type. */
function commentOf(schema: TSchema): string {
  const unit = unitOf(schema);
  const description = descriptionOf(schema);
  return unit !== null && casts[unit] ? description.replace(units[unit].adds, '') : description;
}

/** Reads a figure as what it is there. */
export const typed = (schema: TSchema, value: string): string => {
  const unit = figureOf(schema)?.unit;
  return ((unit && casts[unit]) ?? ((text: string) => text))(value);
};

export type SchemaParts = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaParts>>;
  readonly items?: SchemaParts;
  readonly maxItems?: number;
  readonly patternProperties?: Readonly<Record<string, SchemaParts>>;
  readonly anyOf?: readonly SchemaParts[];
};

/** Every list of the marts that strangers may read, in order of the sections. */
export const flatLists: readonly FlatList[] = Object.entries<SchemaParts>(marts).flatMap(
  ([mart, schema]) => listsIn(mart, schema, []),
);

/** Columns of what a schema says once of a subject, members of objects each by themselves. */
export const flatColumns = (schema: TSchema): FlatColumn[] =>
  columnsIn(schema, (path) => path.join('.'), []);

function listsIn(mart: string, schema: SchemaParts, path: readonly string[]): FlatList[] {
  const { properties = {}, items, patternProperties, anyOf = [] } = schema;
  const within = [mart, ...path].join('_');
  const place = { name: shortNames[within] ?? within, mart, comment: descriptionOf(schema) };
  const read = path.join('.');
  if (items) return [{ ...place, entries: read, columns: entryColumns(items) }];
  if (patternProperties) {
    const [value = {}] = Object.values(patternProperties);
    const key = {
      name: keyOf(mart),
      sql: 'entry.key',
      comment: `Key of the row: ${keyOf(mart)}`,
      unit: null,
    };
    const columns = [key, ...columnsIn(value, (names) => `entry.value.${names.join('.')}`, [])];
    return [{ ...place, entries: `map_entries(${read || mart})`, columns }];
  }
  return [
    ...Object.entries(properties).flatMap(([name, part]) => listsIn(mart, part, [...path, name])),
    ...anyOf.flatMap((part) => listsIn(mart, part, path)),
  ];
}

function keyOf(mart: string): string {
  return mart.replace(/^by_/, '');
}

function entryColumns(schema: SchemaParts): FlatColumn[] {
  if (schema.properties) {
    return columnsIn(schema, (names) => `entry.${names.join('.')}`, []);
  }
  return [{ name: 'value', sql: 'entry', comment: commentOf(schema), unit: unitOf(schema) }];
}

function columnsIn(
  schema: SchemaParts,
  sqlOf: (path: readonly string[]) => string,
  path: readonly string[],
): FlatColumn[] {
  const { properties, items, patternProperties, anyOf = [] } = schema;
  if ('x-privacy' in schema && schema['x-privacy'] === 'owner') return [];
  if (properties) {
    return Object.entries(properties).flatMap(([name, part]) =>
      columnsIn(part, sqlOf, [...path, name]),
    );
  }
  if (items || patternProperties) return [];
  const object = anyOf.find((part) => part.properties);
  if (object) return columnsIn(object, sqlOf, path);
  return [
    {
      name: path.join('_'),
      sql: typed(schema, sqlOf(path)),
      comment: commentOf(schema),
      unit: unitOf(schema),
    },
  ];
}

/** Lays a view over a list of the table or view `from`, whose rows are known by `keys`. */
export function flatView(
  name: string,
  { entries, columns, comment }: FlatList,
  from: string,
  keys: readonly string[],
): string {
  const key = keys.join(', ');
  const listed = columns.map(({ name: column, sql }) => `${sql} as ${identifier(column)}`);
  return `create or replace view ${name} as
    select ${key}, row_no, ${listed.join(', ')},
    from (
      select ${key}, unnest(entries) as entry, generate_subscripts(entries, 1) as row_no,
      from (select ${key}, ${entries} as entries from ${from})
    );
    comment on view ${name} is ${literal(`${comment.replace(/\.$/, '')}. Keys: ${keys[0]} and row_no.`)}`;
}

/** Returns the descriptions of a list's columns, by column. */
export const flatWords = ({ columns }: FlatList): readonly (readonly [string, string])[] => [
  ['row_no', 'Position in the list, from 1.'],
  ...columns.map(({ name, comment }) => [name, comment] as const),
];
