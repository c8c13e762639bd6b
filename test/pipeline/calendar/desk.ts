import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import {
  type CalendarOptions,
  type CalendarResult,
  runCalendarOnce,
} from '../../../pipeline/calendar/run.ts';
import {
  type CalendarEvent,
  currentCalendar,
  readCalendar,
} from '../../../pipeline/calendar/snapshot.ts';
import { withDirectory } from '../../support/directory.ts';

export const noon = new Date('2024-07-01T12:00:00Z');

/** A data directory, a source, and runs that only load the calendar. */
export interface CalendarDesk {
  readonly root: string;
  readonly dataDir: DataDirectory;
  readonly source: string;
  /** Writes `calendar_events.csv`, or another file of the source. */
  write(lines: readonly string[], file?: string): void;
  run(options?: Partial<CalendarOptions>): Promise<CalendarResult>;
  /** Reads the published events. */
  events(): readonly CalendarEvent[];
  /** Reads the published events as lines: time, currency, impact, title and the three values. */
  lines(): string[];
}

export const header = 'time,currency,impact,title,forecast,previous,actual';

/** Calls the work with a desk, and removes it afterwards. */
export async function withCalendarDesk(work: (desk: CalendarDesk) => Promise<void>): Promise<void> {
  await withDirectory(async (root) => {
    const dataDir = dataDirectory(join(root, 'data'));
    const source = join(root, 'source');
    mkdirSync(source);
    const events = () => readCalendar(dataDir, currentCalendar(dataDir) ?? '').events;

    await work({
      root,
      dataDir,
      source,
      write: (lines, file = 'calendar_events.csv') =>
        writeFileSync(join(source, file), `${[header, ...lines].join('\n')}\n`),
      run: (options) =>
        runCalendarOnce({
          dataDir,
          sources: [source],
          asOf: noon,
          clock: () => noon,
          log: silentLog,
          threads: 1,
          ...options,
        }),
      events,
      lines: () =>
        events().map(({ time, currency, impact, title, forecast, previous, actual }) =>
          [time, currency, impact, title, forecast, previous, actual].join(','),
        ),
    });
  });
}
