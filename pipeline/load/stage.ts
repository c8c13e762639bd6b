import { type AppendValue, appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database, Row } from '../duckdb/database.ts';
import { CommandError } from '../errors.ts';
import type { Table } from './columns.ts';
import { type Source, stagingQuery } from './projection.ts';
import { identifier } from './sql-text.ts';

/** A file whose rows stand in the stage, at `firstRow` of its table's rows and after. */
export interface LoadedFile {
  number: number;
  file: string;
  table: Table;
  sha256: string;
  firstRow: number;
  /** Rows that went through the rules. */
  staged: number;
  rowsIn: number;
  rejected: number;
  replaced: number;
}

/**
 * Where rows wait until every file is read. It is a database of its own beside the caller's, with
 * its own connection, because a file that cannot be read would abort the caller's transaction. It
 * is in memory, from where DuckDB spills it: nothing of it is worth a compression or a checkpoint.
 */
export interface Stage {
  database: Database;
  catalog: string;
  /** Rows staged so far, by table. */
  counts: Map<Table, number>;
  /** Name of the staging table. */
  rowsOf(table: Table): string;
  /** Name of the table of staged rows that a later row replaces. */
  replacedOf(table: Table): string;
  close(): Promise<void>;
}

let stages = 0;

/** Opens a stage for rows of the given tables. */
export async function openStage(caller: Database, tables: Iterable<Table>): Promise<Stage> {
  stages += 1;
  const catalog = `load_stage_${stages}`;
  const database = await caller.connect();
  await database.run(`attach ':memory:' as ${catalog}`);
  await database.run(`create table ${catalog}.rejected
    (file_number bigint, file varchar, line bigint, table_name varchar, reason varchar, raw varchar)`);
  await database.run(`create table ${catalog}.loaded (sha256 varchar, table_name varchar, file varchar,
    rows_in bigint, rows_kept bigint, rows_replaced bigint, rows_rejected bigint)`);
  const stage: Stage = {
    database,
    catalog,
    counts: new Map(),
    rowsOf: ({ name }) => `${catalog}.${identifier(name)}`,
    replacedOf: ({ name }) => `${catalog}.${identifier(`${name} replaced`)}`,
    async close() {
      await database.run(`detach ${catalog}`);
      database.close();
    },
  };
  for (const table of tables) await createRows(caller, stage, table);
  return stage;
}

async function createRows(caller: Database, stage: Stage, table: Table): Promise<void> {
  const declared = await caller.rows(`describe ${identifier(table.name)}`);
  const types = new Map(declared.map((row: Row) => [row.column_name, row.column_type]));
  const columns = table.columns.map(({ name }) => `${identifier(name)} ${types.get(name)}`);
  await stage.database.run(
    `create table ${stage.rowsOf(table)} (${columns.join(', ')}, reason varchar, raw varchar)`,
  );
  stage.counts.set(table, 0);
}

/** Adds all rows of a source to its table's staged rows; returns where they start. */
export async function stageRows(
  stage: Stage,
  table: Table,
  source: Source,
  expectedRows: number,
  files: readonly string[],
): Promise<number> {
  const firstRow = stage.counts.get(table) ?? 0;
  const [inserted] = await stage.database.rows(
    `insert into ${stage.rowsOf(table)} ${stagingQuery(table, source)}`,
  );
  const rows = Number(inserted?.Count);
  stage.counts.set(table, firstRow + rows);
  if (rows !== expectedRows) {
    throw new CommandError(
      `${table.name}: ${expectedRows} rows were counted and ${rows} read in ${files.join(', ')}; run again when nobody writes there`,
    );
  }
  return firstRow;
}

/** Appends many rows to a table of the stage, given column by column. */
export async function appendRows(
  stage: Stage,
  table: 'rejected' | 'loaded',
  columns: readonly (readonly AppendValue[])[],
): Promise<void> {
  const types = columnTypes[table];
  const appender = await appendTo(stage.database, stage.catalog, table, types);
  try {
    for (let from = 0; from < (columns[0]?.length ?? 0); from += chunkRows) {
      appender.append(columns.map((values) => values.slice(from, from + chunkRows)));
    }
  } finally {
    appender.close();
  }
}

const columnTypes = {
  rejected: ['BIGINT', 'VARCHAR', 'BIGINT', 'VARCHAR', 'VARCHAR', 'VARCHAR'],
  loaded: ['VARCHAR', 'VARCHAR', 'VARCHAR', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
} as const;
