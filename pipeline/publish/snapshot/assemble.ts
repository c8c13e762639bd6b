import { createHash } from 'node:crypto';
import { bucketOf } from './entries.ts';
import {
  type AccountEntry,
  type BucketHead,
  type FileEntry,
  type Identity,
  type PartIndexes,
  partNames,
} from './layout.ts';
import {
  type AnyParts,
  filesIn,
  partIndexesOf,
  partSumsOf,
  StoredParts,
  WrittenParts,
} from './stored-parts.ts';

/** An account of a version that is being put together. */
export interface EnteredAccount {
  identity: Identity;
  /** Files by their ordinal here: those of the version before, then one for each pack begun. */
  parts: AnyParts;
}

/** Bucket of a version that is being put together. */
export interface AssembledBucket extends Omit<BucketHead, 'ids' | 'ends' | 'sha256'> {
  readonly bucket: number;
  readonly ids: readonly string[];
  /** Returns its lines as JSON. Null if the version before has the bucket with these lines. */
  readonly lines: (() => Iterable<Buffer>) | null;
}

/** Everything a version holds, before it is given a name. */
export interface Assembled {
  files: FileEntry[];
  buckets: readonly AssembledBucket[];
  /** Trades of the accounts. */
  trades: number;
  /** SHA-256 over the content of every account, whatever file it lies in. */
  sha256: string;
  /**
   * SHA-256 over all restatements. They are history, so the content hash above does not cover them.
   */
  restatements: string;
}

/**
 * Accounts of a bucket, or a function that reads them. It is called twice, so that few are in
 * memory. Or the head of the bucket in the version before, if all its accounts are the same.
 */
type BucketInput = readonly EnteredAccount[] | (() => readonly EnteredAccount[]) | BucketHead;

/** Divides accounts into buckets. */
export function inBuckets(accounts: Iterable<EnteredAccount>): Map<number, EnteredAccount[]> {
  const buckets = new Map<number, EnteredAccount[]>();
  for (const account of accounts) {
    const bucket = bucketOf(account.identity.id);
    const members = buckets.get(bucket);
    if (members) members.push(account);
    else buckets.set(bucket, [account]);
  }
  return buckets;
}

/**
 * Returns the content of a version, with accounts ordered by id in each bucket. `before` lists
 * files by the ordinals that parts name. `open` returns the accounts of a bucket that is given by
 * its head. Throws if a part lies in an unsealed file (null in `before`).
 */
export function assemble(
  inputs: ReadonlyMap<number, BucketInput>,
  before: readonly (FileEntry | null)[],
  open: (bucket: number) => readonly EnteredAccount[] = () => [],
): Assembled {
  const isUsed: boolean[] = [];
  const summed = [...inputs]
    .map(([bucket, input]) => ({ bucket, input, sums: sumsOf(input, isUsed) }))
    .filter(({ sums }) => sums.ids.length > 0)
    .sort((first, second) => first.bucket - second.bucket);
  const renumbering = new Renumbering(before, isUsed);
  const buckets = summed.map(({ bucket, input, sums }): AssembledBucket => {
    const places = Object.keys(sums.files).map(Number);
    const isSame = places.every((ordinal) => renumbering.ordinalOf(ordinal) === ordinal);
    if ('ids' in input && isSame) return { ...sums, bucket, lines: null };
    const files: Record<string, number> = {};
    for (const place of places) {
      const ordinal = renumbering.ordinalOf(place);
      files[ordinal] = (files[ordinal] ?? 0) + (sums.files[place] ?? 0);
    }
    return {
      ...sums,
      bucket,
      files,
      *lines() {
        const accounts = 'ids' in input ? open(bucket) : accountsIn(input);
        for (const account of accounts.toSorted(byId)) yield lineOf(account, renumbering);
      },
    };
  });
  return {
    files: renumbering.files,
    buckets,
    trades: buckets.reduce((sum, { trades }) => sum + trades, 0),
    sha256: digestOf(buckets.map(({ bucket, content }) => `${bucket} ${content}\n`)),
    restatements: digestOf(
      buckets.map(({ bucket, restatements }) => `${bucket} ${restatements}\n`),
    ),
  };
}

type Sums = Omit<BucketHead, 'ends' | 'sha256'>;

/** Sums up the accounts of a bucket, and notes by ordinal which files they use. */
function sumsOf(input: BucketInput, isUsed: boolean[]): Sums {
  if ('ids' in input) {
    const { ends: _, sha256: __, ...sums } = input;
    for (const ordinal of Object.keys(sums.files)) isUsed[Number(ordinal)] = true;
    return sums;
  }
  const accounts = accountsIn(input).toSorted(byId);
  const content = createHash('sha256');
  const restatements = createHash('sha256');
  const files: Record<string, number> = {};
  let trades = 0;
  for (const { identity, parts } of accounts) {
    const sums = partSumsOf(parts);
    content.update(`${sums.content} ${JSON.stringify(identity)}\n`);
    restatements.update(`${identity.id}\0${sums.restatements}\n`);
    if (identity.type === 'account') trades += sums.trades;
    for (const ordinal of filesIn(parts)) isUsed[ordinal] = true;
    for (const [ordinal, bytes] of sums.bytes) files[ordinal] = (files[ordinal] ?? 0) + bytes;
  }
  return {
    ids: accounts.map(({ identity }) => identity.id),
    content: content.digest('hex'),
    restatements: restatements.digest('hex'),
    trades,
    files,
  };
}

const accountsIn = (input: Exclude<BucketInput, BucketHead>): readonly EnteredAccount[] =>
  typeof input === 'function' ? input() : input;

function digestOf(lines: readonly string[]): string {
  const digest = createHash('sha256');
  for (const line of lines) digest.update(line);
  return digest.digest('hex');
}

/** The line of an account, as the version before has it where its files keep their ordinals. */
function lineOf({ identity, parts }: EnteredAccount, renumbering: Renumbering): Buffer {
  const isSame = filesIn(parts).every((file) => renumbering.ordinalOf(file) === file);
  if (isSame && parts instanceof StoredParts) return parts.line();
  if (isSame && parts instanceof WrittenParts) {
    return Buffer.from(`${JSON.stringify(identity).slice(0, -1)},"parts":${parts.json()}}`);
  }
  const entry: AccountEntry = { ...identity, parts: renumbered(partIndexesOf(parts), renumbering) };
  return Buffer.from(JSON.stringify(entry));
}

/** Orders accounts by their ids. */
export const byId = (first: EnteredAccount, second: EnteredAccount): number =>
  first.identity.id < second.identity.id ? -1 : 1;

/** PartIndexes in files of the new version; the same object where those are numbered as before. */
function renumbered(parts: PartIndexes, renumbering: Renumbering): PartIndexes {
  const isInOrder = Object.values(parts).every(
    ([ordinal]) => renumbering.ordinalOf(ordinal) === ordinal,
  );
  if (isInOrder) return parts;
  const indexes: PartIndexes = {};
  for (const part of partNames) {
    const index = parts[part];
    if (!index) continue;
    const [ordinal, ...rest] = index;
    indexes[part] = [renumbering.ordinalOf(ordinal), ...rest];
  }
  return indexes;
}

/**
 * Numbers the files still in use without gaps. Files keep their ordinals where possible, so that
 * most entries stay as written. The remaining files fill the ordinals of files that are gone.
 */
class Renumbering {
  readonly files: FileEntry[] = [];
  readonly #ordinals: (number | undefined)[] = [];

  /** `isUsed` says by ordinal which of the files before parts lie in. */
  constructor(before: readonly (FileEntry | null)[], isUsed: readonly (boolean | undefined)[]) {
    const ordinalsByPath = new Map<string, number>();
    for (const [ordinal, file] of before.entries()) {
      if (!isUsed[ordinal]) continue;
      if (!file) throw new Error('a part of an account was never sealed');
      if (!ordinalsByPath.has(file.path)) ordinalsByPath.set(file.path, ordinal);
    }
    const used = new Set(ordinalsByPath.values());
    const ordinals = [...Array(used.size).keys()];
    const free = ordinals.filter((ordinal) => !used.has(ordinal));
    for (const ordinal of used) {
      const file = before[ordinal];
      const next = ordinal < used.size ? ordinal : free.shift();
      if (file && next !== undefined) this.files[next] = file;
      this.#ordinals[ordinal] = next;
    }
    for (const [ordinal, file] of before.entries()) {
      const first = file && ordinalsByPath.get(file.path);
      if (typeof first === 'number') this.#ordinals[ordinal] = this.#ordinals[first];
    }
  }

  ordinalOf(before: number): number {
    const ordinal = this.#ordinals[before];
    if (ordinal === undefined) throw new Error(`file ${before} is not used by any part`);
    return ordinal;
  }
}
