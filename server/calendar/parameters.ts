import { calendarCurrencies, calendarImpacts } from '../../sql/calendar/events.ts';
import {
  oneOf,
  type Parameter,
  type Query,
  readQuery,
  someOf,
  unknownIn,
  wholeNumber,
  withDescription,
} from '../http/parameters.ts';

const calendarFormats = ['json', 'csv'] as const;
export type AnswerFormat = (typeof calendarFormats)[number];

type CalendarCurrency = (typeof calendarCurrencies)[number];
export type CalendarImpact = (typeof calendarImpacts)[number];

/** Query of the calendar in normal form: requests for the same events give equal queries. */
export interface CalendarQuery {
  readonly currencies: ReadonlySet<CalendarCurrency>;
  readonly impacts: ReadonlySet<CalendarImpact>;
  readonly days: number;
  readonly format: AnswerFormat;
}

/** Parses at least one of the words; an empty list would never match anything. */
const someWords = <Word extends string>(words: readonly Word[]): Parameter<ReadonlySet<Word>> => {
  const list = someOf(words);
  return { ...list, parse: (text) => (text === '' ? undefined : list.parse(text)) };
};

const impacts = someWords(calendarImpacts);
const everyImpact: ReadonlySet<CalendarImpact> = new Set(calendarImpacts);

const unset: CalendarQuery = {
  currencies: new Set(calendarCurrencies),
  impacts: new Set(['high']),
  days: 1,
  format: 'json',
};

const anyImpact: Parameter<ReadonlySet<CalendarImpact>> = {
  ...someOf([...calendarImpacts, 'all']),
  parse: (text) => (text === 'all' ? everyImpact : impacts.parse(text)),
};

export const calendarParameters = {
  currency: withDescription(someWords(calendarCurrencies), {
    description: 'Currencies; by default all nine',
  }),
  impact: withDescription(anyImpact, {
    description: 'Impacts, or `all` alone',
    default: [...unset.impacts],
  }),
  days: withDescription(wholeNumber(30), {
    description: 'Days from now to the end of the window',
    default: unset.days,
  }),
  format: withDescription(oneOf(calendarFormats), {
    description: 'Format of the answer',
    default: unset.format,
  }),
} as const;

/** Returns the names in a query that the calendar doesn't know. */
export const ignoredIn = (query: Query): string[] => unknownIn(query, calendarParameters);

/**
 * Parses the parameters of an HTTP query, a WebSocket message or a tool. Throws a 400 that lists
 * allowed values.
 */
export function readCalendarQuery(query: Query): CalendarQuery {
  const { currency, impact, days, format } = readQuery(calendarParameters, query);
  return {
    currencies: currency ?? unset.currencies,
    impacts: impact ?? unset.impacts,
    days: days ?? unset.days,
    format: format ?? unset.format,
  };
}
