import type { DataDirectory } from '../base/data-directory.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, isDeclared } from '../duckdb/declarations.ts';
import { differencesBetween } from '../publish/snapshot/differences.ts';
import type { AccountEntry } from '../publish/snapshot/layout.ts';
import { readIdentities } from '../publish/snapshot/reader.ts';
import { storeShown } from '../shown/store-shown.ts';
import type { Registered } from './registered.ts';

/** The version in service, and the one before it, if that is still there. */
interface PublishedVersions {
  readonly dataDir: DataDirectory;
  readonly version: string;
  readonly previous: string | null;
}

/**
 * Stores what strangers may read of a version, unless it is stored already. With the same decisions
 * as for the version before, it stores nothing if all accounts are the same but for their parts.
 */
export async function updateShown(
  database: Database,
  registered: Registered,
  { dataDir, version, previous }: PublishedVersions,
): Promise<void> {
  const store = async () =>
    storeShown(database, await registered.accounts(), readIdentities(dataDir, version));
  if (registered.state === null) return store();
  const followsFrom = (name: string | null) => `${registered.state} ${name}`;
  if (await isDeclared(database, 'shown_of', followsFrom(version))) return;
  const isStored =
    previous !== null &&
    (await isDeclared(database, 'shown_of', followsFrom(previous))) &&
    hasSameAccounts(dataDir, previous, version);
  if (!isStored) await registered.accounts();
  await declareOnce(database, 'shown_of', followsFrom(version), isStored ? async () => {} : store);
}

function hasSameAccounts(dataDir: DataDirectory, before: string, now: string): boolean {
  for (const difference of differencesBetween(dataDir, before, now)) {
    if (identityText(difference.before) !== identityText(difference.now)) return false;
  }
  return true;
}

const identityText = (entry: AccountEntry | undefined): string =>
  JSON.stringify({ ...entry, parts: null });
