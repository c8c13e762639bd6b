import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asFileFault, CommandError, exitCodes, readReason } from '../base/errors.ts';
import { syncDirectory, syncFile } from '../base/files.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from './database.ts';
import { asLocked } from './run-lock.ts';

export interface DatabaseLimits {
  memoryLimit?: string | undefined;
  threads?: number | undefined;
}

/**
 * Opens the database that runs continue from, or creates it. Empties its folder of temporary files.
 */
export async function openPersistentDatabase(
  path: string,
  temporary: string,
  { memoryLimit, threads }: DatabaseLimits,
): Promise<Database> {
  const spill = join(temporary, 'spill');
  rmSync(temporary, { recursive: true, force: true });
  // Not at once: where the disk fails, recursive says ENOENT.
  for (const folder of [temporary, spill]) mkdirSync(folder);
  if (!existsSync(path)) await makeEmpty(path, temporary);
  return openDatabase(path, { memoryLimit, threads, temporaryDirectory: spill }).catch(
    (error: unknown) => {
      throw asUnusable(error, path);
    },
  );
}

/** Removes a database and its log of writes. */
export function removeDatabase(path: string): void {
  for (const file of [`${path}.wal`, path]) rmSync(file, { force: true });
}

/** Makes an empty database aside: a process killed half-way must not leave a broken one. */
async function makeEmpty(path: string, temporary: string): Promise<void> {
  const made = join(temporary, 'made.duckdb');
  const database = await openDatabase(made);
  database.close();
  syncFile(made);
  rmSync(`${path}.wal`, { force: true });
  renameSync(made, path);
  syncDirectory(dirname(path));
}

/** Attaches the warehouse at a path for reading, and makes it the current database. */
export async function useWarehouse(database: Database, path: string): Promise<void> {
  try {
    await database.run(`attach ${literal(path)} as warehouse (type duckdb, read_only)`);
  } catch (error) {
    throw asUnusable(error, path);
  }
  await database.run('use warehouse');
}

/** Words an error of opening a database, for somebody who can put back a good copy. */
export function asUnusable(error: unknown, path: string): unknown {
  const known = asFileFault(asLocked(error, path), path);
  if (known instanceof CommandError) return known;
  const said = makeReason('run_cannot_open', { file: path, detail: readReason(error) });
  return new CommandError(said, exitCodes.failed, { cause: error });
}
