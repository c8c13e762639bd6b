import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError, UsageError } from '../base/errors.ts';
import { isAbsent, makeFolder, syncDirectory } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { modes, narrowDataDirectory, withPrivateModes } from '../base/modes.ts';
import { removeSqlite } from '../base/sqlite-tables.ts';
import { moveRegistry, refuseFilledRegistry } from '../registry/move.ts';
import { copyFile } from './copy-file.ts';
import { type BackupFile, type BackupManifest, readManifest } from './manifest.ts';

interface RestoreOptions {
  /** Directory to restore to. It must be missing or empty. */
  readonly dataDir: DataDirectory;
  /** PostgreSQL that gets the registry. It must be empty. */
  readonly databaseUrl: string | null;
  /** Folder that `backUp` has written. */
  readonly folder: string;
  readonly log: Pick<Log, 'info'>;
}

const unfinishedInside = '.unfinished';

/**
 * Makes a data directory of a backup and checks every byte. Throws a CommandError, with nothing
 * restored, if a file is missing or damaged, or if the data directory has something in it. An empty
 * directory is filled rather than replaced, because a container's volume can't be renamed.
 */
export async function restore({
  dataDir,
  databaseUrl,
  folder,
  log,
}: RestoreOptions): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  const path = resolve(dataDir.path);
  refuseDirectory(path);
  if (databaseUrl !== null) await refuseFilledRegistry(databaseUrl);
  const isFilled = existsSync(path);
  const unfinished = isFilled ? join(path, unfinishedInside) : `${path}.unfinished`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    // Nobody else can look in before the modes of its files are right.
    await withPrivateModes(async () => makeFolder(unfinished));
    for (const file of manifest.files) {
      await restoreFile(file, folder, unfinished);
      log.info('copied', { file: file.path, bytes: file.bytes });
    }
    narrowDataDirectory(unfinished);
    chmodSync(unfinished, modes.shared.folder);
    if (isFilled) moveUp(unfinished, path);
    else renameSync(unfinished, path);
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw asFileFault(error, path);
  }
  if (databaseUrl !== null) await restoreRegistry(path, databaseUrl);
  return manifest;
}

function refuseDirectory(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  // A restore that was killed may have left its folder.
  const isEmpty = () => readdirSync(path).every((name) => name === unfinishedInside);
  if (found.isDirectory() && isEmpty()) return;
  throw new UsageError(
    `restore: ${path} is not empty; stop the services, move it away and restore again`,
  );
}

/** Moves everything of a folder to the folder above, what was published last. */
function moveUp(folder: string, path: string): void {
  const isPublished = (name: string) => name === 'snapshots';
  const names = readdirSync(folder);
  for (const name of [...names.filter((name) => !isPublished(name)), ...names.filter(isPublished)])
    renameSync(join(folder, name), join(path, name));
  rmSync(folder, { recursive: true });
  syncDirectory(path);
}

async function restoreFile(
  { path, bytes, sha256 }: BackupFile,
  from: string,
  to: string,
): Promise<void> {
  const source = join(from, path);
  const fault = (reason: string) =>
    new CommandError(`restore: ${source} ${reason}; nothing was restored, name another backup`);
  try {
    const copied = await copyFile(source, join(to, path));
    if (copied.bytes !== bytes || copied.sha256 !== sha256) throw fault('is damaged');
  } catch (error) {
    throw isAbsent(error) ? fault('is missing') : error;
  }
}

/** Moves the restored registry to PostgreSQL, where this installation has it. */
async function restoreRegistry(path: string, databaseUrl: string): Promise<void> {
  const restored = dataDirectory(path);
  if (!existsSync(restored.registry)) return;
  try {
    await moveRegistry({ dataDir: restored, databaseUrl: null }, databaseUrl);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const advice = `all else is restored; move ${restored.registry} with registry move --to`;
    throw new CommandError(`${error.message}; ${advice}`, error.exitCode, { cause: error });
  }
  removeSqlite(restored.registry);
}
