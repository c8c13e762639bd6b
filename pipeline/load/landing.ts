import { CommandError } from '../base/errors.ts';
import { type CodedReason, encodeReason, makeReason } from '../base/reasons/reason.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type AppendValue, appendTo, chunkRows } from '../duckdb/append.ts';
import type { Database, Row } from '../duckdb/database.ts';
import { rankedSource, rawTableOf, storedColumns, type Table } from './columns.ts';
import { landingQuery, type Source, type Stamp } from './projection.ts';

/** A file whose rows stand in the landing, at `firstRow` of its table's rows and after. */
export interface LoadedFile {
  number: number;
  file: string;
  path: string;
  /** Time of the last write when its fingerprint was taken. */
  writtenAt: number;
  table: Table;
  sha256: string;
  bytes: number;
  firstRow: number;
  /** Rows that went through the rules. */
  landed: number;
  rowsIn: number;
  rejected: number;
  replaced: number;
}

/**
 * Database in which rows wait until every file is read. It is separate from `home`, with a
 * connection of its own, since an unreadable file would abort the transaction there. It is in
 * memory and DuckDB spills it, so nothing is compressed or checkpointed.
 */
export interface Landing {
  database: Database;
  catalog: string;
  /** Stamp of rows that have none of their own. */
  stamp: Stamp;
  /** Tables with rows of files that carry stamps, which may come from several sources. */
  stamped: Set<Table>;
  /** Rows landed so far, by table. */
  counts: Map<Table, number>;
  /** Tables whose rows stay in their files and are read as often as they are needed. */
  inPlace: Map<Table, InPlace>;
  /**
   * Name of the landed rows: the table's columns, `reason`, `raw`, and `row` to tell them apart.
   */
  rowsOf(table: Table): string;
  /** Name of the copies of landed rows, which can be changed. */
  copiesOf(table: Table): string;
  /** Name of those a rule refuses: `row`, `reason` (encoded), `raw`, `account_id`. */
  refusedOf(table: Table): string;
  /** Name of the table of landed rows that a later row replaces. */
  replacedOf(table: Table): string;
  close(): Promise<void>;
}

interface InPlace {
  source: Source;
  isAnyRefused: boolean;
  isAnyRepeated: boolean;
}

let landings = 0;

/** Opens a landing for rows of the given tables. */
export async function openLanding(
  home: Database,
  tables: Iterable<Table>,
  stamp: Stamp,
): Promise<Landing> {
  landings += 1;
  const catalog = `load_landing_${landings}`;
  const database = await home.connect();
  await database.run(`attach ':memory:' as ${catalog}`);
  await database.run(`create table ${catalog}.rejected
    (file_number bigint, file varchar, line bigint, table_name varchar, reason varchar,
      reason_code varchar, reason_values varchar, raw varchar, account_id varchar)`);
  await database.run(`create table ${catalog}.loaded (sha256 varchar, table_name varchar, file varchar,
    rows_in bigint, rows_kept bigint, rows_replaced bigint, rows_rejected bigint, bytes bigint)`);
  const named = (name: string) => `${catalog}.${identifier(name)}`;
  const landing: Landing = {
    database,
    catalog,
    stamp,
    stamped: new Set(),
    counts: new Map(),
    inPlace: new Map(),
    rowsOf: ({ name }) => named(name),
    copiesOf: ({ name }) => named(`${name} copies`),
    refusedOf: ({ name }) => named(`${name} refused`),
    replacedOf: ({ name }) => named(`${name} replaced`),
    async close() {
      await database.run(`detach ${catalog}`);
      database.close();
    },
  };
  for (const table of tables) await createRows(home, landing, table);
  return landing;
}

/** The account that a row of a table names, whatever else is wrong with it. */
const accountOf = ({ columns }: Table): string =>
  columns.some(({ name }) => name === 'account_id') ? 'account_id' : 'null::varchar as account_id';

async function createRows(home: Database, landing: Landing, table: Table): Promise<void> {
  const declared = await home.rows(`describe ${identifier(rawTableOf(table))}`);
  const types = new Map(declared.map((row: Row) => [row.column_name, row.column_type]));
  const columns = storedColumns(table).map((name) => `${identifier(name)} ${types.get(name)}`);
  await landing.database.run(`
    create table ${landing.copiesOf(table)} (${columns.join(', ')}, reason varchar, raw varchar);
    create view ${landing.rowsOf(table)} as select *, rowid as row from ${landing.copiesOf(table)};
    create view ${landing.refusedOf(table)} as
      select row, reason, raw, ${accountOf(table)} from ${landing.rowsOf(table)}
      where reason is not null`);
  landing.counts.set(table, 0);
}

/** Copies all rows of a source to its table's landed rows; returns where they start. */
export async function landRows(
  landing: Landing,
  table: Table,
  source: Source,
  expectedRows: number,
  files: readonly string[],
): Promise<number> {
  if (landing.inPlace.has(table)) throw new Error(`${table.name} is read in place`);
  const firstRow = landing.counts.get(table) ?? 0;
  const [inserted] = await landing.database.rows(
    `insert into ${landing.copiesOf(table)} ${landingQuery(table, source, landing.stamp)}`,
  );
  const rows = Number(inserted?.Count);
  if (source.hasStamps && rankedSource(table)) landing.stamped.add(table);
  landing.counts.set(table, firstRow + rows);
  checkCount(table, expectedRows, rows, files);
  return firstRow;
}

/**
 * Refuses landed rows of a text file for these accounts. Returns how many were not refused before.
 */
export async function refuseRowsOfAccounts(
  landing: Landing,
  { table, firstRow, landed }: LoadedFile,
  accountIds: readonly string[],
  reason: CodedReason,
): Promise<number> {
  if (accountIds.length === 0) return 0;
  const [updated] = await landing.database.rows(
    `update ${landing.copiesOf(table)} set reason = ${literal(encodeReason(reason))}
      where rowid between ${firstRow} and ${firstRow + landed - 1} and reason is null
        and account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
  return Number(updated?.Count);
}

/**
 * Makes the rows of a source all that is landed of its table, without a copy. The source numbers
 * them, and gives them as fast as a copy would; it is read through once, to find what is wrong.
 */
export async function landInPlace(
  landing: Landing,
  table: Table,
  source: Source,
  expectedRows: number,
  files: readonly string[],
): Promise<void> {
  const { database } = landing;
  const found = `${landing.catalog}.${identifier(`${table.name} in place`)}`;
  const refused = `${landing.catalog}.${identifier(`${table.name} refused in place`)}`;
  await database.run(
    `create or replace view ${found} as ${landingQuery(table, source, landing.stamp)}`,
  );
  if (source.hasStamps && rankedSource(table)) landing.stamped.add(table);
  const key = table.key.map(identifier).join(', ');
  // A sort takes half as long as groups of nearly one row, and less memory.
  const [counted] = await database.rows(`select count(*) as kept,
      coalesce(bool_or(is_repeated), false) as is_any_repeated
    from (
      select key_hash = lag(key_hash) over () as is_repeated
      from (select hash(${key}) as key_hash from ${found} where reason is null order by key_hash)
    )`);
  const accepted = Number(counted?.kept);
  await database.run(`create or replace table ${refused} as
    select row, reason, raw, ${accountOf(table)} from ${found}
    where ${accepted === expectedRows ? 'false' : 'reason is not null'}`);
  const [listed] = await database.rows(`select count(*) as rows from ${refused}`);
  const isAnyRefused = Number(listed?.rows) > 0;
  checkCount(table, expectedRows, accepted + Number(listed?.rows), files);
  await database.run(`create or replace view ${landing.rowsOf(table)} as from ${found};
    create or replace view ${landing.refusedOf(table)} as from ${refused}`);
  const isAnyRepeated = counted?.is_any_repeated === true;
  landing.inPlace.set(table, { source, isAnyRefused, isAnyRepeated });
}

function checkCount(table: Table, expected: number, rows: number, files: readonly string[]): void {
  if (rows === expected) return;
  throw new CommandError(
    makeReason('run_rows_changed', {
      table: table.name,
      expected,
      found: rows,
      names: files.join(', '),
    }),
  );
}

/** Appends many rows to a table of the landing, given column by column. */
export async function appendRows(
  landing: Landing,
  table: 'rejected' | 'loaded',
  columns: readonly (readonly AppendValue[])[],
): Promise<void> {
  const types = columnTypes[table];
  const appender = await appendTo(landing.database, landing.catalog, table, types);
  try {
    for (let from = 0; from < (columns[0]?.length ?? 0); from += chunkRows) {
      appender.append(columns.map((values) => values.slice(from, from + chunkRows)));
    }
  } finally {
    appender.close();
  }
}

const columnTypes = {
  rejected: [
    ...(['BIGINT', 'VARCHAR', 'BIGINT', 'VARCHAR', 'VARCHAR'] as const),
    ...(['VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'] as const),
  ],
  loaded: ['VARCHAR', 'VARCHAR', 'VARCHAR', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
} as const;
