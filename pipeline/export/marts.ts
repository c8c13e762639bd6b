import { type marts, sectionNames } from '../../sql/marts/index.ts';
import { identifier } from '../base/sql-text.ts';
import { flatColumns, flatLists } from '../duckdb/flat.ts';

/** Export of one file: flat rows by slug, without internal ids. */
export interface Mart {
  /** Name of the file without its extension. */
  name: string;
  view: string;
  sql: string;
}

/** Every mart that leaves the warehouse, in the order it is exported. */
export function exportedMarts(): Mart[] {
  const sections = (['summary', ...sectionNames] as const).flatMap((name) => figuresOf(name));
  const lists = flatLists.map(({ name }) => listOf(name, 'slug, row_no'));
  return [
    ...sections,
    ...lists,
    // Members of a portfolio may have equal tickets.
    listOf('trades', 'slug, closed_at, opened_at, ticket, columns(*)'),
    listOf('positions', 'slug, opened_at, ticket, columns(*)'),
    listOf('restatements', 'slug, row_no'),
  ];
}

const listOf = (name: string, order: string): Mart => {
  const view = `shared_${name}`;
  return { name, view, sql: `select * from ${view} order by ${order}` };
};

/**
 * Returns the export of a mart's single values, a row for each subject. Empty for a mart of lists
 * alone.
 */
function figuresOf(name: keyof typeof marts): Mart[] {
  const columns = flatColumns(name).map((column) => `${column.sql} as ${identifier(column.name)}`);
  if (columns.length === 0) return [];
  const view = `shared_${name}`;
  const keys = name === 'summary' ? 'slug, type, history_cut_at' : 'slug, type';
  return [
    { name, view, sql: `select ${[keys, ...columns].join(', ')} from ${view} order by slug` },
  ];
}
