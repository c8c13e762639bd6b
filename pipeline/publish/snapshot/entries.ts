import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import {
  type AccountEntry,
  bucketCount,
  bucketFile,
  type FileEntry,
  type Identity,
  type Manifest,
  objectFile,
  type PartIndex,
  type PartIndexes,
  type PartName,
  type Subject,
} from './layout.ts';
import { differing, Objects, unreadable } from './object.ts';

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

/**
 * Reads the accounts of a version. Buckets and objects are read when they are needed, so opening
 * costs the same for any number of accounts. What was read is as it was written, else a DamagedFile
 * is thrown.
 */
export class Entries {
  readonly manifest: Manifest;
  readonly objects: Objects;
  readonly #snapshots: string;
  readonly #buckets = new LRUCache<number, Bucket>({ maxSize: cachedBytes });
  readonly #heads = new LRUCache<string, PartIndexes>({ max: cachedHeads });
  #rechecked = 0;

  constructor(snapshots: string, manifest: Manifest) {
    this.manifest = manifest;
    this.objects = new Objects(snapshots);
    this.#snapshots = snapshots;
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
    if (hash('sha256', text) !== file.sha256) throw this.objects.fault(differing(file));
    const bucket = new Map<string, Subject>();
    for (const line of text.toString().split('\n').slice(0, -1)) {
      const subject: Subject = JSON.parse(line);
      bucket.set(subject.identity.id, subject);
    }
    this.#buckets.set(number, bucket, { size: file.bytes + 1 });
    return bucket;
  }

  /**
   * Reads some of the buckets and heads that are in memory again, others with each call. Throws a
   * DamagedFile if one of them is not as it was published any more.
   */
  recheck(): void {
    const numbers = this.buckets();
    for (let count = Math.min(recheckedBuckets, numbers.length); count > 0; count -= 1) {
      this.#rechecked = (this.#rechecked + 1) % numbers.length;
      const number = numbers[this.#rechecked] ?? 0;
      if (!this.#buckets.delete(number)) continue;
      for (const [id, subject] of this.bucket(number)) {
        if (this.#heads.has(id)) this.objects.head(subject);
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

  /** Ids of all accounts. */
  *ids(): Generator<string> {
    for (const { id } of this.identities()) yield id;
  }

  /** Returns an account. Its object is opened once its parts are needed. */
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
    const parts = this.objects.head(subject);
    this.#heads.set(id, parts);
    return parts;
  }

  /** Finds a part. Undefined where the account or the part is not in the version. */
  find(id: string, part: PartName): { subject: Subject; index: PartIndex } | undefined {
    const subject = this.subject(id);
    const index = subject && this.#partsOf(subject)[part];
    return index && { subject, index };
  }

  /** Bytes of a part exactly as published; undefined where the account has none. */
  part(id: string, name: PartName): Buffer | undefined {
    const found = this.find(id, name);
    return found && this.objects.part(found.subject, found.index);
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
    this.objects.close();
  }

  #read({ path }: FileEntry): Buffer {
    try {
      return readFileSync(join(this.#snapshots, path));
    } catch (cause) {
      throw this.objects.fault(unreadable(path, cause));
    }
  }
}
