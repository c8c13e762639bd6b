import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { withPrivateModes } from '../base/modes.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { storedVersions } from '../publish/snapshot/publish.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import type { Store } from '../publish/store/store.ts';
import type { ShardInput, ShardResult, ShardState } from './batch.ts';
import { contentOf, isAsKnown } from './intake.ts';
import { objects } from './objects.ts';

/** Places of a shard's files. */
export interface ShardFiles {
  readonly store: Store;
  /** Data directory of the shard on this machine. It is a cache: missing files are fetched. */
  readonly dataDir: DataDirectory;
}

/** Fetches the rows that a shard has yet to load, as source files. */
export async function fetchSlices(
  { slices }: ShardInput,
  store: Store,
  { temporary }: DataDirectory,
): Promise<void> {
  const source = join(temporary, 'slices');
  for (const table of ['', ...new Set(slices.map((slice) => slice.table))]) {
    mkdirSync(join(source, table), { recursive: true });
  }
  await eachFewAtOnce(slices, (slice) => {
    const name = `${String(slice.sequence).padStart(12, '0')}.parquet`;
    return store.fetch(objects.slice(slice), slice, join(source, slice.table, name));
  });
}

/** Fetches the databases that a shard continues from, and removes leftovers of other runs. */
export async function fetchState(state: ShardState, { store, dataDir }: ShardFiles): Promise<void> {
  const fetchDatabase = async (kind: 'working' | 'archive'): Promise<void> => {
    const [path, content] = [dataDir[kind], state[kind]];
    if (content && isAsKnown(path, content)) return;
    removeDatabase(path);
    if (content) await store.fetch(objects[kind](content), content, path);
  };
  for (const version of storedVersions(dataDir)) {
    rmSync(dataDir.version(version), { recursive: true });
  }
  for (const path of [dataDir.current, dataDir.chain]) rmSync(path, { force: true });
  removeDatabase(dataDir.warehouse);
  await fetchDatabase('working');
  await withPrivateModes(() => fetchDatabase('archive'));
}

/** Puts the databases that the next batch continues from in the store. */
export async function putState(
  { shard, state, slices, departed }: ShardInput,
  { store, dataDir }: ShardFiles,
): Promise<ShardResult['state']> {
  for (const path of [dataDir.working, dataDir.archive]) {
    if (existsSync(`${path}.wal`)) throw new Error(`${path} has a write-ahead log next to it`);
  }
  const working = contentOf(dataDir.working);
  const archive = contentOf(dataDir.archive);
  await store.put(objects.working(working), working, dataDir.working);
  await store.put(objects.archive(archive), archive, dataDir.archive);
  return {
    shard,
    working,
    archive,
    loadedTo: slices.at(-1)?.sequence ?? state.loadedTo,
    departedTo: departed.at(-1)?.sequence ?? state.departedTo,
  };
}
