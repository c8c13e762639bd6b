import { join } from 'node:path';
import { literal } from '../base/sql-text.ts';
import { computeAgain } from '../duckdb/compute-again.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { withCalendarDatabase } from './database.ts';
import { loadCalendar } from './load.ts';
import { type CalendarOptions, type CalendarResult, hasCalendar, publishEvents } from './run.ts';
import { currentCalendar } from './snapshot.ts';

// What the warehouse has of the calendar, by its table. Ledger and rejects are only ever added to.
const copies = {
  calendar_events: readSql('calendar/current_events'),
  loaded_files: 'from loaded_files order by rowid',
  rejects: 'from rejects order by rowid',
} as const;

interface CalendarInRun {
  /** Null if another machine is elected, or nothing was ever loaded. */
  load: CalendarResult['load'];
  /** True when that changed what researchers get. */
  isChanged: boolean;
}

/** The calendar's part of a whole run: loads it, and copies it into the run's own database. */
export async function loadCalendarInRun(
  working: Database,
  runId: string,
  options: CalendarOptions,
): Promise<CalendarInRun> {
  if (!(await hasCalendar(options))) return { load: null, isChanged: false };
  const { temporary } = options.dataDir;
  const pathOf = (table: string) => join(temporary, `calendar-${table}.parquet`);
  const load = await withCalendarDatabase(
    { ...options, waits: true },
    async (database, isElected) => {
      const report = isElected ? await loadCalendar(database, runId, options) : null;
      for (const [table, rows] of Object.entries(copies)) {
        await database.run(`copy (${rows}) to ${literal(pathOf(table))} (format parquet)`);
      }
      return report;
    },
  );
  return { load, isChanged: await receive(working, pathOf) };
}

/**
 * Publishes what stands in the calendar by now, another calendar run's events included. Does
 * nothing if this run has not loaded it. A machine that was elected since would hold the calendar
 * without what is new.
 */
export async function publishCalendarInRun(
  options: CalendarOptions,
  { load }: Pick<CalendarInRun, 'load'>,
): Promise<string | null> {
  if (load === null) return currentCalendar(options.dataDir);
  return withCalendarDatabase({ ...options, waits: true }, async (database, isElected) =>
    isElected ? (await publishEvents(database, options)).version : currentCalendar(options.dataDir),
  );
}

/** Makes events that were written to a Parquet file those of a run; true where they are others. */
async function receiveEvents(working: Database, path: string): Promise<boolean> {
  const events = `from read_parquet(${literal(path)})`;
  const differing = await count(
    working,
    `(from calendar_events except ${events}) union all (${events} except from calendar_events)`,
  );
  if (differing > 0) {
    // Accounts look at events of high impact that their trades were open near, and at no other.
    await working.run(`begin;
      create or replace temp table loaded_events as ${events};
      create or replace temp table touched_accounts as ${readSql('runs/news_changes')}`);
    await computeAgain(working);
    await working.run(`delete from calendar_events;
      insert into calendar_events from loaded_events order by time, currency, title;
      drop table loaded_events; drop table touched_accounts; commit`);
  }
  return differing > 0;
}

async function receive(working: Database, pathOf: (table: string) => string): Promise<boolean> {
  const isOther = await receiveEvents(working, pathOf('calendar_events'));
  let added = 0;
  for (const table of ['loaded_files', 'rejects'] as const) {
    const [inserted] = await working.rows(
      `insert into ${table} by name from read_parquet(${literal(pathOf(table))}) as read_again
      where not exists (
        from ${table} as known
        where known.run_id = read_again.run_id and known.file = read_again.file
          and known.table_name = 'calendar_events')`,
    );
    added += Number(inserted?.Count);
  }
  return isOther || added > 0;
}

async function count(database: Database, rows: string): Promise<number> {
  const [row] = await database.rows(`select count(*) as count from (${rows})`);
  return Number(row?.count);
}
