import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { Mart } from './marts.ts';

/** A mart in the order of its files, held in a database of the export's own. */
export interface SortedTable {
  /** As SQL names it. */
  name: string;
  rows: number;
  /** True where a row holds whole lists. */
  isNested: boolean;
}

/** Writes every row of a table to a file, in order. */
export type Writer = (database: Database, table: SortedTable, path: string) => Promise<void>;

// DuckDB reads 2,048 rows at once: too many where a row is a whole history. A power of two
// keeps a slice within one row group, and so within one thread and in order.
const sliceRows = 256;

/** Attaches a database at `path`, where none is yet, as `sorted`: it holds one mart after the other. */
export async function attachSorted(database: Database, path: string): Promise<void> {
  await database.run(`attach ${literal(path)} as sorted`);
}

/** Sorts a mart once for all its files, and lends the table to `work`; `sorted` must be attached. */
export async function withSorted<Result>(
  database: Database,
  { sql, isNested }: Pick<Mart, 'sql' | 'isNested'>,
  work: (table: SortedTable) => Promise<Result>,
): Promise<Result> {
  const name = 'sorted.main.mart';
  await database.run(`create table ${name} as ${sql}`);
  const [count] = await database.rows(`select count(*) as rows from ${name}`);
  const result = await work({ name, rows: Number(count?.rows), isNested });
  await database.run(`drop table ${name}`);
  return result;
}

/** Queries that give the rows of a table in order; few at once where they are nested. */
export function slicesOf(
  { name, rows, isNested }: SortedTable,
  columns = '*',
): [string, ...string[]] {
  if (!isNested) return [`select ${columns} from ${name}`];
  const slice = (from: number): string => `
    with slice as materialized (
      from ${name} where rowid >= ${from} and rowid < ${from + sliceRows}
    )
    select ${columns} from slice`;
  const later = Math.max(0, Math.ceil(rows / sliceRows) - 1);
  return [slice(0), ...Array.from({ length: later }, (_, at) => slice((at + 1) * sliceRows))];
}
