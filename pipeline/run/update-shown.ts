import type { DataDirectory } from '../base/data-directory.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, isDeclared } from '../duckdb/declarations.ts';
import { differencesBetween } from '../publish/snapshot/differences.ts';
import { openEntries } from '../publish/snapshot/reader.ts';
import { storeShown } from '../shown/store-shown.ts';
import type { Computed } from './compute.ts';
import type { Registered } from './registered.ts';

/**
 * Returns true if what strangers may read of a version is already stored, since it is the same for
 * the version before. The decisions must be equal, and accounts may differ in their parts only.
 * Call it before earlier versions are removed. An earlier version that can't be read differs.
 */
export async function isShownStored(
  database: Database,
  registered: Registered,
  dataDir: DataDirectory,
  { version, previous }: Pick<Computed, 'version' | 'previous'>,
): Promise<boolean> {
  if (registered.state === null || previous === null || previous === version) return false;
  const isOfPrevious = await isDeclared(database, 'shown_of', followsFrom(registered, previous));
  return isOfPrevious && hasSameAccounts(dataDir, previous, version);
}

/**
 * Stores what strangers may read of a version, unless it is stored already. `isStored` is the
 * answer of `isShownStored`.
 */
export async function updateShown(
  database: Database,
  registered: Registered,
  dataDir: DataDirectory,
  { version, isStored }: { readonly version: string; readonly isStored: boolean },
): Promise<void> {
  const store = async () => {
    const [accounts, ownerNames] = [await registered.accounts(), await registered.ownerNames()];
    const entries = openEntries(dataDir, version);
    try {
      await storeShown(database, { accounts, ownerNames }, { version, entries });
    } finally {
      entries.close();
    }
  };
  if (registered.state === null) return store();
  if (await isDeclared(database, 'shown_of', followsFrom(registered, version))) return;
  if (!isStored) await registered.accounts();
  await declareOnce(
    database,
    'shown_of',
    followsFrom(registered, version),
    isStored ? async () => {} : store,
  );
}

const followsFrom = ({ state }: Registered, version: string): string => `${state} ${version}`;

function hasSameAccounts(dataDir: DataDirectory, before: string, now: string): boolean {
  try {
    for (const difference of differencesBetween(dataDir, before, now)) {
      const [earlier, later] = [difference.before, difference.now].map((account) =>
        JSON.stringify(account?.identity),
      );
      if (earlier !== later) return false;
    }
    return true;
  } catch {
    return false;
  }
}
