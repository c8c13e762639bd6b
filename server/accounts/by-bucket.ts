import { setImmediate } from 'node:timers/promises';
import type { AccountEntry } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';

const accountsPerTurn = 25;

/**
 * Reads values of every account of a version, by the hash of the account's bucket. Buckets that did
 * not change are taken from an earlier version. `read` adds an account to the value of its bucket.
 * Requests get their turn in between.
 */
export async function readByBucket<Value>(
  snapshot: Snapshot,
  earlier: ReadonlyMap<string, Value> | undefined,
  empty: () => Value,
  read: (entry: AccountEntry, value: Value) => void,
): Promise<ReadonlyMap<string, Value>> {
  const values = new Map<string, Value>();
  let accounts = 0;
  for (const { sha256, entries } of snapshot.buckets()) {
    const known = earlier?.get(sha256);
    const value = known ?? empty();
    values.set(sha256, value);
    for (const entry of known === undefined ? entries() : []) {
      read(entry, value);
      accounts += 1;
      if (accounts % accountsPerTurn === 0) await setImmediate();
    }
  }
  return values;
}

/** Merges the maps of all buckets. */
export const merged = <Value>(
  maps: Iterable<ReadonlyMap<string, Value>>,
): ReadonlyMap<string, Value> => {
  const all = new Map<string, Value>();
  for (const map of maps) for (const [key, value] of map) all.set(key, value);
  return all;
};
