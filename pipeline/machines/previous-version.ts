import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { assemble, inBuckets } from '../publish/snapshot/assemble.ts';
import { chainEnd } from '../publish/snapshot/chain.ts';
import { partFiles } from '../publish/snapshot/entries.ts';
import type { Manifest } from '../publish/snapshot/layout.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { publishVersion, writeNamed } from '../publish/snapshot/publish.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import { isNamedAfter, versionOf } from '../publish/snapshot/versions.ts';
import type { Publication } from '../publish/store/pointer.ts';
import { type Content, type Store, StoreError } from '../publish/store/store.ts';
import type { ShardInput } from './batch.ts';
import { contentOf } from './intake.ts';
import { objects } from './objects.ts';
import { accountsOf, readStored, type StoredVersion } from './stored-version.ts';

/** Earlier state of a shard, and its accounts now. */
interface PreviousOptions extends Pick<ShardInput, 'chain' | 'continues'> {
  readonly store: Store;
  readonly dataDir: DataDirectory;
  readonly log: Log;
  /** Version in service. */
  readonly before: Publication;
  /** Sequence number of the new version. */
  readonly versionNo: number;
  /** Last version of the shard, or null. `lastIds` are the ids in it. */
  readonly last: string | null;
  readonly lastIds: ReadonlySet<string>;
  /** Ids that the shard has now. */
  readonly ids: ReadonlySet<string>;
}

/** Earlier version with the accounts of a shard. */
export interface PreviousVersion {
  readonly version: string;
  /** Set if the version in service is the shard's last one, with no rollback in between. */
  readonly isContinued: boolean;
  /** Manifest of the shard's last version, if the earlier version was made of it, or null. */
  readonly base: Manifest | null;
}

/**
 * Prepares a data directory with the version before of a shard. It has the shard's accounts and
 * portfolios, also those that were another shard's. Missing packs are fetched.
 */
export async function preparePrevious(options: PreviousOptions): Promise<PreviousVersion> {
  const { before, dataDir, ids, lastIds } = options;
  mkdirSync(dataDir.packs, { recursive: true });
  const last = await openLast(options);
  const isWanted = (id: string) => ids.has(id) || lastIds.has(id);
  const source = last ?? (await openSource(before.manifest, options, isWanted));
  try {
    const base = last?.stored.manifest ?? null;
    return { ...(await writePrevious(source, options)), base };
  } finally {
    source.stored.entries.close();
  }
}

/** Handles an error of `preparePrevious`. Returns null if the cause is a lost pack, else throws. */
export const nullIfLost =
  ({ lost }: Pick<ShardInput, 'lost'>, log: Log) =>
  (error: unknown): null => {
    const isLost = error instanceof StoreError && lost.some((name) => error.message.includes(name));
    if (!isLost) throw error;
    log.warn('the shard computes every account again', { reason: error.message });
    return null;
  };

/** Version that has the earlier state of the shard, and that state, with all packs fetched. */
interface Source extends ReturnType<typeof only> {
  /** Close after use. */
  readonly stored: StoredVersion;
}

/** Opens the shard's last version. Null if the shard does not continue from it, or it is lost. */
async function openLast(options: PreviousOptions): Promise<Source | null> {
  const { continues, log } = options;
  if (continues === null) return null;
  try {
    return await openSource(continues.manifest, options);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn('the shard continues from the version of all shards', { reason: error.message });
    return null;
  }
}

async function openSource(
  manifest: Content,
  { store, dataDir, ids }: PreviousOptions,
  isWanted?: (id: string) => boolean,
): Promise<Source> {
  const { snapshots, temporary } = dataDir;
  const stored = await readStored(store, temporary, manifest, {
    ...(isWanted && { isWanted }),
    snapshots,
  });
  try {
    const { assembled, isWhole } = only(ids, stored);
    await eachFewAtOnce(assembled.files, async (file) => {
      const path = join(snapshots, file.path);
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (size !== file.bytes) await store.fetch(file.path, file, path);
    });
    return { stored, assembled, isWhole };
  } catch (error) {
    stored.entries.close();
    throw error;
  }
}

async function writePrevious(
  { stored, assembled, isWhole }: Source,
  { store, dataDir, before, chain, continues, last, lastIds, versionNo }: PreviousOptions,
): Promise<Omit<PreviousVersion, 'base'>> {
  const version = versionOf(versionNo - 1, assembled.sha256);
  const asOf = continues?.asOf ?? stored.manifest.as_of;
  writeNamed(dataDir, version, assembled, asOf, { before: isWhole ? stored.entries : null });
  if (chain !== null) await store.fetch(objects.chain(chain), chain, dataDir.chain);
  if (isNewest(dataDir, before.version)) publishVersion(dataDir, version);
  else writePointer(dataDir.current, version, { name: 'version', again: makeReason('run_again') });
  const isContinued = last !== null && isNamedAfter(last, only(lastIds, stored).assembled.sha256);
  return { version, isContinued };
}

/**
 * Returns a version with only the wanted accounts of another. If these are all, its buckets remain
 * as they are, and none is read.
 */
function only(wanted: ReadonlySet<string>, stored: StoredVersion) {
  const { manifest, entries } = stored;
  const heads = new Map(
    entries.buckets().flatMap((bucket) => {
      const head = entries.head(bucket);
      return head ? [[bucket, head] as const] : [];
    }),
  );
  const isWhole = [...heads.values()].every(({ ids }) => ids.every((id) => wanted.has(id)));
  const inputs = isWhole
    ? heads
    : inBuckets([...accountsOf(stored)].filter(({ identity }) => wanted.has(identity.id)));
  const open = (bucket: number) => [...accountsOf(stored, bucket)];
  return { assembled: assemble(inputs, partFiles(manifest), open), isWhole };
}

/**
 * Returns true if no other version came after the one in service. A rollback puts it behind others.
 */
function isNewest(dataDir: DataDirectory, inService: string): boolean {
  const last = chainEnd(dataDir)?.link;
  return last?.version === inService && last.rollback !== true;
}

/**
 * Puts the current chain into the store for the shards of a batch. Null before the first version.
 */
export async function shareChain(store: Store, { chain }: DataDirectory): Promise<Content | null> {
  if (!existsSync(chain)) return null;
  const content = contentOf(chain);
  await store.put(objects.chain(content), content, chain);
  return content;
}
