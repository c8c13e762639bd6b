import Type, { type TSchema } from 'typebox';
import { type Unit, units } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { marts, sectionNames } from '../../sql/marts/index.ts';
import { namesAndBadges } from '../../sql/marts/names_and_badges.ts';
import { restatements } from '../../sql/record/restatements.ts';
import { identifier } from '../base/sql-text.ts';
import { flatColumns, flatLists } from '../duckdb/flat.ts';

/** Export of one file: flat rows by slug, without internal ids. */
export interface Mart {
  /** Name of the file without its extension. */
  name: string;
  view: string;
  sql: string;
  /** Declarations of its columns, by name. Keys have none. */
  columns: ReadonlyMap<string, MartColumn>;
}

/** Declaration of a column. */
interface MartColumn {
  readonly meaning: string;
  /** Unit of the number; null if it counts nothing. */
  readonly measure: string | null;
}

/** Every mart that leaves the warehouse, in the order it is exported. */
export function exportedMarts(): Mart[] {
  const sections = sectionNames.flatMap((name) => figuresOf(name, marts[name], ['slug', 'type']));
  const summary = Type.Object({ ...namesAndBadges, ...marts.summary.properties });
  return [
    ...figuresOf('summary', summary, ['slug', 'type', 'history_cut_at']),
    ...sections,
    ...flatLists.map(({ name, columns }) => listOf(name, columns, 'slug, row_no')),
    // Members of a portfolio may have equal tickets.
    listOf('trades', flatColumns(trade), 'slug, closed_at, opened_at, ticket, columns(*)'),
    listOf('positions', flatColumns(position), 'slug, opened_at, ticket, columns(*)'),
    listOf('restatements', flatColumns(restatements.properties.restatements.items), 'slug, row_no'),
  ];
}

type Declared = Pick<ReturnType<typeof flatColumns>[number], 'name' | 'comment' | 'unit'>;

const listOf = (name: string, columns: readonly Declared[], order: string): Mart => {
  const view = `shared_${name}`;
  return {
    name,
    view,
    sql: `select * from ${view} order by ${order}`,
    columns: declarations(columns),
  };
};

/**
 * Returns the export of a mart's single values, a row for each subject. Empty for a mart of lists
 * alone.
 */
function figuresOf(name: string, schema: TSchema, keys: readonly string[]): Mart[] {
  const columns = flatColumns(schema);
  if (columns.length === 0) return [];
  const view = `shared_${name}`;
  const selected = columns.map((column) => `${column.sql} as ${identifier(column.name)}`);
  return [
    {
      name,
      view,
      sql: `select ${[...keys, ...selected].join(', ')} from ${view} order by slug`,
      columns: declarations(columns),
    },
  ];
}

const declarations = (columns: readonly Declared[]): Mart['columns'] =>
  new Map(
    columns.map(({ name, comment, unit }) => [
      name,
      { meaning: comment, measure: measureOf(unit) },
    ]),
  );

const measureOf = (unit: Unit | null): string | null => (unit && units[unit].measure) ?? null;
