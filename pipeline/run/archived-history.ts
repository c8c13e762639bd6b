import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { CommandError } from '../base/errors.ts';
import { syncDirectory, syncFile } from '../base/files.ts';
import { withPrivateModes } from '../base/modes.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { declareOnce, requireSameDeclarations } from '../duckdb/declarations.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { describeAccounts } from '../load/merge.ts';
import { removeRows } from '../load/owners-accounts.ts';

/** Tables whose rows before a history cut are archived. */
const archivedTables = ['trades', 'equity', 'cash_flows', 'printed_figures'] as const;

const shapes = archivedTables.map(
  (table) => `create table if not exists archive.${table} as from ${table} limit 0;`,
);
const createTables = `create table if not exists archive.unpurged (account_id varchar);
  create table if not exists archive.link as select uuid()::varchar as id;
  ${shapes.join('\n')}`;

/**
 * Attaches the file with history from before owners' cuts. No row of it is published. Its sum is
 * the capital at a cut, and a lifted cut restores its rows. The tables of `sql/raw` and
 * `archive_link` must exist. Throws a CommandError if the file belongs to another database.
 */
export const attachArchive = (database: Database, path: string): Promise<void> =>
  withPrivateModes(() => attach(database, path));

async function attach(database: Database, path: string): Promise<void> {
  const [link] = await database.rows('select id from archive_link');
  // Without a link the tables are new, so an existing file belongs to another database.
  if (!link) for (const file of [path, `${path}.wal`]) rmSync(file, { force: true });
  else if (!existsSync(path)) throw linkError(path);
  await database.run(`attach ${literal(path)} as archive`);
  const facts = archivedTables.map((table) => readSql(`raw/${table}`)).join('\n');
  await requireSameDeclarations(database, path, facts, 'archive');
  await declareOnce(database, 'tables', createTables, () => database.run(createTables), 'archive');
  if (!link) await database.run('insert into archive_link from archive.link');
  const [row] = await database.rows(
    'select id in (select archive_link.id from archive_link) as is_linked from archive.link',
  );
  if (row?.is_linked !== true) throw linkError(path);
}

function linkError(path: string): CommandError {
  return new CommandError(
    `${path} does not belong to the database next to it; put both back from one backup, or run again with --rebuild`,
  );
}

/**
 * Moves rows to the right side of their history cut. This run must have loaded `history_cuts` and
 * the rows, and `archive` must be attached.
 */
export const archiveHistory = (database: Database): Promise<void> =>
  withPrivateModes(() => moveHistory(database));

async function moveHistory(database: Database): Promise<void> {
  const archivedRows = archivedTables.map((table) => ` or exists (from archive.${table})`);
  const [state] = await database.rows(
    `select exists (from history_cuts)${archivedRows.join('')} as is_concerned`,
  );
  if (state?.is_concerned !== true) return;
  // A cut can remove the last trade that was not read from the broker, or bring one back.
  await database.run(`create or replace temp table touched_accounts as
    select distinct account_id from account_reports
    where data_source = 'broker_api' and account_id in (
      select account_id from history_cuts
      union all select account_id from archive.trades
      union all select account_id from archive.cash_flows)`);
  await database.run(readSql('runs/archive_history'));
  await describeAccounts(database);
  await database.run('drop table touched_accounts');
}

/**
 * Removes archived rows of accounts whose deliveries were loaded anew. The load can't do it: a
 * transaction of DuckDB writes to one file only.
 */
export const clearArchived = (database: Database, accountIds: readonly string[]): Promise<void> =>
  withPrivateModes(() =>
    removeRows(
      database,
      accountIds,
      archivedTables.map((table) => `archive.${table}`),
    ),
  );

/** Returns true if files published before or next may still contain archived history. */
export async function isPurgeDue(database: Database): Promise<boolean> {
  const [row] = await database.rows('select count(*) > 0 as is_purge_due from archive.unpurged');
  return row?.is_purge_due === true;
}

/**
 * Records in the file that no published file contains archived history any more. Writes the file
 * anew, since DuckDB leaves bytes of deleted rows in it: the ids of deleted accounts.
 */
export const notePurged = (path: string): Promise<void> => withPrivateModes(() => writeAnew(path));

const remainingTables = [...archivedTables, 'link', 'declarations'];

async function writeAnew(path: string): Promise<void> {
  const copy = `${path}.anew`;
  for (const file of [copy, `${copy}.wal`]) rmSync(file, { force: true });
  const database = await openDatabase(path, { threads: 1 });
  try {
    await database.run(`attach ${literal(copy)} as anew;
      copy from database ${identifier(parse(path).name)} to anew (schema);
      ${remainingTables.map((table) => `insert into anew.${table} from ${table};`).join('\n')}
      detach anew`);
  } finally {
    database.close();
  }
  syncFile(copy);
  renameSync(copy, path);
  rmSync(`${path}.wal`, { force: true });
  syncDirectory(dirname(path));
}
