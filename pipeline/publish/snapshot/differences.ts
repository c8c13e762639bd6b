import type { DataDirectory } from '../../base/data-directory.ts';
import { type Entries, parsed } from './entries.ts';
import type { AccountEntry } from './layout.ts';
import { openEntries } from './reader.ts';

/** An account in two versions; undefined where a version lacks it. */
export interface Difference {
  readonly before: AccountEntry | undefined;
  readonly now: AccountEntry | undefined;
}

/** Yields the accounts that differ between two stored versions, if only in where parts lie. */
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

/** Reads only buckets that differ, and yields accounts whose lines in them do. */
export function* differencesOf(before: Entries, now: Entries): Generator<Difference> {
  for (const bucket of new Set([...before.buckets(), ...now.buckets()])) {
    const [sha256, earlier] = [now, before].map(({ manifest }) => manifest.buckets[bucket]?.[3]);
    if (sha256 === earlier) continue;
    const known = new Map([...before.lines(bucket)].map(({ id, line }) => [id, line]));
    for (const { id, line } of now.lines(bucket)) {
      const previous = known.get(id);
      known.delete(id);
      if (previous?.equals(line)) continue;
      yield { before: previous && parsed(previous), now: parsed(line) };
    }
    for (const line of known.values()) yield { before: parsed(line), now: undefined };
  }
}
