import { copyDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { stateObject, stateOf } from '../calendar/state.ts';
import { calendarObject } from '../calendar/stored.ts';
import type { Config } from '../config/config.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { faultsOfVersion } from '../publish/snapshot/rollback.ts';
import { withShared } from '../publish/snapshot/shared.ts';
import { chainObject, chainOf } from '../publish/snapshot/shared-chain.ts';
import {
  type Needed,
  neededByVersion,
  type VerifiedStore,
  verifyStore,
} from '../publish/snapshot/verify-store.ts';
import type { PointerRow } from '../publish/store/pointer.ts';

/** What `verify` finds of what machines share. */
export interface VerifiedShared extends VerifiedStore {
  readonly store: string;
  readonly serial: number;
  readonly version: string;
  /** The version that the server on this machine has a copy of; null where it has none. */
  readonly copy: string | null;
  /** Whether accounts are computed by shards, so that no machine has a warehouse of all. */
  readonly isSharded: boolean;
}

/** What is told of it where it is whole. */
export const verifiedLines = ({
  store,
  serial,
  version,
  objects,
  bytes,
  copy,
}: VerifiedShared): string[] => [
  `store ${store} is whole: serial ${serial}, version ${version}, ${objects} objects, ${bytes} bytes`,
  ...(copy === null ? [] : [`the server's copy of version ${copy} is whole`]),
];

/** Reads every object that is needed in the store, and the server's copy; null on one machine. */
export const verifyShared = (config: Config): Promise<VerifiedShared | null> =>
  withShared(config, async (shared) => {
    const { databaseUrl } = config;
    if (shared === null || databaseUrl === null) return null;
    const { store, pointer } = shared;
    const isSharded = await pointer.isSharded();
    let { serial, version } = await pointer.read();
    if (serial === 0) {
      throw new CommandError(`nothing is in service of ${store.address}; run the pipeline first`);
    }
    const verified = await verifyStore(store, async () => {
      const pointed = await pointer.read();
      ({ serial, version } = pointed);
      return [
        ...(await neededByVersion(store, pointed)),
        ...chainOf(pointed).map((piece) => ({ name: chainObject(piece), content: piece })),
        ...(await neededByCalendar(pointer.calendar)),
        ...(isSharded ? await neededByShards(databaseUrl) : []),
      ];
    });
    const copyDir = copyDirectory(config.dataDir);
    const copy = currentVersion(copyDir);
    const faults = [
      ...verified.faults,
      ...(copy === null ? [] : await faultsOfVersion(copyDir, copy)),
    ];
    return { store: store.address, serial, version, isSharded, copy, ...verified, faults };
  });

async function neededByCalendar(row: PointerRow): Promise<Needed[]> {
  const pointed = await row.read();
  const { serial, manifest } = pointed;
  const version = serial === 0 ? [] : [{ name: calendarObject(manifest), content: manifest }];
  const files = stateOf(pointed)?.files ?? [];
  return [...version, ...files.map((file) => ({ name: stateObject(file), content: file }))];
}

async function neededByShards(databaseUrl: string): Promise<Needed[]> {
  const [{ readShards }, { neededBy }] = await Promise.all([
    import('../machines/state.ts'),
    import('../machines/collect-objects.ts'),
  ]);
  return neededBy(await readShards(databaseUrl));
}
