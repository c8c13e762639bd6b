import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { AccountEntry } from '../../pipeline/publish/snapshot/layout.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, type StoredSnapshot } from '../../pipeline/publish/snapshot/reader.ts';

/** Lists the accounts of a version, in order of their ids. */
export function readEntries(dataDir: DataDirectory, version: string): AccountEntry[] {
  const entries = openSnapshot(dataDir, version);
  try {
    const found = [...entries.ids()].sort().flatMap((id) => entries.entry(id) ?? []);
    // Parts are read when asked for, which must be before the version is closed.
    return found.map((entry) => ({ ...entry }));
  } finally {
    entries.close();
  }
}

/** Opens the accounts of the version in service, for work. They are null before the first. */
export async function withCurrent<Result>(
  dataDir: DataDirectory,
  work: (entries: StoredSnapshot | null) => Result | Promise<Result>,
): Promise<Result> {
  const version = currentVersion(dataDir);
  const entries = version === null ? null : openSnapshot(dataDir, version);
  try {
    return await work(entries);
  } finally {
    entries?.close();
  }
}
