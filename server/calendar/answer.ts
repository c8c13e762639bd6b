import { stringify } from 'csv-stringify/sync';
import Type, { type Static } from 'typebox';
import { inertFigure, inertText } from '../../pipeline/base/inert-text.ts';
import { type CalendarEvent, calendarEvent } from '../../sql/calendar/events.ts';
import { count, instant, text, words } from '../../sql/shared.ts';
import type { Site } from '../accounts/attribution.ts';
import { serviceAttribution } from '../schemas/attribution.ts';
import type { CalendarQuery } from './parameters.ts';

/** Schema of the calendar's JSON answer, with keys in the order they are sent. */
export const calendarAnswer = Type.Object(
  {
    generated_at: instant('When this answer was made; it is cached for 15 minutes', 'public'),
    from: instant('First instant of the window: 6 hours before generated_at', 'public'),
    to: instant('Last instant of the window: `days` after generated_at', 'public'),
    count: count('Number of events', 'public'),
    events: Type.Array(calendarEvent, words('Events, sorted by ts, currency, title', 'public')),
    attribution: serviceAttribution,
    docs: text('Link to the documentation', 'public'),
  },
  { title: 'Calendar', description: 'The events within a window' },
);

export type CalendarAnswer = Static<typeof calendarAnswer>;

const secondsBefore = 6 * 3600;
const secondsOfDay = 24 * 3600;

/** Returns the events in the window around an instant. The window includes both ends. */
export function answerOf(
  query: CalendarQuery,
  events: readonly CalendarEvent[],
  now: Date,
  { baseUrl, name }: Site,
): CalendarAnswer {
  const at = Math.floor(now.getTime() / 1000);
  const from = at - secondsBefore;
  const to = at + query.days * secondsOfDay;
  const currencies: ReadonlySet<string> = query.currencies;
  const impacts: ReadonlySet<string> = query.impacts;
  const found = events.filter(
    ({ ts, currency, impact }) =>
      ts >= from && ts <= to && currencies.has(currency) && impacts.has(impact),
  );
  return {
    generated_at: instantOf(at),
    from: instantOf(from),
    to: instantOf(to),
    count: found.length,
    events: found,
    attribution: { required: false, text: `Economic calendar by ${name}`, url: baseUrl },
    docs: `${baseUrl}/docs`,
  };
}

const instantOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Columns of the CSV. The title comes last since only it may contain a comma. */
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
 * Writes events as CSV by RFC 4180: always a header, CRLF after every line, quotes where needed.
 * Cells that a spreadsheet would run as formulas are made harmless.
 */
export function toCsv(events: readonly CalendarEvent[]): string {
  return stringify(events.map(inert), {
    header: true,
    columns: [...csvColumns],
    record_delimiter: '\r\n',
    // The library would not quote a lone CR or LF.
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
