import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { exportCalendar } from '../calendar/in-run.ts';
import type { CalendarOptions } from '../calendar/run.ts';
import type { LoadReport } from '../load/report.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { contentOf } from './intake.ts';
import { objects } from './objects.ts';

/** Calendar for shards, with the report of its load. */
interface BatchCalendar {
  /** Null without a calendar, or if another machine loads it. */
  readonly load: LoadReport | null;
  /** Null without a calendar. */
  readonly events: Content | null;
}

const eventsFile = ({ temporary }: DataDirectory): string => join(temporary, 'events.parquet');

/** Loads the calendar once for all shards of a batch, and writes its events to a file. */
export async function prepareCalendar(
  runId: string,
  options: CalendarOptions,
): Promise<BatchCalendar> {
  const path = eventsFile(options.dataDir);
  mkdirSync(options.dataDir.temporary, { recursive: true });
  const exported = await exportCalendar(path, runId, options);
  return exported === null
    ? { load: null, events: null }
    : { ...exported, events: contentOf(path) };
}

/** Puts the events of a prepared calendar in the store. */
export async function shareEvents(
  store: Store,
  dataDir: DataDirectory,
  events: Content | null,
): Promise<void> {
  if (events !== null) await store.put(objects.events(events), events, eventsFile(dataDir));
}
