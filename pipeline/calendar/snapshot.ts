import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarEvent } from '../../sql/calendar/events.ts';
import { syncDirectory, writeDurably } from '../base/files.ts';
import { versionPattern } from '../snapshot/layout.ts';
import { readPointer, writePointer } from '../snapshot/pointer.ts';

export type { CalendarEvent } from '../../sql/calendar/events.ts';

/** A published version of the economic calendar. */
export interface Calendar {
  version: string;
  /** The instant of the run that found these events. */
  as_of: string;
  /** In order of ts, currency, title. */
  events: readonly CalendarEvent[];
}

interface CalendarFile extends Calendar {
  format: number;
  /** Over the JSON of all above it. */
  sha256: string;
}

const calendarFormat = 1;

/** Paths of the published calendar below a data directory. */
export function calendarSnapshotPaths(dataDir: string) {
  const folder = join(dataDir, 'snapshots', 'calendar');
  return {
    folder,
    current: join(folder, 'current'),
    version: (version: string) => join(folder, `${version}.json`),
  };
}

/** Name of the published version; null where no calendar was ever loaded. */
export function currentCalendar(dataDir: string): string | null {
  return readPointer(calendarSnapshotPaths(dataDir).current);
}

/** A version as it was written; throws, saying which and why, when it is not. */
export function readCalendar(dataDir: string, version: string): Calendar {
  const file = parseFile(dataDir, version);
  if (file.format !== calendarFormat) {
    throw new Error(
      `calendar ${version} has format ${file.format}, this program reads ${calendarFormat}`,
    );
  }
  const { sha256, ...content } = file;
  if (sha256 !== sha256Of(JSON.stringify(content)) || content.version !== version) {
    throw new Error(`calendar ${version} is not as it was written`);
  }
  return { version, as_of: content.as_of, events: content.events };
}

function parseFile(dataDir: string, version: string): CalendarFile {
  if (!versionPattern.test(version)) {
    throw new Error(`calendar ${JSON.stringify(version)}: no such name of a version`);
  }
  const text = readFileSync(calendarSnapshotPaths(dataDir).version(version), 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`calendar ${version} is not as it was written: it is no JSON`, { cause });
  }
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
  const digest = sha256Of(JSON.stringify(events)).slice(0, 12);
  const published = wholeVersion(dataDir);
  if (published?.endsWith(`-${digest}`)) {
    putInService(dataDir, published);
    removeOthers(dataDir, keep);
    return published;
  }
  mkdirSync(paths.folder, { recursive: true });
  syncDirectory(join(dataDir, 'snapshots'));
  const sequence = Math.max(0, ...versionsIn(paths.folder).map(sequenceOf)) + 1;
  const version = `${String(sequence).padStart(6, '0')}-${digest}`;
  const content = { format: calendarFormat, version, as_of: asOf.toISOString(), events };
  const sha256 = sha256Of(JSON.stringify(content));
  const building = `${paths.version(version)}.tmp`;
  writeDurably(building, `${JSON.stringify({ ...content, sha256 })}\n`);
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
  const newest = versionsIn(folder).sort((a, b) => sequenceOf(b) - sequenceOf(a));
  const kept = new Set([...newest.slice(0, keep), currentCalendar(dataDir)]);
  for (const version of newest) if (!kept.has(version)) rmSync(pathOf(version), { force: true });
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.tmp')) rmSync(join(folder, name), { force: true });
  }
}

const versionsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((name) => versionPattern.test(name));

const sequenceOf = (version: string): number => Number.parseInt(version, 10);

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
