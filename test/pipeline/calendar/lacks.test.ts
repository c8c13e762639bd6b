import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lacksOf } from '../../../pipeline/calendar/lacks.ts';
import type { CalendarEvent } from '../../../pipeline/calendar/snapshot.ts';
import { fieldOf } from '../../support/fields.ts';

const lacks = suite('what a calendar lacks');

const now = new Date('2024-06-12T12:00:00Z');
const hour = 1 / 24;

/** Makes an event that many days from now. */
const event = (days: number, changes: Partial<CalendarEvent> = {}): CalendarEvent => {
  const ts = now.getTime() / 1000 + Math.round(days * 86_400);
  const time = `${new Date(ts * 1000).toISOString().slice(0, 19)}Z`;
  const values = { forecast: '0.1%', previous: '0.2%', actual: '' };
  return { ts, time, currency: 'USD', impact: 'high', title: 'CPI m/m', ...values, ...changes };
};
const released = (days: number) => event(days, { actual: '0.3%' });
const second = 1 / 86_400;

const cases: readonly [what: string, events: readonly CalendarEvent[], lacking: string[]][] = [
  ['nothing', [released(-1), event(1)], []],
  ['all of it', [], ['coming']],
  ['coming events', [released(-1)], ['coming']],
  ['coming events, as the next is in a week', [released(-1), event(7)], ['coming']],
  ['nothing, as the next is within a week', [released(-1), event(7 - second)], []],
  ['nothing, as an event begins now', [released(-1), event(0)], []],
  ['actual values', [event(-1), event(1)], ['actual']],
  [
    'actual values of the last week, whatever older ones have',
    [released(-8), event(-1), event(1)],
    ['actual'],
  ],
  ['nothing, as one of the week has a value', [event(-2), released(-1), event(1)], []],
  ['actual values of old events, if no newer ones are known', [event(-9), event(1)], ['actual']],
  ['nothing, as old events have values', [released(-9), event(1)], []],
  ['nothing yet, less than an hour after the event', [event(-hour + second), event(1)], []],
  ['an actual value, an hour after the event', [event(-hour), event(1)], ['actual']],
  ['nothing, as a holiday has no value', [event(-1, { impact: 'holiday' }), event(1)], []],
  ['both', [event(-1)], ['coming', 'actual']],
];

for (const [what, events, lacking] of cases) {
  lacks(`is ${what}`, () => {
    assert.equal(fieldOf(lacksOf(events, now), 'name'), lacking);
  });
}

lacks.run();
