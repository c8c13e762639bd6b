import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError, exitCodes } from '../../base/errors.ts';
import type { Store, StoredObject } from '../store/store.ts';
import { keptVersions, readManifest } from './publish.ts';
import { fewAtOnce, manifestName, manifestOf, objectOf, putVersion } from './shared.ts';
import { chainObject, piecesWith, putChain } from './shared-chain.ts';

/** What of a store is to go, and who may remove it. */
export interface Collection {
  readonly store: Store;
  /** Objects in it, those of this day among them. */
  readonly there: readonly StoredObject[];
  /** Names of objects that stay. */
  readonly needed: ReadonlySet<string>;
  /** Whether what was put within the last day goes too. */
  readonly isPurge: boolean;
  /** False once another has the right to publish: it may be about to name what lies here. */
  mayGoOn(): Promise<boolean>;
}

const folders = ['packs/', 'entries/', 'manifests/', 'chain/'];
const dayMilliseconds = 24 * 60 * 60 * 1000;
const atOnce = 100;

/**
 * Removes objects that nothing needs, and answers with how many; those of the last day stay unless
 * it is a purge. Days are told by the store's own clock: the newest object is of now or earlier.
 * A CommandError of a lock, with no more removed, once another has the right.
 */
export async function collect({ store, there, needed, ...options }: Collection): Promise<number> {
  const newest = there.reduce((time, { modifiedAt }) => Math.max(time, modifiedAt.getTime()), 0);
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

/**
 * Removes from the store what no version needs that is kept in a data directory, and puts what is
 * missing of the version in service: whoever had the right before, and was stopped while it
 * removed, may have come to its end late. Answers with how many were removed.
 */
export async function collectVersions(
  store: Store,
  dataDir: DataDirectory,
  inService: string,
  options: Pick<Collection, 'isPurge' | 'mayGoOn'>,
): Promise<number> {
  const there = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  const names = new Set(there.map(({ name }) => name));
  const chain = piecesWith(dataDir, inService);
  const ofChain = chain.map(chainObject);
  if (![...namesOf(dataDir, inService), ...ofChain].every((name) => names.has(name))) {
    await putVersion(store, dataDir, inService);
    await putChain(store, chain);
  }
  const ofVersions = keptVersions(dataDir).flatMap((version) => namesOf(dataDir, version));
  const needed = new Set([...ofVersions, ...ofChain]);
  return collect({ store, there, needed, ...options });
}

/** Names of the objects that a version consists of. */
const namesOf = (dataDir: DataDirectory, version: string): string[] => [
  manifestName(manifestOf(dataDir, version)[1]),
  ...readManifest(dataDir, version).files.map(objectOf),
];
