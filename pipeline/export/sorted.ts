import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { Mart } from './marts.ts';

/** A mart in the order of its files, held in a database of the export's own. */
interface SortedTable {
  /** Name in SQL. */
  name: string;
  rows: number;
}

/** Compressions of Parquet. Every reader knows the first. */
export const compressions = ['snappy', 'zstd', 'gzip', 'uncompressed'] as const;
export type Compression = (typeof compressions)[number];

/** Writes every row of a table to a file, in order; Parquet compressed like this. */
export type Writer = (
  database: Database,
  table: SortedTable,
  path: string,
  compression: Compression,
) => Promise<void>;

/** Attaches a new database at `path` as `sorted`. It holds one mart at a time. */
export async function attachSorted(database: Database, path: string): Promise<void> {
  await database.run(`attach ${literal(path)} as sorted`);
}

/**
 * Sorts a mart once for all its files and passes the table to `work`. `sorted` must be attached.
 */
export async function withSorted<Result>(
  database: Database,
  { sql }: Pick<Mart, 'sql'>,
  work: (table: SortedTable) => Promise<Result>,
): Promise<Result> {
  const name = 'sorted.main.mart';
  await database.run(`create table ${name} as ${sql}`);
  const [count] = await database.rows(`select count(*) as rows from ${name}`);
  const result = await work({ name, rows: Number(count?.rows) });
  await database.run(`drop table ${name}`);
  return result;
}
