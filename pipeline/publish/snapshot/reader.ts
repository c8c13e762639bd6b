import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { Entries } from './entries.ts';
import type {
  AccountEntry,
  FileEntry,
  Identity,
  ListName,
  Manifest,
  PartIndex,
  PartName,
} from './layout.ts';
import { type ListIndex, readListIndex } from './list-index.ts';
import { readManifest } from './publish.ts';

/** A list of JSON objects, newest first, read by position. */
export interface StoredList {
  readonly index: ListIndex;
  /** Bytes of rows `from` up to `to`: the objects as published, a comma between them. */
  slice(from: number, to: number): Buffer;
}

/** Some accounts of a version. Two buckets with the same hash have the same entries. */
export interface Bucket {
  readonly sha256: string;
  entries(): Iterable<AccountEntry>;
}

/** One published version, immutable; reads go to its open files. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly version: string;
  ids(): Iterable<string>;
  entry(id: string): AccountEntry | undefined;
  /** Yields the buckets that have accounts. */
  buckets(): Iterable<Bucket>;
  /** Bytes of a part exactly as published; undefined where the account has none. */
  part(id: string, part: PartName): Buffer | undefined;
  list(id: string, list: ListName): StoredList | undefined;
  close(): void;
}

/** Opens a version; throws when a file of it is missing or not as long as the manifest says. */
export function openSnapshot(dataDir: DataDirectory, version: string): Snapshot {
  const manifest = readManifest(dataDir, version);
  const open = openFiles(dataDir.snapshots, manifest.files);
  const entries = entriesBeside(open, dataDir, manifest);

  const read = (partIndex: PartIndex, from: number, to: number): Buffer => {
    const [ordinal, offset] = partIndex;
    const file = open[ordinal];
    if (file === undefined) throw new Error(`snapshot ${version} has no file ${ordinal}`);
    const bytes = Buffer.allocUnsafe(to - from);
    const count = readSync(file, bytes, 0, bytes.length, offset + from);
    if (count !== bytes.length) throw new Error(`snapshot ${version} ends too early`);
    return bytes;
  };
  const indexOf = (id: string, part: PartName): PartIndex | undefined =>
    entries.entry(id)?.parts[part];
  const part = (id: string, name: PartName): Buffer | undefined => {
    const partIndex = indexOf(id, name);
    return partIndex && read(partIndex, 0, partIndex[2]);
  };

  return {
    manifest,
    version,
    ids: () => entries.ids(),
    entry: (id) => entries.entry(id),
    *buckets() {
      for (const bucket of entries.buckets()) {
        const sha256 = manifest.buckets[bucket]?.[3] ?? '';
        yield { sha256, entries: () => entries.inBucket(bucket) };
      }
    },
    part,
    list(id, name) {
      const partIndex = indexOf(id, name);
      if (!partIndex) return undefined;
      const bytes = part(id, `${name}.index`);
      if (!bytes) throw new Error(`snapshot ${version} has no index of ${name}`);
      const index = readListIndex(bytes, partIndex[4]);
      return {
        index,
        slice(from, to) {
          if (from >= to) return Buffer.alloc(0);
          const start = index.offsets[from] ?? 0;
          const end = (index.offsets[to] ?? 0) - separatorBytes;
          return read(partIndex, start, end);
        },
      };
    },
    close() {
      for (const file of open) closeSync(file);
      entries.close();
    },
  };
}

/** Behind every object of a list stand a comma and a newline. */
const separatorBytes = 2;

/** Opens the accounts of a version. Throws if a file of them is missing. */
export const openEntries = (
  dataDir: DataDirectory,
  version: string,
  manifest: Manifest = readManifest(dataDir, version),
): Entries => new Entries(manifest, ({ path }) => join(dataDir.snapshots, path));

/** Reads all accounts of a version without their parts. */
export function readIdentities(dataDir: DataDirectory, version: string): Identity[] {
  const entries = openEntries(dataDir, version);
  try {
    return [...entries.identities()];
  } finally {
    entries.close();
  }
}

function entriesBeside(
  open: readonly number[],
  dataDir: DataDirectory,
  manifest: Manifest,
): Entries {
  try {
    return openEntries(dataDir, manifest.version, manifest);
  } catch (error) {
    for (const file of open) closeSync(file);
    throw error;
  }
}

function openFiles(snapshots: string, files: readonly FileEntry[]): number[] {
  const open: number[] = [];
  try {
    for (const { path, bytes } of files) {
      const file = openSync(join(snapshots, path), 'r');
      open.push(file);
      const { size } = fstatSync(file);
      if (size !== bytes) throw new Error(`${path} has ${size} bytes instead of ${bytes}`);
    }
    return open;
  } catch (error) {
    for (const file of open) closeSync(file);
    throw error;
  }
}
