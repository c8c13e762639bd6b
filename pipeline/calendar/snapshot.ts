import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarEvent } from '../../sql/calendar/events.ts';
import { syncDirectory, writeDurably } from '../base/files.ts';
import { versionPattern } from '../snapshot/layout.ts';
import { readPointer, writePointer } from '../snapshot/pointer.ts';
import {
  isNamedAfter,
  nextVersion,
  readSealed,
  type Sealed,
  sealed,
  sha256Of,
  versionsIn,
} from '../snapshot/versions.ts';

export type { CalendarEvent } from '../../sql/calendar/events.ts';

/** A published version of the economic calendar. */
export interface Calendar {
  version: string;
  /** The instant of the run that found these events. */
  as_of: string;
  /** In order of ts, currency, title. */
  events: readonly CalendarEvent[];
}

const calendarFormat = 1;
const ending = '.json';

/** Paths of the published calendar below a data directory. */
export function calendarSnapshotPaths(dataDir: string) {
  const folder = join(dataDir, 'snapshots', 'calendar');
  return {
    folder,
    current: join(folder, 'current'),
    version: (version: string) => join(folder, `${version}${ending}`),
  };
}

/** Name of the published version; null where no calendar was ever loaded. */
export function currentCalendar(dataDir: string): string | null {
  return readPointer(calendarSnapshotPaths(dataDir).current);
}

/** A version as it was written; throws, saying which and why, when it is not. */
export function readCalendar(dataDir: string, version: string): Calendar {
  if (!versionPattern.test(version)) {
    throw new Error(`calendar ${JSON.stringify(version)}: no such name of a version`);
  }
  const { as_of, events } = readSealed<Calendar & Sealed>(
    calendarSnapshotPaths(dataDir).version(version),
    { version, format: calendarFormat },
    { name: 'calendar', file: `calendar ${version}` },
  );
  return { version, as_of, events };
}

/**
 * Puts events in service as the next version, keeps the newest `keep` versions and answers with
 * the published one's name. Events that are in service already are only confirmed.
 */
export function publishCalendar(
  dataDir: string,
  events: readonly CalendarEvent[],
  asOf: Date,
  keep: number,
): string {
  const paths = calendarSnapshotPaths(dataDir);
  const digest = sha256Of(JSON.stringify(events));
  const published = wholeVersion(dataDir);
  if (published !== null && isNamedAfter(published, digest)) {
    putInService(dataDir, published);
    removeOthers(dataDir, keep);
    return published;
  }
  mkdirSync(paths.folder, { recursive: true });
  syncDirectory(join(dataDir, 'snapshots'));
  const version = nextVersion(versionsIn(paths.folder, ending), digest);
  const content = { format: calendarFormat, version, as_of: asOf.toISOString(), events };
  const building = `${paths.version(version)}.tmp`;
  writeDurably(building, `${JSON.stringify(sealed(content))}\n`);
  renameSync(building, paths.version(version));
  syncDirectory(paths.folder);
  putInService(dataDir, version);
  removeOthers(dataDir, keep);
  return version;
}

const putInService = (dataDir: string, version: string): void =>
  writePointer(calendarSnapshotPaths(dataDir).current, version, {
    name: 'calendar',
    again: 'run again',
  });

/** The published version where it can be read; a damaged one is written anew under the next name. */
function wholeVersion(dataDir: string): string | null {
  const version = currentCalendar(dataDir);
  if (version === null) return null;
  try {
    return readCalendar(dataDir, version).version;
  } catch {
    return null;
  }
}

/** Removes versions beyond the newest `keep`, never the published one, and what a killed run left. */
function removeOthers(dataDir: string, keep: number): void {
  const { folder, version: pathOf } = calendarSnapshotPaths(dataDir);
  const newest = versionsIn(folder, ending);
  const kept = new Set([...newest.slice(0, keep), currentCalendar(dataDir)]);
  for (const version of newest) if (!kept.has(version)) rmSync(pathOf(version), { force: true });
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.tmp')) rmSync(join(folder, name), { force: true });
  }
}
