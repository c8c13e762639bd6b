import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { currentCalendar, readCalendar } from '../calendar/snapshot.ts';
import { fileFolders } from '../publish/snapshot/layout.ts';
import { currentVersion, storedVersions } from '../publish/snapshot/publish.ts';
import { readManifest } from '../publish/snapshot/reader.ts';
import { readEveryRow } from '../run/verify-databases.ts';
import type { BackupFile } from './manifest.ts';

/**
 * Lists the published files in a copy of a data directory that are not as they were published, by
 * their paths in it.
 */
export function damagedFiles(copy: DataDirectory, files: readonly BackupFile[]): string[] {
  const { calendar, current, manifest: manifestOf } = copy;
  const read = (version: string) => readManifest(copy, version);
  const manifests = existsSync(copy.snapshots) ? storedVersions(copy) : [];
  const named = [
    ...manifests.filter((version) => fails(() => read(version))).map(manifestOf),
    ...damagedByPointer(current, currentVersion(copy), manifestOf, read),
    ...damagedByPointer(calendar.current, currentCalendar(copy), calendar.version, (version) =>
      readCalendar(copy, version),
    ),
  ];
  const paths = new Set(named.map((path) => relative(copy.path, path)));
  return [...files.filter(isDamagedFile).map(({ path }) => path), ...paths];
}

/** Lists the databases in a copy whose rows can't all be read, by their paths in it. */
export async function damagedDatabases(
  { path, working, archive, warehouse, calendar }: DataDirectory,
  options: { readonly memoryLimit?: string | undefined },
): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of [working, archive, warehouse, calendar.database]) {
    if (!existsSync(file) || (await readEveryRow(file, options)) === null) continue;
    damaged.push(relative(path, file));
  }
  return damaged;
}

/** Returns the pointer if it names no version that is there, or the file of a damaged version. */
function damagedByPointer(
  pointer: string,
  version: string | null,
  fileOf: (version: string) => string,
  read: (version: string) => unknown,
): string[] {
  if (!existsSync(pointer)) return [];
  if (version === null || !existsSync(fileOf(version))) return [pointer];
  return fails(() => read(version)) ? [fileOf(version)] : [];
}

function fails(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

/** Returns true for a file that is named by its content, and whose content is another. */
const isDamagedFile = ({ path, sha256 }: BackupFile): boolean =>
  fileFolders.some((folder) => path.startsWith(join('snapshots', folder, '/'))) &&
  basename(path) !== sha256;
