import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { eachFewAtOnce } from '../store/few-at-once.ts';
import type { Store, StoredObject } from '../store/store.ts';
import { fileFolders } from './layout.ts';
import { filesOf, storedVersions } from './publish.ts';
import { manifestName, putVersion, writtenAt } from './shared.ts';

/** Objects of a store to remove, and the permission to remove them. */
interface Collection {
  readonly store: Store;
  /** Objects in it, those of this day among them. */
  readonly there: readonly StoredObject[];
  /** Names of objects that stay. */
  readonly needed: ReadonlySet<string>;
  /** Also removes objects that were put within the last day. */
  readonly isPurge: boolean;
  /**
   * Returns false once another machine holds the right to publish: it may be about to use these
   * objects.
   */
  holdsLease(): Promise<boolean>;
}

const folders = [...fileFolders, 'manifests'].map((folder) => `${folder}/`);

/** Removes everything that a partition published from its part of the store. */
export async function removePublished(store: Store): Promise<void> {
  const there = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  await eachFewAtOnce(there, ({ name }) => store.remove(name));
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const atOnce = 100;

/**
 * Removes unneeded objects and returns the number removed. Objects of the last day remain unless it
 * is a purge. The store's own clock counts: its newest object gives the present time. Throws a
 * CommandError (locked), and removes no more, once another machine has the lease.
 */
export async function removeUnneededObjects({
  store,
  there,
  needed,
  ...options
}: Collection): Promise<number> {
  const newest = there.reduce((time, { modifiedAt }) => Math.max(time, modifiedAt.getTime()), 0);
  const isOld = ({ modifiedAt }: StoredObject) => newest - modifiedAt.getTime() > dayMilliseconds;
  const unneeded = there.filter(
    (object) => !needed.has(object.name) && (options.isPurge || isOld(object)),
  );
  for (let from = 0; from < unneeded.length; from += atOnce) {
    if (!(await options.holdsLease())) {
      throw new CommandError(
        `store ${store.address}: unused objects are not deleted: another machine is publishing`,
        exitCodes.locked,
      );
    }
    await eachFewAtOnce(unneeded.slice(from, from + atOnce), ({ name }) => store.remove(name));
  }
  return unneeded.length;
}

/**
 * Removes from the store what no version of this data directory needs. Returns the number of
 * objects removed. It first puts back missing objects of the version in service. A machine that
 * lost the lease while removing may have deleted one late.
 */
export async function collectVersions(
  store: Store,
  dataDir: DataDirectory,
  inService: string,
  options: Pick<Collection, 'isPurge' | 'holdsLease'>,
): Promise<number> {
  const there = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  const lengths = new Map(there.map(({ name, bytes }) => [name, bytes]));
  const missing = filesOf(dataDir, inService).filter(
    ({ path, bytes }) => lengths.get(path) !== bytes,
  );
  await putVersion(store, dataDir, inService, missing);
  const needed = new Set(storedVersions(dataDir).flatMap((version) => namesOf(dataDir, version)));
  return removeUnneededObjects({ store, there, needed, ...options });
}

/** Names of the objects that a version consists of. */
const namesOf = (dataDir: DataDirectory, version: string): string[] => [
  manifestName(writtenAt(dataDir.manifest(version))[1]),
  ...filesOf(dataDir, version).map(({ path }) => path),
];
