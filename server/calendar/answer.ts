import { stringify } from 'csv-stringify/sync';
import Type, { type Static } from 'typebox';
import { inertFigure, inertText } from '../../pipeline/base/inert-text.ts';
import { type CalendarEvent, calendarEvent } from '../../sql/calendar/events.ts';
import { count, instant, text, words } from '../../sql/shared.ts';
import type { Site } from '../accounts/attribution.ts';
import { serviceAttribution } from '../schemas/attribution.ts';
import type { CalendarQuery } from './parameters.ts';

/** The calendar's answer as JSON; the order of the keys is that of the wire. */
export const calendarAnswer = Type.Object(
  {
    generated_at: instant('When this answer was made; it is kept for 15 minutes', 'public'),
    from: instant('First instant of the window: 6 hours before generated_at', 'public'),
    to: instant('Last instant of the window: `days` after generated_at', 'public'),
    count: count('Number of events', 'public'),
    events: Type.Array(calendarEvent, words('In order of ts, currency, title', 'public')),
    attribution: serviceAttribution,
    docs: text('Where this is described', 'public'),
  },
  { title: 'Calendar', description: 'The events within a window' },
);

export type CalendarAnswer = Static<typeof calendarAnswer>;

const secondsBefore = 6 * 3600;
const secondsOfDay = 24 * 3600;

/** The answer to a query at an instant, which counts to the second; the window's ends belong to it. */
export function answerOf(
  query: CalendarQuery,
  events: readonly CalendarEvent[],
  now: Date,
  { baseUrl, host }: Site,
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
    attribution: { required: false, text: `Economic calendar by ${host}`, url: baseUrl },
    docs: `${baseUrl}/docs`,
  };
}

const instantOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

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
 * No cell of it is a formula.
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
