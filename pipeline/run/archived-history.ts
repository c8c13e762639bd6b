import { existsSync, rmSync } from 'node:fs';
import { CommandError } from '../base/errors.ts';
import { inSecret } from '../base/modes.ts';
import { literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { declareOnce, refuseOtherFacts } from '../duckdb/declarations.ts';
import { readSql } from '../duckdb/sql-files.ts';

/** Facts that a history cut can lie behind. */
export const setAsideTables = ['trades', 'equity', 'cash_flows', 'printed_figures'] as const;

const shapes = setAsideTables.map(
  (table) => `create table if not exists set_aside.${table} as from ${table} limit 0;`,
);
const created = `create table if not exists set_aside.unpurged (account_id varchar);
  create table if not exists set_aside.link as select uuid()::varchar as id;
  ${shapes.join('\n')}`;

/**
 * Attaches the file that holds history from before owners' cuts. Nothing is published from it;
 * the capital at a cut is its sum, and a cut that is lifted gives it back. The tables of facts and
 * `set_aside_link` must be there; throws a CommandError where the file belongs to another database.
 */
export const attachSetAside = (database: Database, path: string): Promise<void> =>
  inSecret(() => attach(database, path));

async function attach(database: Database, path: string): Promise<void> {
  const [link] = await database.rows('select id from set_aside_link');
  // Without a link the tables are new, and whatever the file holds belonged to others.
  if (!link) for (const file of [path, `${path}.wal`]) rmSync(file, { force: true });
  else if (!existsSync(path)) throw unlinked(path);
  await database.run(`attach ${literal(path)} as set_aside`);
  const facts = setAsideTables.map((table) => readSql(`raw/${table}`)).join('\n');
  await refuseOtherFacts(database, path, facts, 'set_aside');
  await declareOnce(database, 'tables', created, () => database.run(created), 'set_aside');
  if (!link) await database.run('insert into set_aside_link from set_aside.link');
  const [row] = await database.rows(
    'select id in (select set_aside_link.id from set_aside_link) as is_linked from set_aside.link',
  );
  if (row?.is_linked !== true) throw unlinked(path);
}

function unlinked(path: string): CommandError {
  return new CommandError(
    `${path} does not belong to the database beside it; put both back from one backup, or run again with --rebuild`,
  );
}

/**
 * Moves rows to the right side of their history cut. This run must have loaded `history_cuts` and
 * the rows, and `set_aside` must be attached.
 */
export const archiveHistory = (database: Database): Promise<void> =>
  inSecret(() => moveHistory(database));

async function moveHistory(database: Database): Promise<void> {
  const aside = setAsideTables.map((table) => ` or exists (from set_aside.${table})`);
  const [state] = await database.rows(
    `select exists (from history_cuts)${aside.join('')} as is_concerned`,
  );
  if (state?.is_concerned !== true) return;
  await database.run(readSql('runs/set_aside_history'));
}

/** Returns true if files published before or next may still contain archived history. */
export async function isPurgeDue(database: Database): Promise<boolean> {
  const [row] = await database.rows('select count(*) > 0 as is_purge_due from set_aside.unpurged');
  return row?.is_purge_due === true;
}

/** Notes, in the file itself, that nothing published holds history set aside any more. */
export const notePurged = (path: string): Promise<void> => inSecret(() => emptyUnpurged(path));

async function emptyUnpurged(path: string): Promise<void> {
  const database = await openDatabase(path, { threads: 1 });
  try {
    await database.run('delete from unpurged');
  } finally {
    database.close();
  }
}
