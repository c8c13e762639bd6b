import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { CommandError } from '../base/errors.ts';
import { syncDirectory, syncFile } from '../base/files.ts';
import { withPrivateModes } from '../base/modes.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { declareOnce, requireSameDeclarations } from '../duckdb/declarations.ts';
import { asUnusable } from '../duckdb/persistent-database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { type Table, tables } from '../load/columns.ts';
import { describeAccounts, isWorse } from '../load/merge.ts';
import { removeDeliveredFrom, removeRows } from '../load/remove-rows.ts';

/** Times of rows, by table. Rows from before a history cut are archived. */
const times: Readonly<Record<string, string>> = {
  trades: 'closed_at',
  cash_flows: '"at"',
  equity: '"at"',
  // Every figure of a statement that covers removed history would reveal that history.
  printed_figures: "coalesce(covered_from, timestamp '1990-01-01')",
};

const isArchived = ({ name }: Table): boolean => name in times;
const archivedTables = tables.filter(isArchived).map(({ name }) => name);

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
  try {
    await database.run(`attach ${literal(path)} as archive`);
  } catch (error) {
    throw asUnusable(error, path);
  }
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
  await database.run(isCutOff);
  for (const table of tables) {
    if (isArchived(table)) await database.run(moveSql(table));
    if (table.overruledIn) await database.run(removeSql(table.overruledIn, times[table.name]));
  }
  await describeAccounts(database);
  await database.run('drop table touched_accounts');
}

const isCutOff = `create or replace temp macro is_cut_off(account, happened_at) as exists (
  from history_cuts
  where history_cuts.account_id = account and happened_at < history_cuts.history_cut_at)`;

/**
 * Returns statements that move rows of a table across history cuts. They copy rows before they
 * remove them, because a transaction of DuckDB writes to one file only. After an interruption the
 * next run completes the move. Of a row on both sides the better source counts, as in a load.
 */
function moveSql(table: Table): string {
  const { name, key, byAccount } = table;
  const isSame = key.map((column) => `${name}."${column}" = archived."${column}"`).join(' and ');
  const keys = `(${key.map((column) => `"${column}"`).join(', ')})`;
  const isBefore = `is_cut_off(facts.account_id, ${times[name]})`;
  // Earlier numbers belong to a lost database.
  const numbered = byAccount ? 'inner join account_numbers as numbers using (account_id)' : '';
  const columns = byAccount ? '* replace (numbers.account_no as account_no)' : '*';
  return `delete from ${name} using archive.${name} as archived
      where ${isSame} and ${isWorse(table, name, 'archived')};
    delete from archive.${name} where ${keys} in (
      select ${keys} from ${name} semi join archive.${name} as archived using (account_id));
    insert into ${name} by name
      select facts.${columns} from archive.${name} as facts ${numbered} where not ${isBefore};
    delete from archive.${name} as facts where not ${isBefore};
    insert into archive.${name} by name from ${name} as facts where ${isBefore};
    ${removeSql(name, `${times[name]}`)}`;
}

/** Returns statements that remove rows from before history cuts, and note whose they were. */
function removeSql(table: string, time = 'null'): string {
  const isBefore = `is_cut_off(facts.account_id, ${time})`;
  return `insert into archive.unpurged
      select distinct facts.account_id from ${table} as facts where ${isBefore};
    delete from ${table} as facts where ${isBefore}`;
}

/**
 * Removes archived rows of accounts that left, and those that deliveries brought of accounts whose
 * deliveries were loaded anew. The load can't do it: a transaction of DuckDB writes to one file
 * only.
 */
export const clearArchived = (
  database: Database,
  { left, cleared }: { readonly left: readonly string[]; readonly cleared: readonly string[] },
): Promise<void> =>
  withPrivateModes(async () => {
    const archived = archivedTables.map((table) => `archive.${table}`);
    await removeRows(database, left, archived);
    await removeDeliveredFrom(database, cleared, tables.filter(isArchived));
  });

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
