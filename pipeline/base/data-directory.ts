import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { narrowDataDirectory } from './modes.ts';

/** Paths below a data folder. */
export function layoutPaths(dataDir: string) {
  const snapshots = join(dataDir, 'snapshots');
  return {
    snapshots,
    current: join(snapshots, 'current'),
    packs: join(snapshots, 'packs'),
    version: (version: string) => join(snapshots, version),
    manifest: (version: string) => join(snapshots, version, 'manifest.json'),
    accounts: (version: string) => join(snapshots, version, 'accounts.ndjson'),
    warehouse: join(dataDir, 'warehouse.duckdb'),
    working: join(dataDir, 'working.duckdb'),
    setAside: join(dataDir, 'set_aside.duckdb'),
    lock: join(dataDir, 'run.lock'),
    temporary: join(dataDir, '.tmp'),
  };
}

/** Makes the folders of a data directory, which nobody else may read. */
export function prepareDirectories(dataDir: string): void {
  mkdirSync(layoutPaths(dataDir).packs, { recursive: true });
  narrowDataDirectory(dataDir);
}
