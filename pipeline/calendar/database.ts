import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, requireSameDeclarations } from '../duckdb/declarations.ts';
import { type DatabaseLimits, openPersistentDatabase } from '../duckdb/persistent-database.ts';
import { takeLock } from '../duckdb/run-lock.ts';
import { readSql, ruleSql } from '../duckdb/sql-files.ts';
import { type CalendarElection, unsharedCalendar } from './election.ts';

interface CalendarDatabaseOptions extends DatabaseLimits {
  dataDir: DataDirectory;
  /** Waits for another calendar run to end, which is soon, instead of giving up at once. */
  waits?: boolean;
  /** Unset on one machine. */
  machines?: { readonly calendar: CalendarElection };
  log?: Log;
}

const longestWait = 60_000;
const betweenTries = 50;

/**
 * Lends the calendar's own database to one run at a time; a held lock is the exit code 75. Where
 * machines share the calendar, only the one that is elected may change what it holds.
 */
export async function withCalendarDatabase<Result>(
  options: CalendarDatabaseOptions,
  work: (database: Database, isElected: boolean) => Promise<Result>,
): Promise<Result> {
  const { dataDir, machines = unsharedCalendar, log = silentLog } = options;
  const unlock = await lockCalendar(options);
  const lend = (isElected: boolean): Promise<Result> =>
    lendDatabase(options, (database) => work(database, isElected));
  try {
    return await machines.calendar.hold({ dataDir, log }, lend);
  } finally {
    await unlock();
  }
}

async function lendDatabase<Result>(
  options: CalendarDatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database: path, temporary } = options.dataDir.calendar;
  const database = await openPersistentDatabase(path, temporary, options);
  try {
    await requireSameDeclarations(database, path, [...events, ...shared].map(readSql).join('\n'));
    await declareOnce(database, 'tables', schema(), () => database.run(schema()));
    const result = await work(database);
    // Its file alone is what machines share.
    await database.run('checkpoint');
    return result;
  } finally {
    database.close();
    clear(temporary);
  }
}

/** Has the next run make the calendar's database again, from the sources or from the store. */
export async function forgetCalendar(
  dataDir: DataDirectory,
  election: CalendarElection,
): Promise<void> {
  const unlock = await lockCalendar({ dataDir, waits: true });
  try {
    election.forget(dataDir);
  } finally {
    await unlock();
  }
}

function clear(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next run clears it before it begins; this one is done.
  }
}

/**
 * Schemas for unqualified names: the calendar's events, and events that only fill in actual values.
 */
export const searchPaths = { feeds: 'main', actuals: 'actuals,main' } as const;

async function lockCalendar({
  dataDir,
  waits,
}: CalendarDatabaseOptions): Promise<() => Promise<void>> {
  const { lock } = dataDir.calendar;
  for (let waited = 0; ; waited += betweenTries) {
    try {
      return await takeLock(lock, `the calendar of ${dataDir.path}`);
    } catch (error) {
      const isLocked = error instanceof CommandError && error.exitCode === exitCodes.locked;
      if (!isLocked || !waits || waited >= longestWait) throw error;
      await pause(betweenTries);
    }
  }
}

/** Raw tables of both kinds of source; ledger and rejects are shared. */
const events = ['raw/calendar_events', 'calendar/state/file_events'];
const shared = ['raw/loaded_files', 'raw/rejects', 'calendar/state/published_calendar'];

function schema(): string {
  return [
    'begin; create schema if not exists actuals;',
    ruleSql(),
    ...shared.map(readSql),
    ...Object.values(searchPaths).flatMap((path) => [
      `set search_path = '${path}';`,
      ...events.map(readSql),
    ]),
    `set search_path = '${searchPaths.feeds}'; commit;`,
  ].join('\n');
}
