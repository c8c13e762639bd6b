import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { isAbsent } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { type RemoteReplica, replicate } from '../publish/snapshot/replica.ts';
import type { Shared } from '../publish/snapshot/shared.ts';
import { sha256Of } from '../publish/snapshot/versions.ts';
import type { Publication } from '../publish/store/pointer.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { readCalendar, removeOthers } from './snapshot.ts';

/** Returns the object name of a version of the calendar. */
export const calendarObject = ({ sha256 }: Content): string => `calendar/${sha256}.json`;

/** The bytes of a version as they were written, and what they must be elsewhere. */
export function calendarFile(dataDir: DataDirectory, version: string): [Buffer, Content] {
  const bytes = readFileSync(dataDir.calendar.version(version));
  return [bytes, { sha256: sha256Of(bytes), bytes: bytes.length }];
}

/** Returns true if a data directory has the version of a publication. */
export function isFetched(dataDir: DataDirectory, { version, manifest }: Publication): boolean {
  try {
    return calendarFile(dataDir, version)[1].sha256 === manifest.sha256;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

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
