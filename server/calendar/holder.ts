import { type Calendar, readCalendar } from '../../pipeline/calendar/snapshot.ts';
import { createHolder, type Holder } from '../../pipeline/publish/snapshot/holder.ts';
import { publishedHere, type Replica } from '../../pipeline/publish/snapshot/replica.ts';
import type { VersionHolderOptions } from '../accounts/open-version.ts';

/** Events of a published version. */
export type EventsInService = Pick<Calendar, 'version' | 'events'>;

export type CalendarHolder = Holder<EventsInService>;

/** Options of the holder; the replica is one of the calendar. */
interface CalendarHolderOptions extends Omit<VersionHolderOptions, 'replica'> {
  readonly replica?: Pick<Replica, 'version' | 'repair'>;
}

/** Creates the holder that keeps the newest calendar in service; empty before the first one. */
export function createCalendarHolder(options: CalendarHolderOptions): CalendarHolder {
  const { dataDir, log, replica = publishedHere(dataDir.calendar.current) } = options;
  return createHolder({
    name: 'calendar',
    pointer: dataDir.calendar.current,
    read: () => replica.version(),
    async open(version: string): Promise<EventsInService> {
      try {
        return readCalendar(dataDir, version);
      } catch (error) {
        if (!(await replica.repair(version))) throw error;
        return readCalendar(dataDir, version);
      }
    },
    onSwitch: ({ version, events }) =>
      log.info('calendar in service', { version, events: events.length }),
    clock: options.clock,
    log,
  });
}
