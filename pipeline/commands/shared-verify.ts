import { existsSync } from 'node:fs';
import { copyDirectory, type DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import { calendarObject } from '../calendar/replica.ts';
import { stateObject, stateOf } from '../calendar/state.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { faultsOfVersion } from '../publish/snapshot/rollback.ts';
import { objectsIn, type Shared } from '../publish/snapshot/shared.ts';
import { chainObject, chainOf } from '../publish/snapshot/shared-chain.ts';
import {
  type NeededObject,
  neededByVersion,
  verifyStore,
} from '../publish/snapshot/verify-store.ts';
import type { PointerRow } from '../publish/store/pointer.ts';

/** Findings of `verify` about what all machines store. */
export interface VerifiedStore {
  readonly faults: readonly string[];
  /** Lines to print if all is whole. */
  readonly lines: readonly string[];
  /** Set if this machine's runs have published. */
  readonly hasOwnVersion: boolean;
}

/** Reads every object that is needed in the store, and the server's copy. */
export async function verifyShared(shared: Shared, dataDir: DataDirectory): Promise<VerifiedStore> {
  const { pointer } = shared;
  const store = objectsIn(shared);
  let { serial, version } = await pointer.read();
  if (version === '') {
    throw new CommandError(`store ${store.address} has nothing published; run the pipeline first`);
  }
  const verified = await verifyStore(store, async () => {
    const pointed = await pointer.read();
    ({ serial, version } = pointed);
    return [
      ...(await neededByVersion(store, pointed)),
      ...chainOf(pointed).map((piece) => ({ name: chainObject(piece), content: piece })),
    ];
  });
  const calendar = await verifyStore(shared.store, () => neededByCalendar(pointer.calendar));
  const copyDir = copyDirectory(dataDir);
  const copy = currentVersion(copyDir);
  const faults = [
    ...[...verified.faults, ...calendar.faults].sort(),
    ...(copy === null ? [] : await faultsOfVersion(copyDir, copy)),
  ];
  const objects = verified.objects + calendar.objects;
  const bytes = verified.bytes + calendar.bytes;
  const lines = [
    `store ${store.address} is whole: serial ${serial}, version ${version}, ${withNoun(objects, 'object')}, ${bytes} bytes`,
    ...(copy === null ? [] : [`the server's copy of version ${copy} is whole`]),
  ];
  return { faults, lines, hasOwnVersion: existsSync(dataDir.current) };
}

async function neededByCalendar(row: PointerRow): Promise<NeededObject[]> {
  const pointed = await row.read();
  const { serial, manifest } = pointed;
  const version = serial === 0 ? [] : [{ name: calendarObject(manifest), content: manifest }];
  const files = stateOf(pointed)?.files ?? [];
  return [...version, ...files.map((file) => ({ name: stateObject(file), content: file }))];
}
