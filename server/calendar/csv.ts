import { stringify } from 'csv-stringify/sync';
import { inertFigure, inertText } from '../../pipeline/base/inert-text.ts';
import type { CalendarEvent } from '../../sql/calendar/events.ts';

/** The columns of an event in a table; the title comes last, as it alone may hold a comma. */
export const csvColumns = [
  'ts',
  'time',
  'currency',
  'impact',
  'forecast',
  'previous',
  'actual',
  'title',
] as const satisfies readonly (keyof CalendarEvent)[];

/**
 * The events as RFC 4180 has it: a header always, CRLF after every line, quotes where needed.
 * Events are loaded without formulas; those of an earlier version may have some.
 */
export function toCsv(events: readonly CalendarEvent[]): string {
  return stringify(events.map(inert), {
    header: true,
    columns: [...csvColumns],
    record_delimiter: '\r\n',
    // Half a line end is none to the library, which would leave it bare.
    quoted_match: /[\r\n]/,
  });
}

const inert = (event: CalendarEvent): CalendarEvent => ({
  ...event,
  forecast: inertFigure(event.forecast),
  previous: inertFigure(event.previous),
  actual: inertFigure(event.actual),
  title: inertText(event.title),
});
