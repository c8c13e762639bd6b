import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Bytes, openBytes } from './bytes.ts';
import { DamagedFile } from './damaged-file.ts';
import {
  type AccountEntry,
  type BucketHead,
  bucketCount,
  type FileEntry,
  type Identity,
  type Manifest,
} from './layout.ts';

/** Returns the number of the bucket that an account is in. */
export const bucketOf = (id: string): number =>
  hash('sha256', id, 'buffer').readUInt16BE(0) % bucketCount;

/** The entry that a line is. */
export const parsed = (line: Buffer): AccountEntry => JSON.parse(line.toString());

const partsBegin = Buffer.from(',"parts":{');

/** Reads an entry without its parts, which take most of the time to parse. */
export function identityIn(line: Buffer): Identity {
  // Text can't contain these bytes, because JSON escapes its quotes.
  const end = line.indexOf(partsBegin);
  return JSON.parse(`${line.toString('utf8', 0, end)}}`);
}

/** Size of the cache of parsed entries. */
const cachedEntries = 1000;

/** One account of a bucket. The line is without its end. */
interface EntryLine {
  readonly id: string;
  readonly line: Buffer;
}

/** Files of the version that the buckets lie in, by their ordinals in the manifest. */
export const entryFiles = ({ files, buckets }: Pick<Manifest, 'files' | 'buckets'>) => {
  const ordinals = new Set(Object.values(buckets).map(([ordinal]) => ordinal));
  return new Map(
    [...ordinals].map((ordinal): [number, FileEntry] => {
      const file = files[ordinal];
      if (!file) throw new Error(`a bucket is in file ${ordinal}, which the manifest lacks`);
      return [ordinal, file];
    }),
  );
};

/** Files of the version that hold parts. They come before those of buckets. */
export const partFiles = (manifest: Pick<Manifest, 'files' | 'buckets'>): FileEntry[] =>
  manifest.files.slice(0, manifest.files.length - entryFiles(manifest).size);

/**
 * Reads the accounts of a version. Buckets are read when they are needed, so opening costs the same
 * for any number of accounts. Files may be removed from their folder while they are open.
 */
export class Entries {
  readonly manifest: Manifest;
  readonly #files = new Map<number, Bytes>();
  readonly #heads = new Map<number, BucketHead>();
  /** Times at which the files of buckets were last written, when their bytes were checked. */
  readonly #checked = new Map<number, number>();
  readonly #cache = new LRUCache<string, AccountEntry>({ max: cachedEntries });
  readonly #isWanted: (id: string) => boolean;

  /** Opens the files at the paths that `pathOf` returns. Without `isWanted` it has all accounts. */
  constructor(
    manifest: Manifest,
    pathOf: (file: FileEntry) => string,
    isWanted: (id: string) => boolean = () => true,
  ) {
    this.manifest = manifest;
    this.#isWanted = isWanted;
    try {
      for (const [ordinal, file] of entryFiles(manifest)) {
        this.#files.set(ordinal, openBytes(pathOf(file)));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Numbers of the buckets that have accounts, in order. */
  buckets(): number[] {
    return Object.keys(this.manifest.buckets).map(Number);
  }

  /** Ids of all accounts, bucket by bucket. */
  *ids(): Generator<string> {
    for (const bucket of this.buckets()) {
      for (const id of this.head(bucket)?.ids ?? []) if (this.#isWanted(id)) yield id;
    }
  }

  /** Returns the head of a bucket, or undefined if it has no accounts. Throws if it is damaged. */
  head(bucket: number): BucketHead | undefined {
    const known = this.#heads.get(bucket);
    const index = this.manifest.buckets[bucket];
    if (known || !index) return known;
    const [ordinal, offset, bytes, sha256] = index;
    const text = this.#read(ordinal, offset, bytes);
    if (hash('sha256', text) !== sha256) throw this.#damaged(bucket);
    const head: BucketHead = JSON.parse(text.toString());
    this.#heads.set(bucket, head);
    return head;
  }

  /** Tells whether the version has an account, from the head of its bucket. */
  has(id: string): boolean {
    return this.#isWanted(id) && positionIn(this.head(bucketOf(id))?.ids ?? [], id) >= 0;
  }

  entry(id: string): AccountEntry | undefined {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const line = this.line(id);
    const entry = line && parsed(line);
    if (entry) this.#cache.set(id, entry);
    return entry;
  }

  /**
   * Returns the line of an account, or undefined if the version lacks the account. Checks its whole
   * bucket when it is read first, and again once the file was written. Throws if it is damaged.
   */
  line(id: string): Buffer | undefined {
    const bucket = bucketOf(id);
    const head = this.head(bucket);
    const index = this.manifest.buckets[bucket];
    const position = head ? positionIn(head.ids, id) : -1;
    if (!head || !index || position < 0 || !this.#isWanted(id)) return undefined;
    const begin = head.ends[position - 1] ?? 0;
    const end = (head.ends[position] ?? 0) - 1;
    const line = this.#read(index[0], index[1] + index[2] + begin, end - begin);
    const changedAt = this.#files.get(index[0])?.changedAt();
    if (changedAt === this.#checked.get(bucket)) return line;
    const lines = this.bytes(bucket).subarray(index[2]);
    if (changedAt !== undefined) this.#checked.set(bucket, changedAt);
    return lines.subarray(begin, end);
  }

  /** Yields the lines of a bucket. Throws if it is damaged. */
  *lines(bucket: number): Generator<EntryLine> {
    const head = this.head(bucket);
    const body = this.bytes(bucket).subarray(this.manifest.buckets[bucket]?.[2]);
    let begin = 0;
    for (const [position, id] of (head?.ids ?? []).entries()) {
      const end = head?.ends[position] ?? 0;
      if (this.#isWanted(id)) yield { id, line: body.subarray(begin, end - 1) };
      begin = end;
    }
  }

  /** Returns a bucket with its head. Throws if it is damaged. */
  bytes(bucket: number): Buffer {
    const head = this.head(bucket);
    const index = this.manifest.buckets[bucket];
    if (!head || !index) return Buffer.alloc(0);
    const [ordinal, offset, headBytes] = index;
    const bytes = this.#read(ordinal, offset, headBytes + (head.ends.at(-1) ?? 0));
    if (hash('sha256', bytes.subarray(headBytes)) !== head.sha256) throw this.#damaged(bucket);
    return bytes;
  }

  /** Yields every account without its parts. */
  *identities(): Generator<Identity> {
    for (const bucket of this.buckets()) {
      for (const { line } of this.lines(bucket)) yield identityIn(line);
    }
  }

  /** Yields every entry, without the cost of a lookup for each. */
  *all(): Generator<AccountEntry> {
    for (const bucket of this.buckets()) yield* this.inBucket(bucket);
  }

  /** Yields the entries of a bucket. */
  *inBucket(bucket: number): Generator<AccountEntry> {
    for (const { line } of this.lines(bucket)) yield parsed(line);
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  #read(ordinal: number, offset: number, length: number): Buffer {
    const file = this.#files.get(ordinal);
    if (!file) throw new Error(`the accounts of ${this.manifest.version} are closed`);
    const bytes = Buffer.allocUnsafe(length);
    try {
      file.read(bytes, offset);
    } catch (cause) {
      const path = this.#pathOf(ordinal);
      throw new DamagedFile(path, `${path}: cannot be read: ${cause}`, { cause });
    }
    return bytes;
  }

  #damaged(bucket: number): Error {
    const path = this.#pathOf(this.manifest.buckets[bucket]?.[0] ?? -1);
    return new DamagedFile(
      path,
      `${path}: bucket ${bucket} of ${this.manifest.version} is damaged`,
    );
  }

  #pathOf(ordinal: number): string {
    return this.manifest.files[ordinal]?.path ?? `file ${ordinal}`;
  }
}

/** Finds a text in a sorted list. Returns -1 if it is missing. */
function positionIn(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}
