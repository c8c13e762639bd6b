import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes, UsageError, writeFault } from '../base/errors.ts';
import { isAbsent, makeFolder, syncDirectory, syncFile, writeDurably } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { withPrivateModes } from '../base/modes.ts';
import { copySqlite, removeSqlite } from '../base/sqlite-tables.ts';
import { lockRuns, takeLock } from '../duckdb/run-lock.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { moveRegistry } from '../registry/move.ts';
import { copyFile, describeFile, filesBelow } from './copy-file.ts';
import { damagedDatabases, damagedFiles } from './damaged-files.ts';
import {
  type BackupFile,
  type BackupManifest,
  backupForm,
  manifestName,
  manifestText,
} from './manifest.ts';

interface BackUpOptions {
  readonly dataDir: DataDirectory;
  readonly databaseUrl: string | null;
  /** Folder to write. It must be missing or empty. */
  readonly folder: string;
  /** Version of this program. */
  readonly program: string;
  readonly clock: () => Date;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Memory that DuckDB can use to read the copied databases, such as `4GB`. */
  readonly memoryLimit?: string | undefined;
  /** Milliseconds to wait for a run that is under way. */
  readonly longestWait?: number;
}

/**
 * Copies a data directory that may be in use. A server can serve and take in data meanwhile; a run
 * that is under way must end first. The folder is complete once it has its name. `damaged` has the
 * published files and the databases that are copied although they are damaged. Throws a
 * CommandError with exit code 75 if a run holds the data directory for too long.
 */
export async function backUp(
  options: BackUpOptions,
): Promise<BackupManifest & { readonly damaged: readonly string[] }> {
  const folder = resolve(options.folder);
  refuseFolder(folder, options.dataDir);
  const unfinished = `${folder}.unfinished`;
  try {
    return await withPrivateModes(async () => {
      makeUnfinished(unfinished);
      const manifest = await copyAll(unfinished, options);
      writeDurably(join(unfinished, manifestName), manifestText(manifest));
      for (const name of foldersOf(manifest.files)) syncDirectory(join(unfinished, name));
      // Renaming over a folder needs it to be empty, which it is.
      renameSync(unfinished, folder);
      syncDirectory(dirname(folder));
      const copied = dataDirectory(folder);
      const damaged = [
        ...damagedFiles(copied, manifest.files),
        ...(await damagedDatabases(copied, options)),
      ];
      for (const file of damaged) options.log.warn('copied a damaged file', { file });
      return { ...manifest, damaged };
    });
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished, { recursive: true, force: true });
    throw asFileFault(error, folder);
  }
}

/** Makes the empty folder that is filled. */
function makeUnfinished(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
  } catch (error) {
    const said = `backup: cannot make ${folder}: ${writeFault(error)}; name another folder`;
    throw new CommandError(said, exitCodes.failed, { cause: error });
  }
}

function refuseFolder(folder: string, { path }: DataDirectory): void {
  const refuse = (reason: string) => {
    throw new UsageError(`backup: ${folder} ${reason}; name another folder`);
  };
  const place = relative(resolve(path), folder);
  if (!place.startsWith('..')) refuse('is in the data directory');
  // Where nothing can be looked up, nothing can be made either, which says why.
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) refuse('is a file');
  if (readdirSync(folder).length > 0) refuse('is not empty');
}

async function copyAll(
  to: string,
  { dataDir, databaseUrl, program, clock, log, longestWait = 600_000 }: BackUpOptions,
): Promise<BackupManifest> {
  const taken_at = clock().toISOString();
  const files = new Map<string, BackupFile>();
  const note = async (path: string, described: Pick<BackupFile, 'bytes' | 'sha256'>) => {
    files.set(path, { path, ...described });
    log.info('copied', { file: path, bytes: described.bytes });
  };
  const copy = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths.flatMap((each) => filesBelow(dataDir.path, each))) {
      if (files.has(path) || path.endsWith('.tmp')) continue;
      const described = await copyUnlessGone(join(dataDir.path, path), join(to, path));
      if (described !== null) await note(path, described);
    }
  };
  const relativeTo = (path: string) => relative(dataDir.path, path);
  const duckdb = (path: string) => [relativeTo(path), `${relativeTo(path)}.wal`];
  const { calendar, inbox } = dataDir;
  const registry = join(to, relativeTo(dataDir.registry));
  // One that can't be copied ends the backup before all else is copied.
  await copyRegistry(dataDir, databaseUrl, registry);

  if (existsSync(calendar.database)) {
    const place = `the calendar of ${dataDir.path}`;
    await holding(
      () => takeLock(calendar.lock, place),
      longestWait,
      log,
      () => copy([...duckdb(calendar.database), 'calendar', relativeTo(calendar.snapshots)]),
    );
  }
  const version = await holding(
    () => lockRuns(dataDir),
    longestWait,
    log,
    async () => {
      const { working, archive, warehouse, runs } = dataDir;
      const ofRuns = filesBelow(dataDir.path, relativeTo(dataDir.snapshots));
      const ofCalendar = `${relativeTo(calendar.snapshots)}/`;
      await copy([...duckdb(working), ...duckdb(archive), ...duckdb(warehouse)]);
      await copy([relativeTo(runs), ...ofRuns.filter((path) => !path.startsWith(ofCalendar))]);
      if (existsSync(inbox.database)) {
        const path = relativeTo(inbox.database);
        makeFolder(join(to, dirname(path)));
        await copySqlite(inbox.database, join(to, path));
        await note(path, describeFile(join(to, path)));
      }
      return currentVersion(dataDir);
    },
  );
  removeSqlite(registry);
  await copyRegistry(dataDir, databaseUrl, registry);
  if (existsSync(registry)) {
    syncFile(registry);
    await note(relativeTo(dataDir.registry), describeFile(registry));
  }
  if (files.size === 0) {
    throw new CommandError(
      `backup: ${dataDir.path} has nothing to copy; give the right one with --data`,
    );
  }
  return { form: backupForm, program, taken_at, version, files: [...files.values()] };
}

/** Copies a registry, also one in PostgreSQL, to a SQLite file that has no log of its own. */
async function copyRegistry(
  dataDir: DataDirectory,
  databaseUrl: string | null,
  to: string,
): Promise<void> {
  if (databaseUrl === null) {
    if (existsSync(dataDir.registry)) await copySqlite(dataDir.registry, to);
    return;
  }
  const moved = `${to}.moved`;
  await moveRegistry({ dataDir, databaseUrl }, moved);
  await copySqlite(moved, to);
  removeSqlite(moved);
}

/** Copies a file; returns null if it was removed since it was listed. */
async function copyUnlessGone(from: string, to: string) {
  try {
    return await copyFile(from, to);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    rmSync(to, { force: true });
    return null;
  }
}

const betweenTries = 100;

/** Holds a lock during `work`. Waits until its present holder releases it. */
async function holding<Result>(
  lock: () => Promise<() => Promise<void>>,
  longestWait: number,
  log: Pick<Log, 'info'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const unlock = await lockInTime(lock, longestWait, log);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

async function lockInTime(
  lock: () => Promise<() => Promise<void>>,
  longestWait: number,
  log: Pick<Log, 'info'>,
): Promise<() => Promise<void>> {
  for (let waited = 0; ; waited += betweenTries) {
    try {
      return await lock();
    } catch (error) {
      const isLocked = error instanceof CommandError && error.exitCode === exitCodes.locked;
      if (!isLocked || waited >= longestWait) throw error;
      if (waited === 0) log.info('waiting for a run to end');
      await setTimeout(betweenTries);
    }
  }
}

/** Lists the folders of files, each with those above it. */
function foldersOf(files: readonly BackupFile[]): Set<string> {
  const folders = new Set(['.']);
  for (const { path } of files) {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  }
  return folders;
}
