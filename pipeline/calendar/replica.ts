import { mkdirSync, rmSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { type RemoteReplica, replicate } from '../publish/snapshot/replica.ts';
import { isWrittenAt, type Shared } from '../publish/snapshot/shared.ts';
import type { Publication } from '../publish/store/pointer-row.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { readCalendar, removeOthers } from './snapshot.ts';

/** Returns the object name of a version of the calendar. */
export const calendarObject = ({ sha256 }: Content): string => `calendar/${sha256}.json`;

/** Returns true if a data directory has the version of a publication. */
export const isFetched = (dataDir: DataDirectory, { version, manifest }: Publication): boolean =>
  isWrittenAt(dataDir.calendar.version(version), manifest);

/** Brings a version from the store; throws unless it is one that this program reads. */
export async function fetchCalendar(
  store: Store,
  dataDir: DataDirectory,
  { version, manifest }: Publication,
): Promise<void> {
  mkdirSync(dataDir.calendar.snapshots, { recursive: true });
  await store.fetch(calendarObject(manifest), manifest, dataDir.calendar.version(version));
  readCalendar(dataDir, version);
}

/** Keeps a copy of the published calendar in a data directory of its own. */
export const createCalendarReplica = (
  { pointer, store }: Pick<Shared, 'pointer' | 'store'>,
  dataDir: DataDirectory,
  log: Log,
): RemoteReplica =>
  replicate(
    {
      name: 'the copy of the calendar',
      row: pointer.calendar,
      directory: dataDir.calendar,
      isHere: (pointed) => isFetched(dataDir, pointed),
      fetch: (pointed) => fetchCalendar(store, dataDir, pointed),
      removeOld: () => removeOthers(dataDir, 1),
      removeFaulty: (version) => rmSync(dataDir.calendar.version(version), { force: true }),
    },
    log,
  );
