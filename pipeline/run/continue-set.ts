import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { replaceFile } from '../base/files.ts';
import { type Log, silentLog } from '../base/log.ts';
import { type IsOwn, type Partition, partitionsOf } from '../base/partition.ts';
import { makeReason } from '../base/reasons/reason.ts';
import type { PartitionAccounts } from '../load/others-rows.ts';
import {
  appendToChain,
  chainEnd,
  chainId,
  continuingLine,
  type Earlier,
  versionsInChain,
} from '../publish/snapshot/chain.ts';
import { Draft } from '../publish/snapshot/draft.ts';
import {
  emptyId,
  type FileEntry,
  type Manifest,
  objectFile,
  type Subject,
} from '../publish/snapshot/layout.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { currentVersion, nextSequence, writeNamed } from '../publish/snapshot/publish.ts';
import { openSnapshot, readManifest } from '../publish/snapshot/reader.ts';
import { restatedInChain } from '../publish/snapshot/restated-in-chain.ts';
import {
  fetchFile,
  fetchManifest,
  objectsIn,
  type Shared,
  sharedAs,
} from '../publish/snapshot/shared.ts';
import { fetchChain } from '../publish/snapshot/shared-chain.ts';
import { sequenceOf, versionOf } from '../publish/snapshot/versions.ts';
import { eachFewAtOnce } from '../publish/store/few-at-once.ts';
import type { PublishedPointer } from '../publish/store/pointer-row.ts';
import type { Store } from '../publish/store/store.ts';

/**
 * Gives a partition what others in service have of its accounts and portfolios. It does so at the
 * beginning of a new set, and if accounts may have `joined` it since. So those that are held back
 * keep their figures, badges keep their data, and the chain has their restatements. The caller must
 * hold the lease.
 */
export async function continueSet(
  shared: Shared,
  dataDir: DataDirectory,
  { isOwn, joined }: { readonly isOwn: IsOwn; readonly joined: boolean },
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const { pointer, partition } = shared;
  const set = await pointer.readSet();
  const row = await pointer.read();
  const isInService = set.partitions.length === partition.count;
  const isBegun = isInService || (row.version !== '' && row.ageSeconds < set.ageSeconds);
  if (isBegun && !joined) return;
  if (!isBegun && row.version !== '') await pointer.empty(partition);
  const sources = partitionsOf(set.partitions.length).filter(
    ({ index }) => !isInService || index !== partition.index,
  );
  await withParts(shared, dataDir, sources, async (parts) => {
    if (parts.length === 0) return;
    const accounts = await begin(parts, dataDir, { isOwn, isBegun }, log);
    if (accounts > 0 || !isBegun) log.info('continues the partitions in service', { accounts });
  });
}

/**
 * Lists the accounts and portfolios that a partition published and that go to another one, which
 * has not published them yet. Until then this one goes on with them.
 */
export async function leavingAccounts(
  shared: Shared,
  dataDir: DataDirectory,
  { partition, isOwn, homeIn }: PartitionAccounts,
): Promise<string[]> {
  const { length: count } = (await shared.pointer.readSet()).partitions;
  const left = count === partition.count ? publishedIds(dataDir).filter((id) => !isOwn(id)) : [];
  if (left.length === 0) return [];
  const homes = partitionsOf(count).filter(({ index }) => left.some((id) => homeIn(id) === index));
  return withParts(shared, dataDir, homes, async (parts) => {
    const arrived = new Set(parts.flatMap(({ place }) => publishedIds(place)));
    return left.filter((id) => !arrived.has(id));
  });
}

/** Ids of what a data directory has published. None if it is damaged: all is computed anew then. */
function publishedIds(dataDir: DataDirectory): string[] {
  const version = currentVersion(dataDir);
  if (version === null) return [];
  try {
    return [...openSnapshot(dataDir, version).ids()].filter((id) => id !== emptyId);
  } catch (error) {
    if (error instanceof CommandError) return [];
    throw error;
  }
}

/** Lends the lists of accounts that partitions published. Those without a version are left out. */
async function withParts<Result>(
  shared: Shared,
  { temporary }: DataDirectory,
  partitions: readonly Partition[],
  work: (parts: readonly Part[]) => Promise<Result>,
): Promise<Result> {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'set-'));
  try {
    const parts: Part[] = [];
    for (const [at, partition] of partitions.entries()) {
      const place = dataDirectory(join(folder, `${at}`));
      const part = await readPart(sharedAs(shared, partition), place);
      if (part !== null) parts.push(part);
    }
    return await work(parts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publication of a partition in service. */
interface Part {
  readonly shared: Shared;
  /** Has its list of accounts, and its chain. */
  readonly place: DataDirectory;
  readonly manifest: Manifest;
  readonly pointed: PublishedPointer;
}

/** Fetches the accounts of a partition without their objects. Null if nothing is published. */
async function readPart(shared: Shared, place: DataDirectory): Promise<Part | null> {
  const store = objectsIn(shared);
  const pointed = await shared.pointer.read();
  if (pointed.version === '') return null;
  await fetchManifest(store, place, pointed);
  const manifest = readManifest(place, pointed.version);
  replaceFile(place.current, `${pointed.version}\n`);
  await fetchChain(shared.pointer.chain, place, silentLog);
  return { shared, place, manifest, pointed };
}

/**
 * Writes the version that a partition begins or goes on with, and its line of the chain. Returns
 * how many accounts and portfolios came from others.
 */
async function begin(
  parts: readonly Part[],
  dataDir: DataDirectory,
  { isOwn, isBegun }: { readonly isOwn: IsOwn; readonly isBegun: boolean },
  log: Pick<Log, 'warn'>,
): Promise<number> {
  const newest = parts.toSorted((first, second) =>
    second.manifest.as_of.localeCompare(first.manifest.as_of),
  );
  const published = isBegun ? currentVersion(dataDir) : null;
  const before = published === null ? null : openSnapshot(dataDir, published);
  const subjects = new Map<string, { subject: Subject; part: Part }>();
  for (const part of newest) {
    const entries = openSnapshot(part.place, part.pointed.version, {
      manifest: part.manifest,
    });
    for (const subject of entries.subjects()) {
      const { id } = subject.identity;
      const isKnown = id === emptyId || subjects.has(id) || before?.has(id);
      if (!isKnown && isOwn(id)) subjects.set(id, { subject, part });
    }
    entries.close();
  }
  await eachFewAtOnce([...subjects], async ([id, { subject, part }]) => {
    const store = objectsIn(part.shared);
    if (await isBrought(store, dataDir, objectFile(subject))) return;
    subjects.delete(id);
    log.warn('the store has lost an object of the partitions in service', {
      object: subject.object,
      store: store.address,
    });
  });
  if (isBegun && subjects.size === 0) return 0;
  const draft = new Draft(dataDir, before);
  for (const { subject, part } of subjects.values()) {
    const identity = { as_of: part.manifest.as_of, ...subject.identity };
    draft.adopt({ ...subject, identity });
  }
  if (!isBegun) for (const path of [dataDir.current, dataDir.chain]) rmSync(path, { force: true });
  const drafted = draft.finish();
  const sequence = Math.max(isBegun ? nextSequence(dataDir) : 0, ...parts.map(lastSequence));
  const version = versionOf(sequence, drafted.sha256);
  const asOf = before?.manifest.as_of ?? newest[0]?.manifest.as_of ?? '';
  const manifest = writeNamed(dataDir, version, drafted, asOf);
  const ids = new Set([...subjects.keys()].map(chainId));
  const line = continuingLine(manifest, {
    continues: parts.map(({ place }) => chainEnd(place)?.sha256 ?? ''),
    earlier: earlierIn(parts, ids),
    rollback: (!isBegun && parts.some(({ place }) => chainEnd(place)?.link?.rollback)) || undefined,
  });
  appendToChain(dataDir, line);
  writePointer(dataDir.current, version, {
    code: 'run_unconfirmed_version',
    again: makeReason('run_again'),
  });
  return subjects.size;
}

/**
 * Brings a file. Returns false if the store has lost it. Nothing may put it back, since the
 * partitions before run no more, and figures can be computed anew.
 */
async function isBrought(store: Store, dataDir: DataDirectory, file: FileEntry): Promise<boolean> {
  try {
    await fetchFile(store, dataDir, file);
    return true;
  } catch (error) {
    if ((await store.read(file.path)) === null) return false;
    throw error;
  }
}

/** Highest number of a version of a partition. After a rollback it is not the one in service. */
function lastSequence({ place, manifest }: Part): number {
  const numbers = versionsInChain(place).filter(Boolean).map(sequenceOf);
  return numbers.reduce((last, number) => Math.max(last, number), manifest.sequence);
}

/** Collects the restatements that the chains have of these accounts. */
function earlierIn(parts: readonly Part[], ids: ReadonlySet<string>): Earlier {
  const earlier: Record<string, Earlier[string][number][]> = {};
  for (const { place } of parts) {
    for (const [id, restated] of restatedInChain(place)) {
      if (ids.has(id)) earlier[id] = [...(earlier[id] ?? []), ...restated];
    }
  }
  return earlier;
}
