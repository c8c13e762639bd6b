import type { DataDirectory } from '../base/data-directory.ts';
import type { Database } from '../duckdb/database.ts';
import { declareOnce, isDeclared } from '../duckdb/declarations.ts';
import { differencesBetween } from '../publish/snapshot/differences.ts';
import { openSnapshot, type StoredSnapshot } from '../publish/snapshot/reader.ts';
import { toStamp } from '../registry/instants.ts';
import { storeShown } from '../shown/store-shown.ts';
import type { Computed } from './compute.ts';
import type { Registered } from './registered.ts';
import type { RunOptions } from './run-options.ts';

/** Answer of `isShownStored`. */
interface Stored {
  readonly isStored: boolean;
}

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
 * Has the registry note since when strangers can read which accounts. Until a decision, a version
 * with other accounts or a long hold comes, nothing of it changes. `isStored` is the answer of
 * `isShownStored`.
 */
export async function noteReadable(
  database: Database,
  registered: Registered,
  { dataDir, registry, clock }: Pick<RunOptions, 'dataDir' | 'registry' | 'clock'>,
  { version, previous, isStored, unpublished }: Readable,
): Promise<void> {
  const { notePublications } = registry;
  if (!notePublications) return;
  const held = longHeld(unpublished, clock());
  const note = () =>
    withEntries(dataDir, version, async (entries) =>
      notePublications(await registered.accounts(), {
        isServed: (subject) => entries.has(subject),
        heldSince: (subject) => held.get(subject) ?? null,
      }),
    );
  if (registered.state === null) return note();
  const followsFromHeld = (of: string) => `${followsFrom(registered, of)} ${[...held.keys()]}`;
  const isNoted =
    isStored &&
    previous !== null &&
    (await isDeclared(database, 'publications', followsFromHeld(previous)));
  await declareOnce(
    database,
    'publications',
    followsFromHeld(version),
    isNoted ? async () => {} : note,
  );
}

interface Readable extends Pick<Computed, 'version' | 'previous'>, Stored {
  /** Accounts and portfolios whose newest data is held back or waits, and since when. */
  readonly unpublished: readonly { readonly id: string; readonly since: string }[];
}

/** Returns those whose newest data has not been published for a day or more, since when. */
const longHeld = (unpublished: Readable['unpublished'], now: Date): Map<string, string> =>
  new Map(
    unpublished
      .filter(({ since }) => now.getTime() - Date.parse(since) >= 86_400_000)
      .map(({ id, since }) => [id, toStamp(new Date(since))]),
  );

/**
 * Stores what strangers may read of a version, unless it is stored already. `isStored` is the
 * answer of `isShownStored`.
 */
export async function updateShown(
  database: Database,
  registered: Registered,
  dataDir: DataDirectory,
  { version, isStored }: Pick<Computed, 'version'> & Stored,
): Promise<void> {
  const store = async () => {
    const [accounts, ownerNames] = [await registered.accounts(), await registered.ownerNames()];
    await withEntries(dataDir, version, (entries) =>
      storeShown(database, { accounts, ownerNames }, { version, entries }),
    );
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

async function withEntries(
  dataDir: DataDirectory,
  version: string,
  work: (entries: StoredSnapshot) => Promise<void>,
): Promise<void> {
  const entries = openSnapshot(dataDir, version);
  try {
    await work(entries);
  } finally {
    entries.close();
  }
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
