import type { Database } from '../duckdb/database.ts';
import type { Table } from './columns.ts';
import { checkColumns } from './header.ts';
import type { Source } from './projection.ts';
import { filePath, identifier } from './sql-text.ts';

/** Rows of a Parquet file and how many its footer promises. */
export async function parquetSource(
  database: Database,
  path: string,
  table: Table,
): Promise<{ source: Source; rows: number }> {
  const from = `read_parquet(${filePath(path)}, hive_partitioning = false, binary_as_string = true)`;
  const columns = await database.rows(`describe select * from ${from}`);
  const types = new Map(columns.map((row) => [`${row.column_name}`, `${row.column_type}`]));
  checkColumns(table, [...types.keys()]);
  const [footer] = await database.rows(
    `select num_rows from parquet_file_metadata(${filePath(path)})`,
  );
  const named = [...types].map(([name, type]) => [name, { sql: identifier(name), type }] as const);
  return {
    source: { from, columns: new Map(named), keepRaw: true },
    rows: Number(footer?.num_rows),
  };
}
