import { createHash } from 'node:crypto';
import type { DataDirectory } from '../base/data-directory.ts';
import { type Entries, entryFiles } from '../publish/snapshot/entries.ts';
import { emptyId, type Manifest, portfolioId } from '../publish/snapshot/layout.ts';
import { currentVersion, readManifest } from '../publish/snapshot/publish.ts';
import { openEntries } from '../publish/snapshot/reader.ts';
import { manifestName } from '../publish/snapshot/shared.ts';
import { filesIn } from '../publish/snapshot/stored-parts.ts';
import type { Store } from '../publish/store/store.ts';
import type { ShardInput, ShardState } from './batch.ts';
import type { ShardMap } from './shard-map.ts';

/** Returns the shard of an account or portfolio. Undefined if it has none any more. */
export type HomeOf = (id: string) => number | undefined;

/** Finds shards by the map, and those of portfolios by what is registered in the inputs. */
export function homesOf(inputs: readonly ShardInput[], map: ShardMap): HomeOf {
  const portfolios = new Map(
    inputs.flatMap(({ shard, registered }) =>
      registered.map(({ slug }) => [portfolioId(slug), shard] as const),
    ),
  );
  return (id) => map.accounts.get(id) ?? portfolios.get(id);
}

/** Ids of one shard in a version. */
interface ShardIds {
  readonly count: number;
  readonly sha256: string;
}

/**
 * Counts and hashes the ids of each shard, in their order in a version. The entry of all other
 * accounts is in every shard, and is left out.
 */
export function idsByShard(ids: Iterable<string>, homeOf: HomeOf): (shard: number) => ShardIds {
  const sums = new Map<
    number | undefined,
    { count: number; hash: ReturnType<typeof createHash> }
  >();
  for (const id of ids) {
    if (id === emptyId) continue;
    const shard = homeOf(id);
    const sum = sums.get(shard) ?? { count: 0, hash: createHash('sha256') };
    sums.set(shard, sum);
    sum.count += 1;
    sum.hash.update(`${id}\0`);
  }
  return (shard) => {
    const { count = 0, hash = createHash('sha256') } = sums.get(shard) ?? {};
    return { count, sha256: hash.copy().digest('hex') };
  };
}

/**
 * Names for each shard its last version to continue from, if the version in service still has
 * exactly its accounts.
 */
export function withLastVersions(
  inputs: readonly ShardInput[],
  map: ShardMap,
  dataDir: DataDirectory,
): ShardInput[] {
  const version = inputs[0]?.before?.version;
  if (version === undefined || currentVersion(dataDir) !== version) return [...inputs];
  const entries = openEntries(dataDir, version);
  try {
    const idsOf = idsByShard(entries.ids(), homesOf(inputs, map));
    const asOf = entries.manifest.as_of;
    return inputs.map((input) => {
      const { shard, state } = input;
      const isSame = state.last?.version === version && state.last.ids === idsOf(shard).sha256;
      const manifest = isSame ? state.last?.manifest : undefined;
      return { ...input, continues: manifest ? { manifest, asOf } : null };
    });
  } finally {
    entries.close();
  }
}

/**
 * Returns the buckets of a shard's version that differ from its last version, whose buckets must
 * be in the data directory. A bucket also differs if files that it names have other numbers now.
 */
export function changedSince(last: Manifest, dataDir: DataDirectory, version: string): number[] {
  const before = openEntries(dataDir, last.version, last);
  try {
    const now = openEntries(dataDir, version);
    try {
      return [...new Set([...before.buckets(), ...now.buckets()])].filter(
        (bucket) => !isSameBucket(bucket, before, now),
      );
    } finally {
      now.close();
    }
  } finally {
    before.close();
  }
}

function isSameBucket(bucket: number, before: Entries, now: Entries): boolean {
  const [earlier, later] = [before, now].map(({ manifest }) => manifest.buckets[bucket]?.[3]);
  if (earlier !== later) return false;
  return Object.keys(now.head(bucket)?.files ?? {}).every((ordinal) => {
    const [was, is] = [before, now].map(({ manifest }) => manifest.files[Number(ordinal)]?.path);
    return was === is;
  });
}

/**
 * Returns the names of objects that a shard's version needs, and the version of all shards may not.
 * They have its buckets, and the parts of the entry that each shard has.
 */
export function ownObjects(dataDir: DataDirectory, version: string): string[] {
  const entries = openEntries(dataDir, version);
  try {
    const { manifest } = entries;
    const shared = entries.entry(emptyId)?.parts ?? {};
    const files = [
      ...entryFiles(manifest).values(),
      ...filesIn(shared).flatMap((ordinal) => manifest.files[ordinal] ?? []),
    ];
    return files.map(({ path }) => path);
  } finally {
    entries.close();
  }
}

/** Returns packs of the version in service and of shards' last versions that the store has lost. */
export async function lostPacks(
  store: Store,
  dataDir: DataDirectory,
  version: string,
  states: readonly ShardState[],
): Promise<string[]> {
  const stored = new Set((await store.list('packs/')).map(({ name }) => name));
  const ofShards = states.flatMap(({ last }) => last?.objects ?? []);
  const needed = [...readManifest(dataDir, version).files.map(({ path }) => path), ...ofShards];
  return [...new Set(needed)].filter((name) => !stored.has(name));
}

/** Returns the names of objects that only the last versions of shards need. */
export const lastObjects = (states: readonly ShardState[]): string[] =>
  states.flatMap(({ last }) => (last ? [manifestName(last.manifest), ...last.objects] : []));
