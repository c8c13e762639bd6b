import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { exitCodes, UsageError } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { programVersion } from '../base/program-version.ts';
import type { Config } from '../config/config.ts';
import type { CommandIo } from './io.ts';
import { isWatched, withProgress } from './progress.ts';
import { verifyCommand } from './verify.ts';

interface FolderOptions {
  readonly dir: string;
}

/** Copies the data directory and the registry to a new folder, while everything may run. */
export async function backupCommand(
  config: Config,
  { dir }: FolderOptions,
  io: CommandIo,
): Promise<number> {
  refuseShared(config, 'backup');
  const { dataDir, databaseUrl, memoryLimit } = config;
  const { files, version, damaged } = await withProgress(
    createLog(config),
    isWatched(config, io),
    (log) =>
      backUp({
        dataDir,
        databaseUrl,
        folder: dir,
        program: programVersion,
        clock: io.clock,
        log,
        memoryLimit: memoryLimit ?? undefined,
      }),
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  io.stdout(
    `backed up ${dataDir.path} to ${dir}: ${files.length} files, ${bytes} bytes, version ${version ?? 'none yet'}`,
  );
  for (const file of damaged) {
    const option = file.endsWith('.duckdb') ? '--rebuild' : '--full';
    io.stderr(`${file}: damaged, and copied so; run with ${option}, then back up again`);
  }
  return damaged.length > 0 ? exitCodes.partly : exitCodes.done;
}

/** Makes the data directory of a backup and verifies what is published in it. */
export async function restoreCommand(
  config: Config,
  { dir }: FolderOptions,
  io: CommandIo,
): Promise<number> {
  refuseShared(config, 'restore');
  const { dataDir, databaseUrl } = config;
  const { files, version, taken_at } = await withProgress(
    createLog(config),
    isWatched(config, io),
    (log) => restore({ dataDir, databaseUrl, folder: dir, log }),
  );
  io.stdout(`restored ${files.length} files to ${dataDir.path} as of ${taken_at}`);
  if (version === null) return exitCodes.done;
  return verifyCommand(config, { chain: true }, io);
}

function refuseShared({ store }: Config, command: string): void {
  if (store === null) return;
  throw new UsageError(
    `${command}: with TRACKRECORD_STORE the data is in PostgreSQL and the store; back up both with their own tools, PostgreSQL first`,
  );
}
