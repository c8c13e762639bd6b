import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { replaceFile } from '../base/files.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { storedVersions } from '../publish/snapshot/publish.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import type { Store } from '../publish/store/store.ts';
import type { ShardState, Slice } from './batch.ts';
import { objects } from './objects.ts';

/** Places of a shard's files. */
export interface ShardFiles {
  readonly store: Store;
  /**
   * Data directory of the shard on this machine. Everything in it can be made again from the store.
   */
  readonly dataDir: DataDirectory;
}

/** Fetches slices into a folder, as source files. */
export async function fetchSlices(
  slices: readonly Slice[],
  store: Store,
  folder: string,
): Promise<void> {
  for (const table of ['', ...new Set(slices.map((slice) => slice.table))]) {
    mkdirSync(join(folder, table), { recursive: true });
  }
  await eachFewAtOnce(slices, (slice) =>
    store.fetch(objects.slice(slice), slice, slicePath(folder, slice)),
  );
}

/** Returns the path of a fetched slice. Paths are in the order in which slices load. */
export const slicePath = (folder: string, { table, sequence }: Slice): string =>
  join(folder, table, `${String(sequence).padStart(12, '0')}.parquet`);

const nameFile = ({ path }: DataDirectory): string => join(path, 'working.name');

/** Reads the name of the shard's databases here. Null if a run has not ended here. */
export function keptName(dataDir: DataDirectory): string | null {
  const path = nameFile(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Prepares a data directory for a run of the shard. Returns true if it has the databases that the
 * shard continues from. Otherwise it has none. They have no name until the run ends.
 */
export function takeKept(
  { working }: Pick<ShardState, 'working'>,
  dataDir: DataDirectory,
): boolean {
  const name = keptName(dataDir);
  rmSync(nameFile(dataDir), { force: true });
  for (const version of storedVersions(dataDir)) {
    rmSync(dataDir.version(version), { recursive: true });
  }
  for (const path of [dataDir.current, dataDir.chain]) rmSync(path, { force: true });
  removeDatabase(dataDir.warehouse);
  const databases = [dataDir.working, dataDir.archive];
  if (name !== null && name === working && databases.every((path) => existsSync(path))) return true;
  databases.forEach(removeDatabase);
  return false;
}

/** Names the databases of a run that has ended, so that the next one continues from them. */
export function keep(name: string, dataDir: DataDirectory): void {
  for (const path of [dataDir.working, dataDir.archive]) {
    if (existsSync(`${path}.wal`)) throw new Error(`${path} has a write-ahead log next to it`);
  }
  replaceFile(nameFile(dataDir), name);
}
