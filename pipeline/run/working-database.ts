import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { syncDirectory, syncFile } from '../base/files.ts';
import { modes } from '../base/modes.ts';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, refuseOtherFacts } from '../duckdb/declarations.ts';
import { finishMarts } from '../duckdb/marts.ts';
import { type DatabaseLimits, openPersistentDatabase } from '../duckdb/persistent-database.ts';
import { macroSql, readSql, relationsIn } from '../duckdb/sql-files.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { attachSetAside } from './archived-history.ts';

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
 * Opens the pipeline's own database, makes a missing one, clears what a killed run left. It has the
 * macros, the tables of `sql/raw` and `sql/state`, and the history set aside as `set_aside`.
 */
export async function openWorking(
  dataDir: DataDirectory,
  options: DatabaseLimits,
): Promise<Database> {
  const { working, setAside, temporary } = dataDir;
  const database = await openPersistentDatabase(working, temporary, options);
  try {
    await refuseOtherFacts(database, working, rawTables().join('\n'));
    await declareOnce(database, 'tables', schema(), async () => {
      await discardOldState(database);
      await database.run(schema());
    });
    await attachSetAside(database, setAside);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Drops state of another form than this program's; the run that finds none computes all anew. */
async function discardOldState(database: Database): Promise<void> {
  const [table] = await database.rows(
    "select 1 from duckdb_tables() where table_name = 'state_shape'",
  );
  const [shape] = table ? await database.rows('select sha256 from state_shape') : [];
  if (shape?.sha256 === stateShape()) return;
  const drops = relationsIn('state').map((name) => `drop table if exists ${name};`);
  const forgotten = "delete from declarations where part <> 'facts';";
  await database.run(
    ['begin;', ...drops, forgotten, readSql('state/state_shape'), 'commit;'].join('\n'),
  );
  await database.run('insert into state_shape values (?)', [stateShape()]);
}

function stateShape(): string {
  const files = relationsIn('state').map((table) => readSql(`state/${table}`));
  return createHash('sha256').update(files.join('\n')).digest('hex');
}

const rawTables = () => relationsIn('raw').map((table) => readSql(`raw/${table}`));

/** Macros and kept tables in one transaction: a file system answers once, not for every table. */
function schema(): string {
  const state = relationsIn('state').map((table) => readSql(`state/${table}`));
  return ['begin;', macroSql(), ...rawTables(), ...state, 'commit;'].join('\n');
}

/**
 * Publishes a copy of the database for researchers. Programs that have the old one open can still
 * read it. A copy made `anew` has no bytes of deleted rows.
 */
export async function publishWarehouse(
  database: Database,
  dataDir: DataDirectory,
  anew = false,
): Promise<void> {
  const { working, warehouse, temporary } = dataDir;
  const copy = join(temporary, 'warehouse.duckdb');
  await finishMarts(database);
  await database.run('checkpoint');
  if (anew) {
    await database.run(`attach ${literal(copy)} as anew;
      copy from database working to anew;
      delete from anew.declarations where part <> 'facts';
      detach anew;`);
  } else copyFileSync(working, copy, constants.COPYFILE_FICLONE);
  replaceBy(copy, warehouse);
}

/** Goes on from the researchers' copy, which holds the same rows and no byte besides. */
export function restartFromWarehouse(dataDir: DataDirectory): void {
  const { working, warehouse, temporary } = dataDir;
  const copy = join(temporary, 'working.duckdb');
  mkdirSync(temporary, { recursive: true });
  copyFileSync(warehouse, copy, constants.COPYFILE_FICLONE);
  // A log whose last checkpoint failed would be taken for one of the copy's.
  rmSync(`${working}.wal`, { force: true });
  replaceBy(copy, working);
}

function replaceBy(copy: string, path: string): void {
  // A copy has the mode of what it was made from.
  chmodSync(copy, modes.shared.file);
  syncFile(copy);
  renameSync(copy, path);
  syncDirectory(dirname(path));
}

/** True when the copy that researchers have lacks something, whatever kept a run from handing it on. */
export async function isWarehouseBehind(
  database: Database,
  dataDir: DataDirectory,
): Promise<boolean> {
  const behind = await readPublishedWarehouse(database, dataDir, async () => {
    const [row] = await database.rows(readSql('runs/warehouse_behind'));
    return row?.is_behind === true;
  });
  return behind ?? true;
}

/**
 * Returns true if a run ended after it published a version and before it published the warehouse.
 * Nothing unpublished may have begun since.
 */
export async function isWarehouseLeftBehind(
  database: Database,
  dataDir: DataDirectory,
): Promise<boolean> {
  const [left] = await database.rows(readSql('runs/warehouse_left_behind'));
  if (!left || left.version !== currentVersion(dataDir)) return false;
  const version = await readPublishedWarehouse(database, dataDir, async () => {
    const [row] = await database.rows('select version from published.published_state');
    return row?.version;
  });
  return version !== left.version;
}

/** Reads the copy that researchers have, attached as `published`; null where it cannot be. */
async function readPublishedWarehouse<Result>(
  database: Database,
  dataDir: DataDirectory,
  read: () => Promise<Result>,
): Promise<Result | null> {
  const { warehouse } = dataDir;
  if (!existsSync(warehouse)) return null;
  try {
    await database.run(`attach ${literal(warehouse)} as published (read_only)`);
  } catch {
    return null;
  }
  try {
    return await read();
  } catch {
    return null;
  } finally {
    await database.run('detach published');
  }
}
