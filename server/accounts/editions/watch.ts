import { type FSWatcher, watch } from 'node:fs';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { SnapshotHolder } from './holder.ts';

const intervalMilliseconds = 1000;

/** Refreshes the holder when a version is published; answers with the function that ends it. */
export const watchSnapshots = (dataDir: DataDirectory, holder: SnapshotHolder): (() => void) =>
  watchFolder(dataDir.snapshots, () => void holder.refresh());

/** Refreshes now, when a folder changes and once a second; answers with the function that ends it. */
export function watchFolder(folder: string, refresh: () => void): () => void {
  let watcher: FSWatcher | undefined;
  const follow = (): void => {
    watcher ??= tryToWatch(folder, refresh);
    refresh();
  };
  // Polling as well: the folder may not exist yet, and some file systems report no changes.
  const timer = setInterval(follow, intervalMilliseconds).unref();
  follow();
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
}

function tryToWatch(directory: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
