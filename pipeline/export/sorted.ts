import { identifier, literal } from '../base/sql-text.ts';
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

/** Types that exact numbers have in files: those of the warehouse, or doubles. */
export const numberTypes = ['decimal', 'double'] as const;
export type NumberType = (typeof numberTypes)[number];

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
 * With `double`, decimals become the nearest doubles.
 */
export async function withSorted<Result>(
  database: Database,
  { sql }: Pick<Mart, 'sql'>,
  numbers: NumberType,
  work: (table: SortedTable) => Promise<Result>,
): Promise<Result> {
  const name = 'sorted.main.mart';
  await database.run(`create table ${name} as ${sql}`);
  if (numbers === 'double') await makeDoubles(database, name);
  const [count] = await database.rows(`select count(*) as rows from ${name}`);
  const result = await work({ name, rows: Number(count?.rows) });
  await database.run(`drop table ${name}`);
  return result;
}

/** Turns every decimal column of a table into doubles. */
async function makeDoubles(database: Database, table: string): Promise<void> {
  const columns = await database.rows(`describe ${table}`);
  for (const { column_name, column_type } of columns) {
    if (!String(column_type).startsWith('DECIMAL')) continue;
    const column = identifier(String(column_name));
    await database.run(`alter table ${table} alter ${column} type double`);
  }
}
