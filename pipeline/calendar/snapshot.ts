import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarEvent } from '../../sql/calendar/events.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { syncDirectory, writeDurably } from '../base/files.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { versionPattern } from '../publish/snapshot/layout.ts';
import { readPointer, writePointer } from '../publish/snapshot/pointer.ts';
import {
  isNamedAfter,
  nextVersion,
  readSealed,
  type SealedFile,
  seal,
  sha256Of,
  versionsIn,
} from '../publish/snapshot/versions.ts';

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

/** Name of the published version; null where no calendar was ever loaded. */
export function currentCalendar(dataDir: DataDirectory): string | null {
  return readPointer(dataDir.calendar.current);
}

/** A version as it was written; throws, saying which and why, when it is not. */
export function readCalendar(dataDir: DataDirectory, version: string): Calendar {
  if (!versionPattern.test(version)) {
    const named = `calendar ${JSON.stringify(version)}: no such name of a version`;
    throw new CommandError(`${named}; run the pipeline again`);
  }
  const { as_of, events } = readSealed<Calendar & SealedFile>(
    dataDir.calendar.version(version),
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
  dataDir: DataDirectory,
  events: readonly CalendarEvent[],
  asOf: Date,
  keep: number,
): string {
  const paths = dataDir.calendar;
  const digest = sha256Of(JSON.stringify(events));
  const published = wholeVersion(dataDir);
  if (published !== null && isNamedAfter(published, digest)) {
    putInService(dataDir, published);
    removeOthers(dataDir, keep);
    return published;
  }
  mkdirSync(paths.snapshots, { recursive: true });
  syncDirectory(dataDir.snapshots);
  const version = nextVersion(versionsIn(paths.snapshots), digest);
  const content = { format: calendarFormat, version, as_of: asOf.toISOString(), events };
  const building = `${paths.version(version)}.tmp`;
  writeDurably(building, `${JSON.stringify(seal(content))}\n`);
  renameSync(building, paths.version(version));
  syncDirectory(paths.snapshots);
  putInService(dataDir, version);
  removeOthers(dataDir, keep);
  return version;
}

const putInService = (dataDir: DataDirectory, version: string): void =>
  writePointer(dataDir.calendar.current, version, {
    code: 'run_unconfirmed_calendar',
    again: makeReason('run_again'),
  });

/** Published version. Null if it is damaged; then it is written again under the next name. */
function wholeVersion(dataDir: DataDirectory): string | null {
  const version = currentCalendar(dataDir);
  if (version === null) return null;
  try {
    return readCalendar(dataDir, version).version;
  } catch {
    return null;
  }
}

/**
 * Removes what a killed run left, and all but the newest `keep` versions. Keeps the published one.
 */
export function removeOthers(dataDir: DataDirectory, keep: number): void {
  const { snapshots, version: pathOf } = dataDir.calendar;
  const newest = versionsIn(snapshots);
  const retained = new Set([...newest.slice(0, keep), currentCalendar(dataDir)]);
  for (const version of newest)
    if (!retained.has(version)) rmSync(pathOf(version), { force: true });
  for (const name of readdirSync(snapshots)) {
    if (name.endsWith('.tmp')) rmSync(join(snapshots, name), { force: true });
  }
}

interface VerifiedCalendar {
  version: string;
  events: number;
  /** Fault in words. Null if the calendar is whole. */
  fault: string | null;
}

/** Reads the published calendar again; null where none was ever published. */
export function verifyCalendar(dataDir: DataDirectory): VerifiedCalendar | null {
  const version = currentCalendar(dataDir);
  const { current } = dataDir.calendar;
  if (version === null) {
    if (!existsSync(current)) return null;
    const fault = `${current}: names no version of the calendar; run the pipeline again`;
    return { version: '', events: 0, fault };
  }
  try {
    return { version, events: readCalendar(dataDir, version).events.length, fault: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { version, events: 0, fault: reason };
  }
}
