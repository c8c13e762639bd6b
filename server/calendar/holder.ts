import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { type Calendar, currentCalendar, readCalendar } from '../../pipeline/calendar/snapshot.ts';

/** The events in service; version null where no calendar was ever published. */
export type EventsInService = Pick<Calendar, 'events'> & { readonly version: string | null };

/** Lends the calendar in service; it may be another one at the next call. */
export interface CalendarHolder {
  current(): EventsInService;
  /** Puts the published version in service; one that is not whole is logged once and left alone. */
  refresh(): void;
}

export interface CalendarHolderOptions {
  readonly dataDir: DataDirectory;
  readonly log: Log;
}

export function createCalendarHolder({ dataDir, log }: CalendarHolderOptions): CalendarHolder {
  let held: EventsInService = { version: null, events: [] };
  let refused: string | null | undefined;

  const switchTo = (version: string | null): void => {
    if (version === held.version) return;
    if (version === null) throw new Error('the file that names it is gone or names nothing');
    held = readCalendar(dataDir, version);
    log.info('calendar in service', { version, events: held.events.length });
  };

  return {
    current: () => held,
    refresh() {
      let version: string | null = null;
      try {
        version = currentCalendar(dataDir);
        switchTo(version);
        refused = undefined;
      } catch (error) {
        if (refused !== version) {
          const reason = error instanceof Error ? error.message : String(error);
          log.error('published calendar refused', { version, reason, in_service: held.version });
        }
        refused = version;
      }
    },
  };
}
