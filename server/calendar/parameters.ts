import { calendarCurrencies, calendarImpacts } from '../../sql/calendar/events.ts';
import {
  described,
  oneOf,
  type Parameter,
  type Query,
  readQuery,
  someOf,
  unknownIn,
  wholeNumber,
} from '../http/parameters.ts';

export const calendarFormats = ['json', 'csv'] as const;
export type AnswerFormat = (typeof calendarFormats)[number];

export type CalendarCurrency = (typeof calendarCurrencies)[number];
export type CalendarImpact = (typeof calendarImpacts)[number];

/** What is asked of the calendar, in one spelling: the same events are the same query. */
export interface CalendarQuery {
  readonly currencies: ReadonlySet<CalendarCurrency>;
  readonly impacts: ReadonlySet<CalendarImpact>;
  readonly days: number;
  readonly format: AnswerFormat;
}

/** At least one of the words; an empty list would never find anything. */
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
  currency: described(someWords(calendarCurrencies), {
    description: 'Currencies; all nine when absent',
  }),
  impact: described(anyImpact, {
    description: 'Impacts, or `all` by itself',
    default: [...unset.impacts],
  }),
  days: described(wholeNumber(30), {
    description: 'Days ahead that the window reaches',
    default: unset.days,
  }),
  format: described(oneOf(calendarFormats), {
    description: 'Form of the answer',
    default: unset.format,
  }),
} as const;

/** Names in a query that mean nothing to the calendar. */
export const ignoredIn = (query: Query): string[] => unknownIn(query, calendarParameters);

/** Reads the parameters of HTTP, of a message and of a tool alike; a 400 says what is allowed. */
export function readCalendarQuery(query: Query): CalendarQuery {
  const { currency, impact, days, format } = readQuery(calendarParameters, query);
  return {
    currencies: currency ?? unset.currencies,
    impacts: impact ?? unset.impacts,
    days: days ?? unset.days,
    format: format ?? unset.format,
  };
}
