import { existsSync } from 'node:fs';
import type { DataDirectory } from '../../base/data-directory.ts';
import { bucketFile, type FileEntry, objectFile, type Subject } from './layout.ts';
import { filesOf } from './publish.ts';
import { openSnapshot, type StoredSnapshot } from './reader.ts';

/** An account in two versions; undefined where a version lacks it. */
export interface Difference {
  readonly before: Subject | undefined;
  readonly now: Subject | undefined;
}

/** Yields the accounts that differ between two stored versions. */
export function* differencesBetween(
  dataDir: DataDirectory,
  before: string,
  now: string,
): Generator<Difference> {
  const earlier = openSnapshot(dataDir, before);
  const later = openSnapshot(dataDir, now);
  try {
    yield* differencesOf(earlier, later);
  } finally {
    later.close();
    earlier.close();
  }
}

/** Lists files that a version has and another lacks. All of them if a purge removed the other. */
export function filesSince(dataDir: DataDirectory, before: string, now: string): FileEntry[] {
  if (!existsSync(dataDir.manifest(before))) return filesOf(dataDir, now);
  return newFiles(openSnapshot(dataDir, before), openSnapshot(dataDir, now));
}

/** Lists the files that a version has and the one before lacks. Reads only buckets that differ. */
export function newFiles(before: StoredSnapshot, now: StoredSnapshot): FileEntry[] {
  const files = new Map<string, FileEntry>();
  for (const bucket of now.buckets()) {
    const [index, earlier] = [now, before].map(({ manifest }) => manifest.buckets[bucket]);
    if (!index || index.sha256 === earlier?.sha256) continue;
    const known = objectsIn(before, bucket);
    const added = [...now.bucket(bucket).values()].filter(({ object }) => !known.has(object));
    for (const file of [bucketFile(index), ...added.map(objectFile)]) files.set(file.path, file);
  }
  return [...files.values()];
}

/** Names of the objects in a bucket. None if a purge has removed the bucket, or it is damaged. */
function objectsIn(entries: StoredSnapshot, bucket: number): Set<string> {
  try {
    return new Set([...entries.bucket(bucket).values()].map(({ object }) => object));
  } catch {
    return new Set();
  }
}

/** Reads only buckets that differ, and yields accounts whose lines in them do. */
export function* differencesOf(before: StoredSnapshot, now: StoredSnapshot): Generator<Difference> {
  for (const bucket of new Set([...before.buckets(), ...now.buckets()])) {
    const [sha256, earlier] = [now, before].map(({ manifest }) => manifest.buckets[bucket]?.sha256);
    if (sha256 === earlier) continue;
    const known = new Map(before.bucket(bucket));
    for (const [id, subject] of now.bucket(bucket)) {
      const previous = known.get(id);
      known.delete(id);
      if (JSON.stringify(previous) === JSON.stringify(subject)) continue;
      yield { before: previous, now: subject };
    }
    for (const subject of known.values()) yield { before: subject, now: undefined };
  }
}
