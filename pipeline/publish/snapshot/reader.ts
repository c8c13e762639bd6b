import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { type Bytes, openBytes } from './bytes.ts';
import { DamagedFile } from './damaged-file.ts';
import { Entries } from './entries.ts';
import type { AccountEntry, FileEntry, ListName, Manifest, PartIndex, PartName } from './layout.ts';
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
  /** Files that were found damaged since it was opened, by their paths in the manifest. */
  readonly damaged: Map<string, DamagedFile>;
  /** Returns the paths of files that somebody has written to since the version was opened. */
  written(): string[];
  close(): void;
}

/**
 * Opens a version. Throws if a file of it is missing or not as long as the manifest says. Reading
 * compares with the SHA-256 first: a part each time, a list when it is opened and again after a
 * write to its file. Throws a DamagedFile on a difference, and notes it in `damaged`.
 */
export function openSnapshot(dataDir: DataDirectory, version: string): Snapshot {
  const manifest = readManifest(dataDir, version);
  const open = openFiles(dataDir.snapshots, manifest.files);
  const entries = entriesBeside(open, dataDir, manifest);
  const damaged = new Map<string, DamagedFile>();
  const openedAt = open.map((file) => file.changedAt());

  const note = (error: unknown): void => {
    if (error instanceof DamagedFile) damaged.set(error.file, error);
  };
  const noting = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (error) {
      note(error);
      throw error;
    }
  };
  function* notingEach<Item>(items: Iterable<Item>): Generator<Item> {
    try {
      yield* items;
    } catch (error) {
      note(error);
      throw error;
    }
  }
  const faultOf = (ordinal: number, what: string, options?: ErrorOptions): DamagedFile => {
    const path = manifest.files[ordinal]?.path ?? `file ${ordinal}`;
    return new DamagedFile(path, `${path}: ${what}`, options);
  };
  const fileOf = (ordinal: number): Bytes => {
    const file = open[ordinal];
    if (file === undefined) throw new Error(`snapshot ${version} has no file ${ordinal}`);
    return file;
  };
  const read = ([ordinal, offset]: PartIndex, from: number, to: number): Buffer => {
    const bytes = Buffer.allocUnsafe(to - from);
    try {
      fileOf(ordinal).read(bytes, offset + from);
    } catch (cause) {
      throw faultOf(ordinal, `cannot be read: ${cause}`, { cause });
    }
    return bytes;
  };
  const indexOf = (id: string, part: PartName): PartIndex | undefined =>
    entries.entry(id)?.parts[part];
  const part = (id: string, name: PartName): Buffer | undefined => {
    const partIndex = indexOf(id, name);
    if (!partIndex) return undefined;
    const [ordinal, , length, sha256] = partIndex;
    const bytes = read(partIndex, 0, length);
    if (hash('sha256', bytes) !== sha256) throw faultOf(ordinal, differs);
    return bytes;
  };
  /** Checks every byte of a list. Returns when its file was last written. */
  const checkList = (partIndex: PartIndex): number => {
    const [ordinal, , length, sha256] = partIndex;
    const changedAt = fileOf(ordinal).changedAt();
    const digest = createHash('sha256');
    for (let from = 0; from < length; from += pieceBytes) {
      digest.update(read(partIndex, from, Math.min(from + pieceBytes, length)));
    }
    if (digest.digest('hex') !== sha256) throw faultOf(ordinal, differs);
    return changedAt;
  };

  return {
    manifest,
    version,
    damaged,
    written: () =>
      manifest.files
        .filter((_, ordinal) => fileOf(ordinal).changedAt() !== openedAt[ordinal])
        .map(({ path }) => path),
    ids: () => notingEach(entries.ids()),
    entry: (id) => noting(() => entries.entry(id)),
    *buckets() {
      for (const bucket of entries.buckets()) {
        const sha256 = manifest.buckets[bucket]?.[3] ?? '';
        yield { sha256, entries: () => notingEach(entries.inBucket(bucket)) };
      }
    },
    part: (id, name) => noting(() => part(id, name)),
    list: (id, name) =>
      noting(() => {
        const partIndex = indexOf(id, name);
        if (!partIndex) return undefined;
        const bytes = part(id, `${name}.index`);
        if (!bytes) throw new Error(`snapshot ${version} has no index of ${name}`);
        const index = readListIndex(bytes, partIndex[4]);
        let checkedAt = checkList(partIndex);
        const slice = (from: number, to: number): Buffer => {
          if (from >= to) return Buffer.alloc(0);
          const start = index.offsets[from] ?? 0;
          const end = (index.offsets[to] ?? 0) - separatorBytes;
          const rows = read(partIndex, start, end);
          if (fileOf(partIndex[0]).changedAt() === checkedAt) return rows;
          checkedAt = checkList(partIndex);
          return read(partIndex, start, end);
        };
        return { index, slice: (from: number, to: number) => noting(() => slice(from, to)) };
      }),
    close() {
      for (const file of open) file.close();
      entries.close();
    },
  };
}

/** Bytes of a list that are checked at once. */
const pieceBytes = 1 << 20;

const differs = 'its bytes are not those that were published; run the pipeline with --full';

/** Behind every object of a list stand a comma and a newline. */
const separatorBytes = 2;

/** Opens the accounts of a version. Throws if a file of them is missing. */
export const openEntries = (
  dataDir: DataDirectory,
  version: string,
  manifest: Manifest = readManifest(dataDir, version),
): Entries => new Entries(manifest, ({ path }) => join(dataDir.snapshots, path));

function entriesBeside(
  open: readonly Bytes[],
  dataDir: DataDirectory,
  manifest: Manifest,
): Entries {
  try {
    return openEntries(dataDir, manifest.version, manifest);
  } catch (error) {
    for (const file of open) file.close();
    throw error;
  }
}

function openFiles(snapshots: string, files: readonly FileEntry[]): Bytes[] {
  const open: Bytes[] = [];
  try {
    for (const { path, bytes } of files) {
      const file = openBytes(join(snapshots, path));
      open.push(file);
      if (file.length !== bytes) {
        throw new Error(`${path} has ${file.length} bytes instead of ${bytes}`);
      }
    }
    return open;
  } catch (error) {
    for (const file of open) file.close();
    throw error;
  }
}
