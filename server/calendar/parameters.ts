import { calendarCurrencies, calendarImpacts } from '../../sql/calendar/events.ts';
import {
  oneOf,
  type Parameter,
  type Query,
  type QueryReader,
  readerOf,
  someOf,
  wholeNumber,
} from '../parameters.ts';

export const calendarFormats = ['json', 'csv'] as const;
export type CalendarFormat = (typeof calendarFormats)[number];

export type CalendarCurrency = (typeof calendarCurrencies)[number];
export type CalendarImpact = (typeof calendarImpacts)[number];

/** What is asked of the calendar, in one spelling: the same events are the same query. */
export interface CalendarQuery {
  readonly currencies: ReadonlySet<CalendarCurrency>;
  readonly impacts: ReadonlySet<CalendarImpact>;
  readonly days: number;
  readonly format: CalendarFormat;
}

/** At least one of the words; an empty list would never find anything. */
const someWords = <Word extends string>(words: readonly Word[]): Parameter<ReadonlySet<Word>> => {
  const list = someOf(words);
  return { ...list, parse: (text) => (text === '' ? undefined : list.parse(text)) };
};

const impacts = someWords(calendarImpacts);
const everyImpact: ReadonlySet<CalendarImpact> = new Set(calendarImpacts);

export const calendarParameters = {
  currency: someWords(calendarCurrencies),
  impact: {
    ...someOf([...calendarImpacts, 'all']),
    parse: (text) => (text === 'all' ? everyImpact : impacts.parse(text)),
  } satisfies Parameter<ReadonlySet<CalendarImpact>>,
  days: wholeNumber(30),
  format: oneOf(calendarFormats),
} as const;

const unset: CalendarQuery = {
  currencies: new Set(calendarCurrencies),
  impacts: new Set(['high']),
  days: 1,
  format: 'json',
};

/** Reads the parameters of HTTP, of a message and of a tool alike; a 400 says what is allowed. */
export const readCalendarQuery = (query: Query): CalendarQuery => readCalendar(readerOf(query));

/** The same by any reader. */
export function readCalendar(read: QueryReader): CalendarQuery {
  return {
    currencies: read('currency', calendarParameters.currency) ?? unset.currencies,
    impacts: read('impact', calendarParameters.impact) ?? unset.impacts,
    days: read('days', calendarParameters.days) ?? unset.days,
    format: read('format', calendarParameters.format) ?? unset.format,
  };
}
