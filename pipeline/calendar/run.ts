import { existsSync } from 'node:fs';
import { prepareDirectories } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes } from '../base/errors.ts';
import type { Database, Row } from '../duckdb/database.ts';
import type { DatabaseLimits } from '../duckdb/persistent-database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { haveCalendar } from '../load/load.ts';
import type { LoadReport } from '../load/report.ts';
import { withCalendarDatabase } from './database.ts';
import { unsharedCalendar } from './election.ts';
import { isInService, rememberInService } from './in-service.ts';
import { type CalendarLoadOptions, loadCalendar } from './load.ts';
import { type CalendarEvent, currentCalendar, publishCalendar } from './snapshot.ts';

export interface CalendarOptions extends CalendarLoadOptions, DatabaseLimits {
  /** The instant that a new version names. */
  asOf: Date;
  keepVersions?: number;
}

export interface CalendarResult {
  /** Null where no calendar was ever loaded. */
  version: string | null;
  /** False when the published version had these events already. */
  isNew: boolean;
  /** Null where there is nothing to load from. */
  load: LoadReport | null;
}

/**
 * Updates the published calendar from the sources and feeds, independently of runs of the accounts.
 * Throws with exit code 75 while another calendar run is under way.
 */
export async function runCalendarOnce(options: CalendarOptions): Promise<CalendarResult> {
  const { dataDir, clock, machines = unsharedCalendar } = options;
  prepareDirectories(dataDir);
  if (!(await hasCalendar(options))) {
    return { version: currentCalendar(dataDir), isNew: false, load: null };
  }
  try {
    return await withCalendarDatabase(options, async (database, isElected) => {
      if (!isElected) {
        const elected = await machines.calendar.elected();
        throw new CommandError(
          `another machine (${elected}) runs the calendar; run it there, or wait three minutes after that machine has stopped`,
          exitCodes.locked,
        );
      }
      const load = await loadCalendar(database, clock().toISOString(), options);
      return { ...(await publishEvents(database, options)), load };
    });
  } catch (error) {
    throw asFileFault(error, dataDir.path);
  }
}

/** Returns true if there is a calendar to load, or one that was loaded before. */
export async function hasCalendar({
  dataDir,
  sources,
  feeds,
  machines = unsharedCalendar,
}: Pick<CalendarLoadOptions, 'dataDir' | 'sources' | 'feeds' | 'machines'>): Promise<boolean> {
  const { database, feeds: copies } = dataDir.calendar;
  const isFed = (feeds?.urls.length ?? 0) > 0 || existsSync(copies);
  if (isFed || existsSync(database) || haveCalendar(sources)) return true;
  return machines.calendar.hasState();
}

/** Publishes what the calendar's database holds, unless it is in service already. */
export async function publishEvents(
  database: Database,
  { dataDir, asOf, keepVersions, log }: CalendarOptions,
): Promise<Omit<CalendarResult, 'load'>> {
  const before = currentCalendar(dataDir);
  if (await isInService(database, dataDir, before)) return { version: before, isNew: false };
  const events = await readEvents(database);
  if (events === null) return { version: before, isNew: false };
  const version = publishCalendar(dataDir, events, asOf, keepVersions ?? 3);
  await rememberInService(database, dataDir, version);
  if (version !== before) log.info('calendar published', { version, events: events.length });
  return { version, isNew: version !== before };
}

/**
 * Reads the events as the API shows them, by ts (seconds), currency and title. Null if none was
 * ever loaded.
 */
async function readEvents(database: Database): Promise<CalendarEvent[] | null> {
  const [loaded] = await database.rows('select count(*) as files from loaded_files');
  if (loaded?.files === '0') return null;
  await database.run(
    `create or replace temp table current_events as ${readSql('calendar/current_events')}`,
  );
  const rows = await database.rows(readSql('calendar/events'));
  return rows.map(eventOf).sort(compareEvents);
}

function eventOf(row: Row): CalendarEvent {
  return {
    ts: Number(row.ts),
    time: String(row.time),
    currency: String(row.currency),
    impact: String(row.impact),
    title: String(row.title),
    forecast: String(row.forecast),
    previous: String(row.previous),
    actual: String(row.actual),
  };
}

/** By ts, then currency, then title, texts by code unit. */
const compareEvents = (left: CalendarEvent, right: CalendarEvent): number =>
  left.ts - right.ts ||
  compareText(left.currency, right.currency) ||
  compareText(left.title, right.title);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
