import { hash } from 'node:crypto';
import type { DataDirectory } from '../../base/data-directory.ts';
import type { Assembled, AssembledBucket } from './assemble.ts';
import { type Entries, entryFiles } from './entries.ts';
import type { BucketHead, FileEntry, Manifest, PartIndex } from './layout.ts';
import { PackWriter } from './pack.ts';

/** Packs of buckets that a version may name before the small ones are put together. */
const maxPacks = 8;

/** Files and buckets as a manifest names them. */
type Written = Pick<Manifest, 'files' | 'buckets'>;

/**
 * Writes the buckets that differ from those of the version before into one pack. A purge also
 * writes the buckets of packs that have bytes of no bucket. The files of parts come first and keep
 * their ordinals.
 */
export function writeBuckets(
  { packs, temporary }: Pick<DataDirectory, 'packs' | 'temporary'>,
  { files, buckets }: Assembled,
  before: Entries | null,
  { isPurging = false } = {},
): Written {
  const pack = new PackWriter(packs, temporary, 'entries', 'ndjson');
  const written = new Map<number, PartIndex>();
  const unchanged = new Map<number, PartIndex>();
  let rows = 0;
  const add = (bucket: number, bytes: readonly Buffer[], [head, sha256, accounts]: HeadIndex) => {
    const [offset = 0] = bytes.map((part) => pack.append(part));
    written.set(bucket, [files.length, offset, head, sha256, accounts]);
    rows += accounts;
  };
  try {
    for (const assembled of buckets) {
      const { bucket, ids } = assembled;
      const earlier = before?.manifest.buckets[bucket];
      const bytes = assembled.lines && bytesOf(assembled, assembled.lines());
      const sha256 = bytes && hash('sha256', bytes[0]);
      if (earlier && (sha256 === null || sha256 === earlier[3])) unchanged.set(bucket, earlier);
      else if (bytes && sha256) add(bucket, bytes, [bytes[0].length, sha256, ids.length]);
      else throw new Error(`bucket ${bucket} is not in the version before`);
    }
    for (const bucket of before ? worthMoving(unchanged, before, isPurging) : []) {
      const [, , head, sha256, accounts] = unchanged.get(bucket) ?? [0, 0, 0, '', 0];
      if (before) add(bucket, [before.bytes(bucket)], [head, sha256, accounts]);
      unchanged.delete(bucket);
    }
  } catch (error) {
    pack.abandon();
    throw error;
  }
  const named: FileEntry[] = rows > 0 ? [...files, { ...pack.finish(), rows }] : [...files];
  return {
    files: named,
    buckets: { ...Object.fromEntries(written), ...renamed(unchanged, before, named) },
  };
}

type HeadIndex = [bytes: number, sha256: string, accounts: number];

/** Returns true if packs of a version have bytes of no bucket. */
export const hasLooseBuckets = (before: Entries): boolean =>
  usageOf(before.buckets(), before).some(({ file, used }) => used < file.bytes);

/** The head and the lines of a bucket, as bytes. */
function bytesOf({ bucket: _, lines: __, ...facts }: AssembledBucket, lines: Iterable<Buffer>) {
  const parts: Buffer[] = [];
  const ends: number[] = [];
  let bytes = 0;
  for (const line of lines) {
    parts.push(line, lineEnd);
    bytes += line.length + lineEnd.length;
    ends.push(bytes);
  }
  const body = Buffer.concat(parts);
  const { ids, ...sums } = facts;
  const head: BucketHead = { ids: [...ids], ends, sha256: hash('sha256', body), ...sums };
  return [Buffer.from(`${JSON.stringify(head)}\n`), body] as const;
}

const lineEnd = Buffer.from('\n');

interface Usage {
  readonly ordinal: number;
  readonly file: FileEntry;
  /** Bytes of the buckets. */
  readonly used: number;
}

/** Packs that buckets of the version before lie in, with the bytes that those use. */
function usageOf(buckets: Iterable<number>, before: Entries): Usage[] {
  const used = new Map<number, number>();
  for (const bucket of buckets) {
    const [ordinal = -1, , head = 0] = before.manifest.buckets[bucket] ?? [];
    const bytes = head + (before.head(bucket)?.ends.at(-1) ?? 0);
    used.set(ordinal, (used.get(ordinal) ?? 0) + bytes);
  }
  const files = entryFiles(before.manifest);
  return [...used].flatMap(([ordinal, bytes]) => {
    const file = files.get(ordinal);
    return file ? [{ ordinal, file, used: bytes }] : [];
  });
}

/**
 * Chooses unchanged buckets to copy into the new pack. A purge copies those of packs that also have
 * bytes of no bucket. Past `maxPacks` it takes all packs but the largest, so that every version
 * writes little.
 */
function worthMoving(
  unchanged: ReadonlyMap<number, PartIndex>,
  before: Entries,
  isPurging: boolean,
): number[] {
  const usage = usageOf(unchanged.keys(), before);
  const largest = Math.max(0, ...usage.map(({ used }) => used));
  const isMoved = ({ file, used }: Usage): boolean =>
    isPurging ? used < file.bytes : used < largest || used < file.bytes / 2;
  const isDue = isPurging || usage.length > maxPacks;
  const moved = new Set(usage.filter(isMoved).map(({ ordinal }) => ordinal));
  return isDue
    ? [...unchanged.keys()].filter((bucket) => moved.has(unchanged.get(bucket)?.[0] ?? -1))
    : [];
}

/** Names the packs of buckets that stay, behind the other files. */
function renamed(
  unchanged: ReadonlyMap<number, PartIndex>,
  before: Entries | null,
  files: FileEntry[],
): Manifest['buckets'] {
  const ordinals = new Map<number, number>();
  return Object.fromEntries(
    [...unchanged].map(([bucket, [earlier, ...index]]): [number, PartIndex] => {
      const file = before?.manifest.files[earlier];
      if (!file)
        throw new Error(`bucket ${bucket} is in file ${earlier}, which the manifest lacks`);
      const ordinal = ordinals.get(earlier) ?? files.push(file) - 1;
      ordinals.set(earlier, ordinal);
      return [bucket, [ordinal, ...index]];
    }),
  );
}
