import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { isAbsent, replaceFile, syncFile, syncFiles } from '../../base/files.ts';
import { type Partition, partitionsOf, publishedAs, wholePartition } from '../../base/partition.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import type { Config } from '../../config/config.ts';
import { eachFewAtOnce } from '../store/few-at-once.ts';
import type { Pointer } from '../store/pointer.ts';
import type { Publication, PublishedPointer } from '../store/pointer-row.ts';
import type { Content, Store } from '../store/store.ts';
import { bucketFile, type FileEntry, type Manifest } from './layout.ts';
import { putManifest } from './publish.ts';
import { readManifest, StoredSnapshot } from './reader.ts';
import { sha256Of } from './versions.ts';

/**
 * Store and pointer that several machines share. The pointer's rows name the version in service.
 */
export interface Shared {
  readonly store: Store;
  /** Partition that this process publishes. */
  readonly partition: Partition;
  /** Row of that partition, and all that partitions share. */
  readonly pointer: Pointer;
  /** Returns the part of the store with the versions of a partition. */
  objectsOf(partition: Partition): Store;
  /** Of the PostgreSQL that the pointer is in. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** The settings that say what is shared. */
export type SharedSettings = Pick<
  Config,
  'store' | 'storeEndpoint' | 'storeRegion' | 'databaseUrl'
> &
  Partial<Pick<Config, 'partition'>>;

/** Opens what the settings name; null where one machine is all. */
export async function openShared(config: SharedSettings): Promise<Shared | null> {
  const { store: address, storeEndpoint: endpoint, storeRegion: region, databaseUrl } = config;
  if (address === null || databaseUrl === null) return null;
  // Loaded here alone: one machine needs none of it.
  const [{ openStore }, { openPointer }] = await Promise.all([
    import('../store/open.ts'),
    import('../store/pointer.ts'),
  ]);
  const partition = config.partition ?? wholePartition;
  const at = { address, endpoint, region };
  const store = await openStore(at);
  const pointer = await openPointer(databaseUrl, undefined, partition);
  const opened = new Map<string, Store>([[publishedAs(wholePartition), store]]);
  return {
    store,
    partition,
    pointer,
    objectsOf(wanted) {
      const name = publishedAs(wanted);
      const objects = opened.get(name) ?? store.within(name);
      opened.set(name, objects);
      return objects;
    },
    databaseUrl,
    async close() {
      for (const objects of opened.values()) objects.close();
      await pointer.close();
    },
  };
}

/** The part of the store with the versions of the partition that this process publishes. */
export const objectsIn = ({ partition, objectsOf }: Shared): Store => objectsOf(partition);

/**
 * Returns what each partition in service shares. A process of one partition gets only its own,
 * which may not be in service yet.
 */
export async function sharedInService(shared: Shared): Promise<Shared[]> {
  const { partition: own, pointer } = shared;
  const count = own.count > 1 ? 1 : (await pointer.readSet()).partitions.length;
  if (count === 1) return [shared];
  return partitionsOf(count).map((partition) => sharedAs(shared, partition));
}

/** Returns what a partition shares, as its own process sees it. */
export const sharedAs = (shared: Shared, partition: Partition): Shared => ({
  ...shared,
  partition,
  pointer: { ...shared.pointer, ...shared.pointer.rowOf(partition) },
});

/** Returns the name of a machine. It includes the path, since two may run on one host. */
export const machineOf = ({ path }: DataDirectory): string => `${hostname()} ${path}`;

/** Publication that a data directory has noted. */
export interface NotedPointer extends Pick<PublishedPointer, 'serial' | 'version'> {
  /** False while a server's copy lacks some of its files. */
  readonly isWhole: boolean;
}

/** The publication that a data directory is at; serial 0 where it has noted none. */
export function readNotedPointer({ serial }: Pick<DataDirectory, 'serial'>): NotedPointer {
  try {
    const noted = JSON.parse(readFileSync(serial, 'utf8'));
    const { whole: isWhole } = noted;
    return { serial: Number(noted.serial), version: String(noted.version), isWhole };
  } catch (error) {
    if (isAbsent(error)) return { serial: 0, version: '', isWhole: false };
    throw new CommandError(makeReason('run_serial_damaged', { file: serial }), exitCodes.failed, {
      cause: error,
    });
  }
}

/** Notes the publication that a data directory is at. */
export const noteSerial = (
  directory: Pick<DataDirectory, 'serial'>,
  { serial, version, isWhole }: NotedPointer,
): void =>
  replaceFile(directory.serial, `${JSON.stringify({ serial, version, whole: isWhole })}\n`);

/** The bytes of a file as they were written, and what they must be elsewhere. */
export function writtenAt(path: string): [Buffer, Content] {
  const bytes = readFileSync(path);
  return [bytes, { sha256: sha256Of(bytes), bytes: bytes.length }];
}

/** Returns true if a file is there with that content. */
export function isWrittenAt(path: string, { sha256 }: Content): boolean {
  try {
    return writtenAt(path)[1].sha256 === sha256;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Returns true if a data directory has the version of a publication, compared by manifest. */
export const hasVersion = (dataDir: DataDirectory, { version, manifest }: Publication): boolean =>
  isWrittenAt(dataDir.manifest(version), manifest);

/** Puts these files of a version in the store, then its manifest. The store must have the rest. */
export async function putVersion(
  store: Store,
  dataDir: DataDirectory,
  version: string,
  files: readonly FileEntry[],
): Promise<Content> {
  await store.putAll(
    files.map((file) => ({
      name: file.path,
      content: file,
      source: join(dataDir.snapshots, file.path),
    })),
  );
  const [bytes, manifest] = writtenAt(dataDir.manifest(version));
  await store.put(manifestName(manifest), manifest, bytes);
  return manifest;
}

/**
 * Brings a version from the store, every byte checked; only what is not there yet is fetched. All
 * of it is on disk then.
 */
export async function fetchVersion(
  store: Store,
  dataDir: DataDirectory,
  publication: Publication,
): Promise<void> {
  await fetchManifest(store, dataDir, publication, async (manifest) => {
    const { snapshots } = dataDir;
    await fetchFiles(store, dataDir, manifest);
    const files = [...new StoredSnapshot(dataDir, manifest).files()];
    syncFiles(
      snapshots,
      files.map(({ path }) => join(snapshots, path)),
    );
  });
}

/** Brings the manifest of a version, after its lists of accounts and what `before` brings. */
export async function fetchManifest(
  store: Store,
  dataDir: DataDirectory,
  { version, manifest }: Publication,
  before: (manifest: Manifest) => Promise<void> = async () => {},
): Promise<void> {
  mkdirSync(dataDir.temporary, { recursive: true });
  mkdirSync(dataDir.snapshots, { recursive: true });
  const path = join(dataDir.temporary, `${version}-${process.pid}`);
  try {
    await store.fetch(manifestName(manifest), manifest, path);
    const fetched: Manifest = JSON.parse(readFileSync(path, 'utf8'));
    await fetchLists(store, dataDir, fetched);
    await before(fetched);
    syncFile(path);
    putManifest(dataDir, version, path);
  } finally {
    rmSync(path, { force: true });
  }
  readManifest(dataDir, version);
}

/** Brings the files that a manifest names, each unless it is here, until it is not wanted. */
export async function fetchFiles(
  store: Store,
  dataDir: DataDirectory,
  manifest: Manifest,
  isWanted = () => true,
): Promise<void> {
  await eachFewAtOnce([...new StoredSnapshot(dataDir, manifest).files()], async (file) => {
    if (isWanted()) await fetchFile(store, dataDir, file);
  });
}

/** Brings the lists of accounts that a manifest names. */
const fetchLists = (store: Store, dataDir: DataDirectory, { buckets }: Manifest): Promise<void> =>
  eachFewAtOnce(Object.values(buckets).map(bucketFile), (file) => fetchFile(store, dataDir, file));

/** Fetches a file of a version unless it is here. */
export async function fetchFile(
  store: Pick<Store, 'fetch'>,
  { snapshots }: DataDirectory,
  file: FileEntry,
): Promise<void> {
  if (!filePattern.test(file.path)) throw new Error(`${file.path} is no file of a version`);
  const path = join(snapshots, file.path);
  const isHere = () => statSync(path, { throwIfNoEntry: false })?.size === file.bytes;
  if (isHere()) return;
  mkdirSync(dirname(path), { recursive: true });
  try {
    await store.fetch(file.path, file, path);
  } catch (error) {
    // Who fetched the same file sooner may have completed the copy, and removed what no version
    // names. That includes the unfinished file of this call.
    if (!isHere()) throw error;
  }
}

const filePattern = /^[a-z]+\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

export const manifestName = ({ sha256 }: Content): string => `manifests/${sha256}.json`;
