import { filePath, identifier } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { Source } from './projection.ts';

/** What the end of a Parquet file says of it. */
export interface ParquetFooter {
  rows: number;
  /** Names and types of its columns: what files must share to be read by one query. */
  form: string;
}

/** Footers of Parquet files by path; fails where one cannot be read. */
export async function readFooters(
  database: Database,
  paths: readonly string[],
): Promise<Map<string, ParquetFooter>> {
  const files = `[${[...new Set(paths)].map(filePath).join(', ')}]`;
  const rows = await database.rows(`
    with columns as (
      select file_name,
        list((name, duckdb_type, num_children) order by column_id)::varchar as form
      from parquet_schema(${files})
      group by file_name
    )
    select file_name, form, num_rows
    from parquet_file_metadata(${files})
    inner join columns using (file_name)`);
  return new Map(
    rows.map(({ file_name, form, num_rows }) => [
      `${file_name}`,
      { rows: Number(num_rows), form: `${form}` },
    ]),
  );
}

/** Names and types of a Parquet file's columns. */
export async function parquetTypes(database: Database, path: string): Promise<Map<string, string>> {
  const columns = await database.rows(`describe select * from ${reading([path])}`);
  return new Map(columns.map((row) => [`${row.column_name}`, `${row.column_type}`]));
}

/** Rows of Parquet files of one form, one after another, the rows of each numbered from a first one. */
export function parquetSource(
  paths: readonly string[],
  types: ReadonlyMap<string, string>,
  firstRows: readonly number[] = [],
): Source {
  const named = [...types].map(([name, type]) => [name, { sql: identifier(name), type }] as const);
  return {
    from: reading(paths),
    columns: new Map(named),
    keepRaw: true,
    ...(firstRows.length > 0 && {
      row: `([${firstRows.join(', ')}]::bigint[])[file_index::bigint + 1] + file_row_number`,
    }),
  };
}

const reading = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(filePath).join(', ')}], hive_partitioning = false, binary_as_string = true)`;
