import type { DataDirectory } from '../../base/data-directory.ts';
import { DamagedFile } from './damaged-file.ts';
import { Entries } from './entries.ts';
import {
  type AccountEntry,
  type FileEntry,
  type ListName,
  type Manifest,
  objectFile,
  type PartName,
} from './layout.ts';
import { type ListIndex, readListIndex } from './list-index.ts';
import { readManifest } from './publish.ts';

/** A list of JSON objects, newest first, read by position. */
export interface StoredList {
  readonly index: ListIndex;
  /** Bytes of rows `from` up to `to`: the objects as published, a comma between them. */
  slice(from: number, to: number): Buffer;
}

/** One published version, immutable. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly version: string;
  ids(): Iterable<string>;
  entry(id: string): AccountEntry | undefined;
  /** Time of the run that published an account, unless its entry has an earlier one. */
  asOf(id: string): string;
  /** Bytes of a part exactly as published; undefined where the account has none. */
  part(id: string, part: PartName): Buffer | undefined;
  list(id: string, list: ListName): StoredList | undefined;
  /** Brings the object of an account unless it is here. Call it before parts are read. */
  bring(id: string): Promise<void>;
  /** Looks whether files that are in memory have changed, some with each call. Notes damage. */
  recheck(): void;
  /** Files that were found damaged since it was opened, by their paths. */
  readonly damaged: Map<string, DamagedFile>;
  close(): void;
}

/** Place from which objects of a version come that are not here yet. */
export interface FileSource {
  /** True once every object is here. */
  isWhole(): boolean;
  bring(dataDir: DataDirectory, file: FileEntry): Promise<void>;
}

const allHere: FileSource = { isWhole: () => true, bring: async () => {} };

/**
 * Opens a version. Throws if its manifest is not as it was written. Files are opened when they are
 * needed. Reading compares with the SHA-256 first: a part each time, a list when it is opened and
 * again after a write to its file. Throws a DamagedFile if a file is missing or differs, and notes
 * it in `damaged`.
 */
export function openSnapshot(
  dataDir: DataDirectory,
  version: string,
  source: FileSource = allHere,
): Snapshot {
  const entries = openEntries(dataDir, version);
  const { manifest, objects } = entries;
  const list = (id: string, name: ListName): StoredList | undefined => {
    const found = entries.find(id, name);
    if (!found) return undefined;
    const bytes = entries.part(id, `${name}.index`);
    if (!bytes) throw new Error(`snapshot ${version} has no index of ${name}`);
    const { subject, index: place } = found;
    const index = readListIndex(bytes, place.rows);
    let checkedAt = objects.check(subject, place);
    const slice = (from: number, to: number): Buffer => {
      if (from >= to) return Buffer.alloc(0);
      const start = index.offsets[from] ?? 0;
      const end = (index.offsets[to] ?? 0) - separatorBytes;
      const rows = objects.slice(subject, place, start, end);
      if (objects.changedAt(subject) === checkedAt) return rows;
      checkedAt = objects.check(subject, place);
      return objects.slice(subject, place, start, end);
    };
    return { index, slice };
  };

  return {
    manifest,
    version,
    damaged: objects.damaged,
    ids: () => entries.ids(),
    entry: (id) => entries.entry(id),
    asOf: () => manifest.as_of,
    part: (id, name) => entries.part(id, name),
    list,
    recheck() {
      try {
        entries.recheck();
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
      }
    },
    async bring(id) {
      const subject = source.isWhole() ? undefined : entries.subject(id);
      if (subject) await source.bring(dataDir, objectFile(subject));
    },
    close: () => entries.close(),
  };
}

/** Behind every object of a list stand a comma and a newline. */
const separatorBytes = 2;

/** Opens the accounts of a version. Throws if its manifest is not as it was written. */
export const openEntries = (
  dataDir: DataDirectory,
  version: string,
  manifest: Manifest = readManifest(dataDir, version),
): Entries => new Entries(dataDir.snapshots, manifest);
