import Type, { type Static } from 'typebox';
import { instant, oneOf, text, words } from '../shared.ts';

/** The nine currencies of the calendar. */
export const calendarCurrencies = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'AUD'],
  ...['NZD', 'CAD', 'CHF', 'CNY'],
] as const;

/** What an event may be, the strongest first; a holiday is a closed market, not a release. */
export const calendarImpacts = ['high', 'medium', 'low', 'holiday'] as const;

/** A scheduled event as it goes on the wire; the order of the keys is that of the answer. */
export const calendarEvent = Type.Object(
  {
    ts: Type.Integer(words('When it is due, Unix seconds, UTC', 'public')),
    time: instant('When it is due; a holiday starts its day', 'public'),
    currency: oneOf(calendarCurrencies, 'Currency that it is about', 'public'),
    impact: oneOf(
      calendarImpacts,
      'Expected impact; a holiday is a closed market, not a release',
      'public',
    ),
    title: text('Title', 'public'),
    forecast: text('Expected value with its unit; empty when unavailable', 'public'),
    previous: text('Value before with its unit; empty when unavailable', 'public'),
    actual: text('Released value with its unit; empty until the release', 'public'),
  },
  { title: 'CalendarEvent', description: 'A scheduled release, speech or market holiday' },
);

export type CalendarEvent = Static<typeof calendarEvent>;
