import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { storedVersions } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { sequenceOf } from '../../pipeline/publish/snapshot/versions.ts';
import { createOpenLists, type OpenLists } from './lists/open-lists.ts';

/** An earlier version of the data directory, for the next pages of a list. */
export interface KeptVersion {
  readonly snapshot: Snapshot;
  readonly lists: OpenLists;
}

/** Most versions to search, so that a request with an unknown version stays cheap. */
const maxSearched = 20;

/**
 * Opens the versions before one that are still stored, newest first, and closes each before the
 * next. A removed one is passed over at once. So is one that a rollback took out of service.
 */
export function* versionsBefore(dataDir: DataDirectory, version: string): Generator<KeptVersion> {
  const earlier = storedVersions(dataDir).filter((name) => sequenceOf(name) < sequenceOf(version));
  for (const name of earlier.slice(0, maxSearched)) {
    const snapshot = openIfWhole(dataDir, name);
    if (snapshot === null) continue;
    try {
      yield { snapshot, lists: createOpenLists(snapshot) };
    } finally {
      snapshot.close();
    }
  }
}

/** Opens a version. Returns null if a run removes it at this moment, or if it is damaged. */
function openIfWhole(dataDir: DataDirectory, version: string): Snapshot | null {
  try {
    return openSnapshot(dataDir, version);
  } catch {
    return null;
  }
}
