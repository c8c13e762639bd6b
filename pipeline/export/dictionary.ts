import { writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { inertCsv } from '../base/inert-text.ts';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { Mart } from './marts.ts';

/** Row of the dictionary: a file without its extension, or a column of it. */
export interface Described {
  readonly table: string;
  /** Null in the row about the whole table. */
  readonly column: string | null;
  /** Type of the column in SQL, as the files have it. */
  readonly type: string | null;
  readonly unit: string | null;
  readonly meaning: string;
}

/**
 * Describes a mart and its columns. `sorted` is the table that its files are written from. Columns
 * that no figure declares, such as keys, have the comment of the view.
 */
export async function dictionaryOf(
  database: Database,
  { name, view, columns }: Mart,
  sorted: string,
): Promise<Described[]> {
  const comments = await database.rows(`select null as name, comment from duckdb_views()
      where database_name = current_database() and view_name = ${literal(view)}
    union all
    select column_name, comment from duckdb_columns()
      where database_name = current_database() and table_name = ${literal(view)}`);
  const commentOf = new Map(comments.map((row) => [row.name, String(row.comment ?? '')]));
  const described = (await database.rows(`describe ${sorted}`)).map((row): Described => {
    const column = String(row.column_name);
    const declared = columns.get(column);
    return {
      table: name,
      column,
      type: String(row.column_type),
      unit: declared?.measure ?? null,
      meaning: declared?.meaning ?? commentOf.get(column) ?? '',
    };
  });
  const whole = { table: name, column: null, type: null, unit: null };
  return [{ ...whole, meaning: commentOf.get(null) ?? '' }, ...described];
}

/** Writes the rows as CSV. */
export const writeDictionary = (rows: readonly Described[], path: string): void =>
  writeFileSync(
    path,
    stringify([...rows], {
      header: true,
      columns: ['table', 'column', 'type', 'unit', 'meaning'],
      ...inertCsv,
    }),
  );
