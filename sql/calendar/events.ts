import Type, { type Static } from 'typebox';
import { instant, oneOf, text, words } from '../shared.ts';

/** Currencies of the calendar. */
export const calendarCurrencies = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'AUD'],
  ...['NZD', 'CAD', 'CHF', 'CNY'],
] as const;

/** Values of `impact`, strongest first. A holiday is a closed market, not a release. */
export const calendarImpacts = ['high', 'medium', 'low', 'holiday'] as const;

/** Event in an answer of the calendar, with its fields in answer order. */
export const calendarEvent = Type.Object(
  {
    ts: Type.Integer(words('Scheduled time in Unix seconds, UTC', 'public')),
    time: instant('Scheduled time; for a holiday the start of the day', 'public'),
    currency: oneOf(calendarCurrencies, 'Currency that the event is about', 'public'),
    impact: oneOf(
      calendarImpacts,
      'Expected impact; a holiday is a closed market, not a release',
      'public',
    ),
    title: text('Title of the event', 'public'),
    forecast: text('Expected value with its unit; empty if unknown', 'public'),
    previous: text('Previous value with its unit; empty if unknown', 'public'),
    actual: text('Released value with its unit; empty until the release', 'public'),
  },
  { title: 'CalendarEvent', description: 'A scheduled release, speech or market holiday' },
);

export type CalendarEvent = Static<typeof calendarEvent>;
