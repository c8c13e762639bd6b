import type { DataDirectory } from '../../base/data-directory.ts';
import type { Entries } from './entries.ts';
import type { AccountEntry } from './layout.ts';
import { openEntries } from './reader.ts';

/** An account in two versions; undefined where a version lacks it. */
export interface Difference {
  readonly before: AccountEntry | undefined;
  readonly now: AccountEntry | undefined;
}

/** Yields the accounts that differ between two stored versions, with a few that may not. */
export function* differencesBetween(
  dataDir: DataDirectory,
  before: string,
  now: string,
): Generator<Difference> {
  const earlier = openEntries(dataDir, before);
  try {
    const later = openEntries(dataDir, now);
    try {
      yield* differencesOf(earlier, later);
    } finally {
      later.close();
    }
  } finally {
    earlier.close();
  }
}

/** Yields all accounts of the buckets that differ. It reads nothing of the others. */
export function* differencesOf(before: Entries, now: Entries): Generator<Difference> {
  for (const bucket of new Set([...before.buckets(), ...now.buckets()])) {
    const [sha256, earlier] = [now, before].map(({ manifest }) => manifest.buckets[bucket]?.[3]);
    if (sha256 === earlier) continue;
    const known = new Map([...before.inBucket(bucket)].map((entry) => [entry.id, entry]));
    for (const entry of now.inBucket(bucket)) {
      yield { before: known.get(entry.id), now: entry };
      known.delete(entry.id);
    }
    for (const entry of known.values()) yield { before: entry, now: undefined };
  }
}
