import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError } from '../../base/errors.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { publishedForm } from '../../base/published-form.ts';
import { checkFile } from './check-file.ts';
import { versionPattern } from './layout.ts';
import { refuseNewerForm } from './newer-form.ts';
import { currentVersion, keptVersions, readManifest } from './publish.ts';
import { beginPublishing } from './publisher.ts';
import { openSnapshot } from './reader.ts';
import type { Shared } from './shared.ts';

/**
 * Puts an earlier version in service, the one before the published unless named, once every byte
 * of it was found whole; answers with its name. A CommandError, with nothing changed, where it is
 * not kept or not whole. Only for whoever holds the lock of runs.
 */
export async function rollBack(
  dataDir: DataDirectory,
  wanted: string | null,
  shared: Shared | null = null,
  log: Log = silentLog,
): Promise<string> {
  const current = currentVersion(dataDir);
  const version = wanted ?? versionBefore(dataDir, current);
  const kept = keptVersions(dataDir);
  if (!versionPattern.test(version) || !kept.includes(version)) {
    throw new CommandError(`${version} is not kept; there are ${kept.join(', ') || 'none'}`);
  }
  const faults = await faultsOfVersion(dataDir, version);
  if (faults.length > 0) {
    throw new CommandError(`${version} is not whole, nothing was changed: ${faults.join('; ')}`);
  }
  const own = { form: publishedForm };
  refuseNewerForm(version, readManifest(dataDir, version), own, 'name an earlier version');
  const publisher = await beginPublishing({
    dataDir,
    shared,
    isRebuild: false,
    isRollback: true,
    log,
  });
  try {
    await publisher.publish(version, `roll back to ${version} again`);
  } finally {
    await publisher.end();
  }
  return version;
}

function versionBefore(dataDir: DataDirectory, current: string | null): string {
  const kept = keptVersions(dataDir);
  const before = kept[current === null ? 0 : kept.indexOf(current) + 1];
  if (before === undefined) {
    throw new CommandError(
      `no version before ${current ?? 'the first'} is kept in ${dataDir.path}`,
    );
  }
  return before;
}

/** What of a version is not as it was written, one line each. */
export async function faultsOfVersion(dataDir: DataDirectory, version: string): Promise<string[]> {
  const { snapshots } = dataDir;
  try {
    const { files } = readManifest(dataDir, version);
    const faults: string[] = [];
    for (const file of files) faults.push(...(await checkFile(snapshots, file)));
    if (faults.length === 0) openSnapshot(dataDir, version).close();
    return faults;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
