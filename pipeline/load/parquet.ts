import type { Log } from '../base/log.ts';
import { filePath, identifier } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { BatchEntry, FileForm } from './batch.ts';
import type { Table } from './columns.ts';
import type { LedgerFile } from './discover.ts';
import { FileFailure, fileFailure } from './failure.ts';
import { checkColumns, warnOfIgnored } from './header.ts';
import type { Source } from './projection.ts';
import { rejectOrdinals } from './rejects.ts';

/** Prepares Parquet files by what their footers say, which are read together where all can be. */
export class ParquetFiles {
  readonly #database: Database;
  readonly #log: Pick<Log, 'warn'>;
  readonly #footers: Map<string, ParquetFooter>;
  readonly #forms = new Map<string, FileForm>();

  private constructor(
    database: Database,
    footers: Map<string, ParquetFooter>,
    log: Pick<Log, 'warn'>,
  ) {
    this.#database = database;
    this.#log = log;
    this.#footers = footers;
  }

  static async of(
    database: Database,
    contents: readonly LedgerFile[],
    log: Pick<Log, 'warn'>,
  ): Promise<ParquetFiles> {
    const paths = contents.filter(({ format }) => format === 'parquet').map(({ path }) => path);
    if (paths.length === 0) return new ParquetFiles(database, new Map(), log);
    try {
      return new ParquetFiles(database, await readFooters(database, paths), log);
    } catch (error) {
      fileFailure(error);
      return new ParquetFiles(database, new Map(), log);
    }
  }

  async prepare(content: LedgerFile): Promise<BatchEntry> {
    const { path, table } = content;
    const footer = this.#footers.get(path) ?? (await readFooters(this.#database, [path])).get(path);
    if (!footer) throw new FileFailure('has no footer');
    const form = await this.#formOf(table, path, footer);
    const { columns } = form.source([path]);
    warnOfIgnored(content, (name) => columns.has(name), this.#log);
    return {
      content,
      form,
      rows: footer.rows,
      broken: 0,
      readPath: path,
      madePaths: [],
      reject: rejectOrdinals,
    };
  }

  async #formOf(table: Table, path: string, { form: name }: ParquetFooter): Promise<FileForm> {
    const key = `${table.name} ${name}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const types = await parquetTypes(this.#database, path);
    checkColumns(table, [...types.keys()]);
    const form: FileForm = {
      name,
      source: (paths, firstRows) => parquetSource(paths, types, firstRows),
      // DuckDB's names for what rows are numbered by.
      isInPlace: !types.has('file_index') && !types.has('file_row_number'),
    };
    this.#forms.set(key, form);
    return form;
  }
}

/** Footer of a Parquet file. */
interface ParquetFooter {
  rows: number;
  /** Names and types of its columns: what files must share to be read by one query. */
  form: string;
}

/** Footers of Parquet files by path; fails where one cannot be read. */
async function readFooters(
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
async function parquetTypes(database: Database, path: string): Promise<Map<string, string>> {
  const columns = await database.rows(`describe select * from ${reading([path])}`);
  return new Map(columns.map((row) => [`${row.column_name}`, `${row.column_type}`]));
}

/**
 * Rows of Parquet files with the same columns. The rows of each file are numbered from its first
 * number.
 */
function parquetSource(
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
