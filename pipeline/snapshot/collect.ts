import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Store, StoredObject } from '../store/store.ts';
import { keptVersions, readManifest } from './publish.ts';
import { fewAtOnce, manifestName, manifestOf, objectOf } from './shared.ts';

/** What of a store is to go, and who may remove it. */
export interface Collection {
  readonly store: Store;
  readonly folders: readonly string[];
  /** Names of objects that stay. */
  readonly needed: ReadonlySet<string>;
  /** Whether what was put within the last day goes too. */
  readonly isPurge: boolean;
  /** False once another has the right to publish: it may be about to name what lies here. */
  mayGoOn(): Promise<boolean>;
}

const folders = ['packs/', 'entries/', 'manifests/', 'hints/'];
const dayMilliseconds = 24 * 60 * 60 * 1000;
const atOnce = 100;

/**
 * Removes objects that nothing needs, and answers with how many; those of the last day stay unless
 * it is a purge. Days are told by the store's own clock: the newest object is of now or earlier.
 * A CommandError of a lock, with no more removed, once another has the right.
 */
export async function collect({ store, needed, ...options }: Collection): Promise<number> {
  const there = await listed(store, options.folders);
  const newest = Math.max(...there.map(({ modifiedAt }) => modifiedAt.getTime()));
  const isOld = ({ modifiedAt }: StoredObject) => newest - modifiedAt.getTime() > dayMilliseconds;
  const going = there.filter(
    (object) => !needed.has(object.name) && (options.isPurge || isOld(object)),
  );
  for (let from = 0; from < going.length; from += atOnce) {
    if (!(await options.mayGoOn())) {
      throw new CommandError(
        `store ${store.address}: objects that nothing needs stay: another machine is publishing`,
        exitCodes.locked,
      );
    }
    await fewAtOnce(going.slice(from, from + atOnce), ({ name }) => store.remove(name));
  }
  return going.length;
}

/** Removes from the store what no version needs that is kept in a data directory. */
export const collectVersions = (
  store: Store,
  dataDir: DataDirectory,
  options: Pick<Collection, 'isPurge' | 'mayGoOn'>,
): Promise<number> => {
  const needed = new Set(keptVersions(dataDir).flatMap((version) => namesOf(dataDir, version)));
  return collect({ store, folders, needed, ...options });
};

/** Whether the store has every object of a version, in its length. */
export async function isWhole(
  store: Store,
  dataDir: DataDirectory,
  version: string,
): Promise<boolean> {
  const names = new Set((await listed(store, folders)).map(({ name }) => name));
  return namesOf(dataDir, version).every((name) => names.has(name));
}

/** Names of the objects that a version consists of. */
const namesOf = (dataDir: DataDirectory, version: string): string[] => [
  manifestName(manifestOf(dataDir, version)[1]),
  ...readManifest(dataDir, version).files.map(objectOf),
];

const listed = async (store: Store, below: readonly string[]): Promise<StoredObject[]> =>
  (await Promise.all(below.map((folder) => store.list(folder)))).flat();
