import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError } from '../../base/errors.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { publishedForm } from '../../base/published-form.ts';
import { makeReason, quotedReason } from '../../base/reasons/reason.ts';
import { versionsInChain } from './chain.ts';
import { checkFiles } from './check-file.ts';
import { versionPattern } from './layout.ts';
import { currentVersion, storedVersions } from './publish.ts';
import { type Publishing, publishingAlone } from './publisher.ts';
import { readManifest } from './reader.ts';
import { refuseNewerForm } from './refuse-newer-form.ts';

/**
 * Puts an earlier version in service and returns its name. Without `wanted` it takes the one that
 * was in service before the published version. Every byte is checked first. Throws a CommandError,
 * with nothing changed, if the version is missing or damaged. The caller must hold the run lock.
 * `settle` settles the marks of the version before it is in service.
 */
export async function rollBack(
  dataDir: DataDirectory,
  wanted: string | null,
  { beginPublishing }: Publishing = publishingAlone,
  log: Log = silentLog,
  settle: (version: string) => Promise<void> = async () => {},
): Promise<string> {
  const current = currentVersion(dataDir);
  const version = wanted ?? versionBefore(dataDir, current);
  const stored = storedVersions(dataDir);
  if (!versionPattern.test(version) || !stored.includes(version)) {
    throw new CommandError(
      `version ${version} is not kept; kept versions: ${stored.join(', ') || 'none'}`,
    );
  }
  const faults = await faultsOfVersion(dataDir, version);
  if (faults.length > 0) {
    throw new CommandError(`${version} is not whole, nothing was changed: ${faults.join('; ')}`);
  }
  const program = { form: publishedForm };
  refuseNewerForm(
    quotedReason(version),
    readManifest(dataDir, version),
    program,
    makeReason('run_earlier_version'),
  );
  const publisher = await beginPublishing({ dataDir, isRebuild: false, isRollback: true, log });
  try {
    await settle(version);
    await publisher.publish(version, makeReason('run_roll_back_again', { version }));
  } finally {
    await publisher.end();
  }
  return version;
}

function versionBefore(dataDir: DataDirectory, current: string | null): string {
  const stored = storedVersions(dataDir);
  // Killed runs leave versions that never were in service.
  const published = new Set(versionsInChain(dataDir));
  const before = stored
    .slice(current === null ? 0 : stored.indexOf(current) + 1)
    .find((version) => published.has(version));
  if (before === undefined) {
    throw new CommandError(
      `no version before ${current ?? 'the first'} is kept in ${dataDir.path}`,
    );
  }
  return before;
}

/** Checks every byte of a version. Returns one line for each fault. */
export async function faultsOfVersion(dataDir: DataDirectory, version: string): Promise<string[]> {
  try {
    return [...(await checkFiles(dataDir, version)).faulty.values()];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
