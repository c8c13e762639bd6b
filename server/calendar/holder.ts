import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { type Calendar, readCalendar } from '../../pipeline/calendar/snapshot.ts';
import { createHolder, type Holder } from '../../pipeline/snapshot/holder.ts';

/** The events of a version. */
export type EventsInService = Pick<Calendar, 'version' | 'events'>;

export type CalendarHolder = Holder<EventsInService>;

export interface CalendarHolderOptions {
  readonly dataDir: DataDirectory;
  readonly clock: () => Date;
  readonly log: Log;
}

/** Keeps the published calendar in service; before the first there is none. */
export const createCalendarHolder = (options: CalendarHolderOptions): CalendarHolder =>
  createHolder({
    name: 'calendar',
    pointer: options.dataDir.calendar.current,
    open: (version: string): EventsInService => readCalendar(options.dataDir, version),
    tell: ({ version, events }) =>
      options.log.info('calendar in service', { version, events: events.length }),
    ...options,
  });
