import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whenAt, whenOf } from '../../../../pipeline/platforms/calendars/feed-event.ts';
import { feedForms } from '../../../../pipeline/platforms/calendars/forexfactory.ts';

// Tables with odd times and words are cases in `fixtures/imports/table.txt`.
const odd = suite('calendars with odd cells');

const event = (date: unknown) => ({ title: 'Odd', country: 'USD', date, impact: 'High' });
const json = feedForms.find(({ name }) => name === 'forexfactory-json');
const whenIn = (date: unknown) => json?.read(JSON.stringify([event(date)]))[0]?.when;

odd('an instant of JSON is that of its offset, and a day that does not exist is none', () => {
  const two = (part: number): string => String(part).padStart(2, '0');
  const parts = fc.record({
    year: fc.integer({ min: 1985, max: 2105 }),
    month: fc.integer({ min: 0, max: 13 }),
    date: fc.integer({ min: 0, max: 32 }),
    hour: fc.integer({ min: 0, max: 24 }),
    minute: fc.integer({ min: 0, max: 60 }),
    offset: fc.integer({ min: -56, max: 56 }),
  });
  let read = 0;
  fc.assert(
    fc.property(parts, ({ year, month, date, hour, minute, offset }) => {
      const quarters = Math.abs(offset);
      const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(quarters / 4))}:${two((quarters % 4) * 15)}`;
      const text = `${year}-${two(month)}-${two(date)}T${two(hour)}:${two(minute)}:00${zone}`;
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const isReal =
        month >= 1 && month <= 12 && date >= 1 && date <= days && hour < 24 && minute < 60;
      const at = Date.UTC(year, month - 1, date, hour, minute) - offset * 900_000;
      const isInside = at >= Date.UTC(1990, 0) && at < Date.UTC(2100, 0);
      if (isReal && isInside) read += 1;
      assert.equal(whenIn(text), isReal && isInside ? { at } : null, text);
    }),
    { numRuns: 1000 },
  );
  assert.ok(read > 200, `${read} are read`);
  for (const date of [
    '',
    null,
    5,
    true,
    '2024-01-02',
    '2024-01-02T10:00:00',
    '2024-01-02 10:00Z',
    {},
  ]) {
    assert.is(whenIn(date), null, JSON.stringify(date));
  }
});

odd('a time of day is that of twelve hours or of twenty-four, and never of both', () => {
  const day = Date.UTC(2024, 0, 2);
  for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
    const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
    const half = hour < 12 ? 'am' : 'pm';
    for (const text of [`${hour}:${minute}`, `${hour % 12 || 12}:${minute}${half}`]) {
      assert.equal(whenOf(day, text), { day, minutes }, text);
      assert.equal(whenOf(day, ` ${text.toUpperCase()} `), { day, minutes }, text);
    }
    if (hour > 12 || hour === 0) assert.is(whenOf(day, `${hour}:${minute}${half}`), null);
  }
  assert.is(whenOf(day, '24:00'), null);
  assert.is(whenOf(Number.NaN, '10:00'), null);
  assert.equal(whenOf(day, '10:60'), { day, words: '10:60' });
  assert.equal([whenAt(Number.NaN), whenAt(-1), whenAt(day)], [null, null, { at: day }]);
});

odd.run();
