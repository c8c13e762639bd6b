import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { syncDirectory, syncFile } from '../base/files.ts';
import { modes } from '../base/modes.ts';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, requireSameDeclarations } from '../duckdb/declarations.ts';
import { finishMarts } from '../duckdb/marts.ts';
import { type DatabaseLimits, openPersistentDatabase } from '../duckdb/persistent-database.ts';
import { macroSql, readSql, relationsIn } from '../duckdb/sql-files.ts';
import { attachArchive } from './archived-history.ts';

/** Bytes of a database, with its log, from which its columns are compressed. */
const smallBytes = 16 * 1024 * 1024;

/** Opens the pipeline's database for `work`. The caller must hold the run lock. */
export async function withWorking<Result>(
  dataDir: DataDirectory,
  options: DatabaseLimits,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openWorking(dataDir, options);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Opens the pipeline's database, or creates it, and removes leftovers of a killed run. It has the
 * macros, the tables of `sql/raw` and `sql/state`, and archived history as `archive`. It works in
 * one thread until `useThreads` gives it more.
 */
export async function openWorking(
  dataDir: DataDirectory,
  options: DatabaseLimits,
): Promise<Database> {
  const { working, archive, temporary } = dataDir;
  const database = await openPersistentDatabase(working, temporary, { ...options, threads: 1 });
  try {
    await requireSameDeclarations(database, working, rawTables().join('\n'));
    await declareOnce(database, 'tables', schema(), async () => {
      await discardOldState(database);
      await database.run(schema());
    });
    await attachArchive(database, archive);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Drops state of another form than this program's. Without state, a run computes everything. */
const discardOldState = (database: Database): Promise<void> =>
  declareOnce(database, 'state', stateTables().join('\n'), async () => {
    const drops = relationsIn('state').map((name) => `drop table if exists ${name};`);
    const forget = "delete from declarations where part <> 'facts';";
    await database.run(['begin;', ...drops, forget, 'commit;'].join('\n'));
  });

const rawTables = () => relationsIn('raw').map((table) => readSql(`raw/${table}`));

const stateTables = () => relationsIn('state').map((table) => readSql(`state/${table}`));

/**
 * Returns SQL for macros and persistent tables. One transaction needs only one sync of the disk.
 */
const schema = (): string =>
  ['begin;', macroSql(), ...rawTables(), ...stateTables(), 'commit;'].join('\n');

/**
 * Publishes a copy of the database for researchers. Programs that have the old one open can still
 * read it. A copy made `anew` has no bytes of deleted rows.
 */
export async function publishWarehouse(
  database: Database,
  dataDir: DataDirectory,
  anew = false,
): Promise<void> {
  await finishMarts(database);
  await copyWorking(database, dataDir, anew);
}

/** Copies the database to the warehouse's place as it is. */
async function copyWorking(
  database: Database,
  dataDir: DataDirectory,
  anew: boolean,
): Promise<void> {
  const { working, warehouse, temporary } = dataDir;
  const copy = join(temporary, 'warehouse.duckdb');
  await checkpoint(database, working);
  if (anew) {
    await database.run(`attach ${literal(copy)} as anew;
      copy from database working to anew;
      delete from anew.declarations where part not in ('facts', 'state');
      detach anew;`);
  } else copyFileSync(working, copy, constants.COPYFILE_FICLONE);
  replaceBy(copy, warehouse);
}

/**
 * Writes the database's log into its file. In a small one, columns are written as they are: to
 * choose a compression for each takes half of the time and saves little.
 */
async function checkpoint(database: Database, path: string): Promise<void> {
  const sizes = [path, `${path}.wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size,
  );
  const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  const compression = bytes < smallBytes ? 'uncompressed' : 'auto';
  await database.run(`set force_compression = '${compression}'; checkpoint`);
}

/** Replaces the working database by the researchers' copy, which has no bytes of deleted rows. */
export function restartFromWarehouse(dataDir: DataDirectory): void {
  const { working, warehouse, temporary } = dataDir;
  const copy = join(temporary, 'working.duckdb');
  mkdirSync(temporary, { recursive: true });
  copyFileSync(warehouse, copy, constants.COPYFILE_FICLONE);
  // DuckDB would apply a leftover log of the old database to the copy.
  rmSync(`${working}.wal`, { force: true });
  replaceBy(copy, working);
}

function replaceBy(copy: string, path: string): void {
  // A copy has the mode of its source.
  chmodSync(copy, modes.shared.file);
  syncFile(copy);
  renameSync(copy, path);
  syncDirectory(dirname(path));
}

/** Returns true if the researchers' copy lacks rows of the working database, or cannot be read. */
export async function isWarehouseBehind(
  database: Database,
  { warehouse }: DataDirectory,
): Promise<boolean> {
  if (!existsSync(warehouse)) return true;
  try {
    await database.run(`attach ${literal(warehouse)} as published (read_only)`);
  } catch {
    return true;
  }
  try {
    const [row] = await database.rows(readSql('runs/warehouse_behind'));
    return row?.is_behind === true;
  } catch {
    return true;
  } finally {
    await database.run('detach published');
  }
}
