import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { DataDirectory } from '../../base/data-directory.ts';
import { withIdleDays } from './idle-days.ts';
import {
  type AccountEntry,
  bucketCount,
  bucketFile,
  type FileEntry,
  type Identity,
  type ListName,
  layoutFormat,
  type Manifest,
  objectFile,
  type PartIndex,
  type PartIndexes,
  type PartName,
  type Subject,
} from './layout.ts';
import { type ListIndex, readListIndex } from './list-index.ts';
import { DamagedFile, differing, Objects, unreadable } from './object.ts';
import { readSealed } from './versions.ts';

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
  /** Bytes of a part as published; undefined where the account has none. */
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

/** The manifest of a version; throws unless it is as it was written. */
export const readManifest = (dataDir: DataDirectory, version: string): Manifest =>
  readSealed(
    dataDir.manifest(version),
    { version, format: layoutFormat },
    { name: 'snapshot', file: relative(dataDir.snapshots, dataDir.manifest(version)) },
  );

const allHere: FileSource = { isWhole: () => true, bring: async () => {} };

/** Returns the number of the bucket that an account is in. */
export const bucketOf = (id: string): number =>
  hash('sha256', id, 'buffer').readUInt16BE(0) % bucketCount;

/** Size of the cache of heads. */
const cachedHeads = 1000;

/** Buckets that `recheck` looks at in one call. */
const recheckedBuckets = 16;

/** Bytes of the buckets that are kept in memory. */
const cachedBytes = 256 * 1024 * 1024;

type Bucket = ReadonlyMap<string, Subject>;

/** Behind every object of a list stand a comma and a newline. */
const separatorBytes = 2;

/** Options of a version that is opened. */
interface OpenOptions {
  /** Manifest, if it was read already. */
  readonly manifest?: Manifest;
  readonly source?: FileSource;
}

/**
 * Opens a version. Throws if its manifest is not as it was written. Buckets and objects are opened
 * when they are needed, so opening costs the same for any number of accounts. Reading compares with
 * the SHA-256 first: a part each time, a list when it is opened and again after a write to its
 * file. Throws a DamagedFile if a file is missing or differs, and notes it in `damaged`.
 */
export const openSnapshot = (
  dataDir: DataDirectory,
  version: string,
  { manifest = readManifest(dataDir, version), source = allHere }: OpenOptions = {},
): StoredSnapshot => new StoredSnapshot(dataDir, manifest, source);

/** A version in the files of a data directory. */
export class StoredSnapshot implements Snapshot {
  readonly manifest: Manifest;
  readonly version: string;
  readonly damaged: Map<string, DamagedFile>;
  readonly #objects: Objects;
  readonly #dataDir: DataDirectory;
  readonly #source: FileSource;
  readonly #buckets = new LRUCache<number, Bucket>({ maxSize: cachedBytes });
  readonly #heads = new LRUCache<string, PartIndexes>({ max: cachedHeads });
  #rechecked = 0;

  constructor(dataDir: DataDirectory, manifest: Manifest, source: FileSource = allHere) {
    this.manifest = manifest;
    this.version = manifest.version;
    this.#objects = new Objects(dataDir.snapshots);
    this.damaged = this.#objects.damaged;
    this.#dataDir = dataDir;
    this.#source = source;
  }

  /** Numbers of the buckets that have accounts, in order. */
  buckets(): number[] {
    return Object.keys(this.manifest.buckets).map(Number);
  }

  /** Returns the subjects of a bucket by their ids, in order. */
  bucket(number: number): Bucket {
    const known = this.#buckets.get(number);
    const index = this.manifest.buckets[number];
    if (known || !index) return known ?? new Map();
    const file = bucketFile(index);
    const text = this.#read(file);
    if (hash('sha256', text) !== file.sha256) throw this.#objects.fault(differing(file));
    const bucket = new Map<string, Subject>();
    for (const line of text.toString().split('\n').slice(0, -1)) {
      const subject: Subject = JSON.parse(line);
      bucket.set(subject.identity.id, subject);
    }
    this.#buckets.set(number, bucket, { size: file.bytes + 1 });
    return bucket;
  }

  recheck(): void {
    try {
      this.#readAgain();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
    }
  }

  /** Reads some of the buckets and heads that are in memory again, others with each call. */
  #readAgain(): void {
    const numbers = this.buckets();
    for (let count = Math.min(recheckedBuckets, numbers.length); count > 0; count -= 1) {
      this.#rechecked = (this.#rechecked + 1) % numbers.length;
      const number = numbers[this.#rechecked] ?? 0;
      if (!this.#buckets.delete(number)) continue;
      for (const [id, subject] of this.bucket(number)) {
        if (this.#heads.has(id)) this.#objects.head(subject);
      }
    }
  }

  subject(id: string): Subject | undefined {
    return this.bucket(bucketOf(id)).get(id);
  }

  /** Tells whether the version has an account. */
  has(id: string): boolean {
    return this.subject(id) !== undefined;
  }

  /** Yields every subject, bucket by bucket. */
  *subjects(): Generator<Subject> {
    for (const bucket of this.buckets()) yield* this.bucket(bucket).values();
  }

  /** Yields every account without its parts. */
  *identities(): Generator<Identity> {
    for (const { identity } of this.subjects()) yield identity;
  }

  *ids(): Generator<string> {
    for (const { id } of this.identities()) yield id;
  }

  asOf(): string {
    return this.manifest.as_of;
  }

  entry(id: string): AccountEntry | undefined {
    const subject = this.subject(id);
    if (!subject) return undefined;
    const { identity, data, searched } = subject;
    const parts = () => this.#partsOf(subject);
    return {
      ...identity,
      data,
      searched,
      get parts() {
        return parts();
      },
    };
  }

  #partsOf(subject: Subject): PartIndexes {
    const { id } = subject.identity;
    const known = this.#heads.get(id);
    if (known) return known;
    const parts = this.#objects.head(subject);
    this.#heads.set(id, parts);
    return parts;
  }

  /** Finds a part. Undefined where the account or the part is not in the version. */
  #find(id: string, part: PartName): { subject: Subject; index: PartIndex } | undefined {
    const subject = this.subject(id);
    const index = subject && this.#partsOf(subject)[part];
    return index && { subject, index };
  }

  part(id: string, name: PartName): Buffer | undefined {
    const found = this.#find(id, name);
    const bytes = found && this.#objects.part(found.subject, found.index);
    return bytes && name === 'returns' ? withIdleDays(bytes) : bytes;
  }

  list(id: string, name: ListName): StoredList | undefined {
    const found = this.#find(id, name);
    if (!found) return undefined;
    const bytes = this.part(id, `${name}.index`);
    if (!bytes) throw new Error(`snapshot ${this.version} has no index of ${name}`);
    const objects = this.#objects;
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
  }

  async bring(id: string): Promise<void> {
    const subject = this.#source.isWhole() ? undefined : this.subject(id);
    if (subject) await this.#source.bring(this.#dataDir, objectFile(subject));
  }

  /** Yields every file of the version, each once. Leaves out buckets that are known, unread. */
  *files(known: ReadonlySet<string> = new Set()): Generator<FileEntry> {
    const seen = new Set<string>();
    for (const [number, index] of Object.entries(this.manifest.buckets)) {
      if (known.has(bucketFile(index).path)) continue;
      yield bucketFile(index);
      for (const subject of this.bucket(Number(number)).values()) {
        if (seen.has(subject.object)) continue;
        seen.add(subject.object);
        yield objectFile(subject);
      }
    }
  }

  close(): void {
    this.#objects.close();
  }

  #read({ path }: FileEntry): Buffer {
    try {
      return readFileSync(join(this.#dataDir.snapshots, path));
    } catch (cause) {
      throw this.#objects.fault(unreadable(path, cause));
    }
  }
}
