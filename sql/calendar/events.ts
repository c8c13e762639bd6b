import Type, { type Static } from 'typebox';
import { instant, text } from '../shared.ts';

/** The nine currencies of the calendar. */
export const calendarCurrencies = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'AUD'],
  ...['NZD', 'CAD', 'CHF', 'CNY'],
] as const;

/** What an event may be, the strongest first; a holiday is a closed market, not a release. */
export const calendarImpacts = ['high', 'medium', 'low', 'holiday'] as const;

const oneOf = (words: readonly string[], description: string) =>
  Type.String({ enum: [...words], description });

/** A scheduled event as it goes on the wire; the order of the keys is that of the answer. */
export const calendarEvent = Type.Object({
  ts: Type.Integer({ description: 'When it is due, Unix seconds, UTC' }),
  time: instant('When it is due; a holiday starts its day'),
  currency: oneOf(calendarCurrencies, 'Currency that it is about'),
  impact: oneOf(calendarImpacts, 'Expected impact; a holiday is a closed market, not a release'),
  title: text('Title'),
  forecast: text('Expected value with its unit; empty when unavailable'),
  previous: text('Value before with its unit; empty when unavailable'),
  actual: text('Released value with its unit; empty until the release'),
});

export type CalendarEvent = Static<typeof calendarEvent>;
