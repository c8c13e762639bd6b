import { existsSync } from 'node:fs';
import { copyDirectory, type DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import { calendarObject } from '../calendar/replica.ts';
import { stateObject, stateOf } from '../calendar/state.ts';
import type { FileEntry } from '../publish/snapshot/layout.ts';
import { faultsOfVersion } from '../publish/snapshot/rollback.ts';
import {
  objectsIn,
  readNotedPointer,
  type Shared,
  sharedInService,
} from '../publish/snapshot/shared.ts';
import { partsIn } from '../publish/snapshot/united.ts';
import { neededByVersion, verifyStore } from '../publish/snapshot/verify-store.ts';
import type { PointerRow } from '../publish/store/pointer-row.ts';

/** Findings of `verify` about what all machines store. */
export interface VerifiedStore {
  readonly faults: readonly string[];
  /** Lines to print if all is whole. */
  readonly lines: readonly string[];
  /** Set if this machine's runs have published. */
  readonly hasOwnVersion: boolean;
}

/** Reads every object that partitions in service need in the store, and the server's copy. */
export async function verifyShared(shared: Shared, dataDir: DataDirectory): Promise<VerifiedStore> {
  const calendar = await verifyStore(shared.store, () => neededByCalendar(shared.pointer.calendar));
  const faults: string[] = [];
  const lines: string[] = [];
  for (const member of await sharedInService(shared)) {
    const verified = await verifyMember(member, lines.length === 0 ? calendar : noObjects);
    faults.push(...verified.faults);
    lines.push(verified.line);
  }
  for (const { dataDir: copy, version } of partsIn(copyDirectory(dataDir))) {
    if (!readNotedPointer(copy).isWhole) {
      lines.push(`the server's copy of version ${version} is still being made`);
      continue;
    }
    faults.push(...(await faultsOfVersion(copy, version)));
    lines.push(`the server's copy of version ${version} is whole`);
  }
  return { faults, lines, hasOwnVersion: existsSync(dataDir.current) };
}

type VerifiedObjects = Awaited<ReturnType<typeof verifyStore>>;

const noObjects: VerifiedObjects = { objects: 0, bytes: 0, faults: [] };

/** Verifies what one partition published. `others` were verified before and count too. */
async function verifyMember(
  shared: Shared,
  others: VerifiedObjects,
): Promise<{ faults: string[]; line: string }> {
  const { pointer } = shared;
  const store = objectsIn(shared);
  let { serial, version } = await pointer.read();
  if (version === '') {
    throw new CommandError(`store ${store.address} has nothing published; run the pipeline first`);
  }
  const verified = await verifyStore(store, async () => {
    const pointed = await pointer.read();
    ({ serial, version } = pointed);
    return neededByVersion(store, pointed);
  });
  const objects = verified.objects + others.objects;
  const bytes = verified.bytes + others.bytes;
  return {
    faults: [...verified.faults, ...others.faults].sort(),
    line: `store ${store.address} is whole: serial ${serial}, version ${version}, ${withNoun(objects, 'object')}, ${bytes} bytes`,
  };
}

async function neededByCalendar(row: PointerRow): Promise<FileEntry[]> {
  const pointed = await row.read();
  const { serial, manifest } = pointed;
  const version = serial === 0 ? [] : [{ path: calendarObject(manifest), ...manifest }];
  const files = stateOf(pointed)?.files ?? [];
  return [...version, ...files.map((file) => ({ ...file, path: stateObject(file) }))];
}
