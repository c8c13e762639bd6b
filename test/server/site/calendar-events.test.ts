import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { directionOf, nextEvent, nextText } from '../../../server/site/calendar-events.ts';

const calendar = suite('events of the calendar page');

calendar('compare a released value with its forecast, where both can be read', () => {
  for (const [actual, forecast, direction] of [
    ['0.4%', '0.3%', 'above'],
    ['-0.1%', '0.0%', 'below'],
    ['−0.1%', '-0.2%', 'above'],
    ['231K', '0.225M', 'above'],
    ['1.2B', '950M', 'above'],
    ['1,250', '1,251', 'below'],
    ['48.10', '48.1', 'equal'],
    ['0.3%', '0.3', null],
    ['', '0.3%', null],
    ['0.3%', '', null],
    ['5-4-0', '5-4-0', null],
    ['<0.10%', '0.1%', null],
    ['1,5', '1,4', null],
  ] as const) {
    assert.is(directionOf(actual, forecast), direction, `${actual} for ${forecast}`);
  }
});

const event = (ts: number, impact: string, title: string) => ({
  ts,
  impact,
  title,
  currency: 'USD',
});

const events = [
  event(50, 'high', 'past'),
  event(120, 'holiday', 'closed'),
  event(130, 'low', 'soon'),
  event(400, 'high', 'important'),
];

calendar('count down to the next high-impact release, else to the next of any', () => {
  assert.is(nextEvent(events, 100)?.title, 'important');
  assert.is(nextEvent(events.slice(0, 3), 100)?.title, 'soon');
  assert.is(nextEvent(events, 400), undefined);
  const words = {
    next: 'Next: {title} in {length}',
    nextHigh: 'High: {currency} {title} in {length}',
    nothingNext: 'none',
  };
  const textAt = (seconds: number, shown = events) =>
    nextText(shown, new Date(seconds * 1000), words, (length) => `${length} s`);
  assert.is(textAt(100), 'High: USD important in 300 s');
  assert.is(textAt(100, events.slice(0, 3)), 'Next: soon in 30 s');
  assert.is(textAt(1000), 'none');
});

calendar.run();
