import { constants, copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, openDatabase } from './duckdb/database.ts';
import { readSql, relationsIn } from './duckdb/sql-files.ts';
import { CommandError, exitCodes } from './errors.ts';
import { syncDirectory, syncFile } from './files.ts';
import { layoutPaths } from './snapshot/layout.ts';

/** Makes the folders of a data directory. */
export function prepareDirectories(dataDir: string): void {
  const paths = layoutPaths(dataDir);
  mkdirSync(paths.packs, { recursive: true });
}

/**
 * Opens the pipeline's own database, which one run at a time can hold: DuckDB's lock on the
 * file is the run's lock, and ends with the process. Clears what a killed run left behind.
 */
export async function openWorking(
  dataDir: string,
  options: { memoryLimit?: string | undefined; threads?: number | undefined },
): Promise<Database> {
  const paths = layoutPaths(dataDir);
  const spill = join(paths.temporary, 'spill');
  const database = await openDatabase(paths.working, {
    memoryLimit: options.memoryLimit,
    threads: options.threads,
    temporaryDirectory: spill,
  }).catch((error: unknown) => {
    throw asLocked(error, paths.working);
  });
  rmSync(paths.temporary, { recursive: true, force: true });
  mkdirSync(spill, { recursive: true });
  await database.run(schema());
  return database;
}

/** Macros and kept tables in one transaction: a file system answers once, not for every table. */
function schema(): string {
  const files = ['raw', 'state'].flatMap((folder) =>
    relationsIn(folder).map((table) => `${folder}/${table}`),
  );
  return ['begin;', ...['macros', ...files].map(readSql), 'commit;'].join('\n');
}

function asLocked(error: unknown, path: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!/lock|already (open|attached)|same database file/i.test(message)) return error;
  const holder = /PID (\d+)/.exec(message)?.[1];
  return new CommandError(
    `another run holds ${path}${holder ? ` (process ${holder})` : ''}; wait for it to end`,
    exitCodes.locked,
    { cause: error },
  );
}

/** Hands researchers a copy of the database; whoever has the old one open keeps it whole. */
export async function publishWarehouse(database: Database, dataDir: string): Promise<void> {
  const paths = layoutPaths(dataDir);
  await database.run('checkpoint');
  const copy = join(paths.temporary, 'warehouse.duckdb');
  copyFileSync(paths.working, copy, constants.COPYFILE_FICLONE);
  syncFile(copy);
  renameSync(copy, paths.warehouse);
  syncDirectory(dirname(paths.warehouse));
}
