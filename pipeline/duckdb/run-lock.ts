import { realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { literal } from '../base/sql-text.ts';
import { type Database, openDatabase } from './database.ts';

const heldHere = new Set<string>();

/** Takes the lock of a data directory's runs; see `takeLock`. */
export const lockRuns = (dataDir: DataDirectory): Promise<() => Promise<void>> =>
  takeLock(dataDir.lock, dataDir.path);

/**
 * Takes the lock file at `path` and returns the function that releases it. The lock ends with the
 * process in any case.
 * It is DuckDB's lock on an empty database that is opened nowhere else. Closing any other handle on
 * a file would end the locks of this process on it.
 */
export async function takeLock(lock: string, place: string): Promise<() => Promise<void>> {
  const path = join(realpathSync(dirname(lock)), basename(lock));
  if (heldHere.has(path)) throw lockedBy(place, String(process.pid));
  heldHere.add(path);
  try {
    const detach = await attachLock(path).catch((error: unknown) => {
      throw asLocked(error, place);
    });
    return () => detach().finally(() => heldHere.delete(path));
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
}

/**
 * Database in memory that every lock of this process is attached to, opened for the first lock.
 * Opening one for each lock takes a tenth of a run that finds nothing new.
 */
let locks: Promise<Database> | undefined;
let attached = 0;

async function attachLock(path: string): Promise<() => Promise<void>> {
  locks ??= openDatabase(':memory:', { threads: 1 });
  const database = await locks;
  attached += 1;
  const name = `lock_${attached}`;
  const attach = () => database.run(`attach ${literal(path)} as ${name} (type duckdb)`);
  try {
    await attach();
  } catch (error) {
    if (isLocked(error)) throw error;
    // A process killed while it made the file leaves one that nobody can open.
    rmSync(path, { force: true });
    await attach();
  }
  return () => database.run(`detach ${name}`);
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && /could not set lock/i.test(error.message);

/** The error of a database file that another process has open, as a line for the operator. */
export function asLocked(error: unknown, place: string): unknown {
  if (!isLocked(error)) return error;
  return lockedBy(place, /PID (\d+)/.exec(String(error))?.[1], error);
}

function lockedBy(place: string, process: string | undefined, cause?: unknown): CommandError {
  const said = process
    ? makeReason('run_other_run_of', { file: place, process })
    : makeReason('run_other_run', { file: place });
  return new CommandError(said, exitCodes.locked, { cause });
}
