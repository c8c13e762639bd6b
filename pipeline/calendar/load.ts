import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../duckdb/database.ts';
import { loadSources } from '../load/load.ts';
import { addReports, type LoadReport } from '../load/report.ts';
import { searchPaths } from './database.ts';
import type { CalendarElection } from './election.ts';
import { type Feeds, fetchFeeds } from './feeds.ts';

export interface CalendarLoadOptions {
  dataDir: DataDirectory;
  sources: readonly string[];
  feeds?: Feeds;
  clock: () => Date;
  strict?: boolean;
  /** Unset on one machine. */
  machines?: { readonly calendar: CalendarElection };
  log: Log;
}

/**
 * Fetches the feeds and loads them and the calendar files of the sources into the calendar's
 * database, all or nothing. Of a feed that cannot be fetched the last copy counts, with a
 * warning in the log.
 */
export async function loadCalendar(
  database: Database,
  runId: string,
  { dataDir, sources, feeds, clock, strict, log }: CalendarLoadOptions,
): Promise<LoadReport> {
  if (feeds) await fetchFeeds({ dataDir, feeds, clock, log });
  const paths = dataDir.calendar;
  const loads = {
    // A file of the operator's wins over what was fetched.
    feeds: [...[paths.feeds].filter(existsSync), ...sources],
    actuals: [paths.actuals].filter(existsSync),
  };
  await database.run('begin');
  try {
    const reports: LoadReport[] = [];
    for (const kind of ['feeds', 'actuals'] as const) {
      await database.run(`set search_path = '${searchPaths[kind]}'`);
      reports.push(
        await loadSources({
          database,
          sources: loads[kind],
          part: 'calendar',
          runId,
          strict: strict ?? false,
          temporaryDirectory: paths.temporary,
          log,
        }),
      );
    }
    const report = reports.reduce(addReports);
    if (report.files.length > 0) await database.run('delete from published_calendar');
    await database.run(`set search_path = '${searchPaths.feeds}'; commit`);
    return report;
  } catch (error) {
    // After a fault of the disk there is nothing left to roll back, and the fault is what counts.
    await database.run('rollback').catch(() => {});
    throw error;
  }
}
