import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exportCalendar } from '../calendar/in-run.ts';
import type { CalendarOptions } from '../calendar/run.ts';
import type { LoadReport } from '../load/report.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { contentOf } from './intake.ts';
import { objects } from './objects.ts';

/** Calendar for shards, with the report of its load. */
interface SharedCalendar {
  /** Null without a calendar, or if another machine loads it. */
  readonly load: LoadReport | null;
  /** Null without a calendar. */
  readonly events: Content | null;
}

/** Loads the calendar once for all shards of a batch, and puts its events in the store. */
export async function shareCalendar(
  store: Store,
  runId: string,
  options: CalendarOptions,
): Promise<SharedCalendar> {
  const { temporary } = options.dataDir;
  const path = join(temporary, 'events.parquet');
  mkdirSync(temporary, { recursive: true });
  try {
    const exported = await exportCalendar(path, runId, options);
    if (exported === null) return { load: null, events: null };
    const events = contentOf(path);
    await store.put(objects.events(events), events, path);
    return { ...exported, events };
  } finally {
    rmSync(path, { force: true });
  }
}
