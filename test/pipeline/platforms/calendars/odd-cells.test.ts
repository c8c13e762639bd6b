import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whenAt, whenOf } from '../../../../pipeline/platforms/calendars/feed-event.ts';
import { feedForms } from '../../../../pipeline/platforms/calendars/forexfactory.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { type Reading, readBytes } from '../reading.ts';

// One event whose time or words are odd is told by its title. The others are written.
const odd = suite('calendars with odd cells');

const options = { accountId: undefined, timezone: utc };

/** Reads a table of which the first row is odd and the last is not. */
const readTable = (headings: string, row: string, sound: string): Promise<Reading> =>
  readBytes(`${headings}\n${row}\n${sound}\n`, {
    ...options,
    timezone: utc,
    format: 'table',
  });

/** Asserts that the sound event alone is written, and that the odd one is told. */
function assertLeftOut({ tables, told }: Reading, what: string): void {
  assert.equal(
    tables.calendar_events?.map(({ title, time }) => `${title} ${time}`),
    ['Sound 2024-01-02T10:00:00Z'],
    what,
  );
  assert.is(told.length, 1, what);
  assert.match(told[0] ?? '', /^1 event .* left out: Odd$/, what);
}

const metatrader = 'time,currency,importance,name,actual_value,forecast_value,prev_value';
const sound = '2024.01.02 10:00,USD,3,Sound,1,2,3';

for (const time of [
  // Beyond 1990 to 2100: seconds, days of a workbook, dates with and without a time.
  ...['9999999999', '100000000', '4102444800', '25000', '32873', '73415.5', '1980.01.02 10:00'],
  ...['1989.12.31 23:59', '1989.12.31', '2100.01.01', '2100.01.01 00:00', '2100.06.01 10:00Z'],
  ...['1989-12-31T23:59:59Z', '1990-01-01T00:00:00+00:01', '0099.01.02 10:00', '0001.01.01'],
  ...['2024-02-30T10:00:00Z', '2024.02.30 10:00', '2024.13.01', '2024.01.02 25:00', '-1', 'now'],
]) {
  odd(`a time of ${JSON.stringify(time)} leaves its event out`, async () => {
    const row = `${time},USD,3,Odd,1,2,3`;
    assertLeftOut(await readTable(metatrader, row, sound), time);
  });
}

for (const time of [
  '1990.01.01 00:00',
  '1990.01.01',
  '2099.12.31 23:59',
  '2099.12.31',
  '631152000',
]) {
  odd(`a time of ${JSON.stringify(time)} is the first or last that is read`, async () => {
    const { tables, told } = await readTable(metatrader, `${time},USD,3,Odd,1,2,3`, sound);
    assert.equal([tables.calendar_events?.length, told], [2, []]);
    assert.match(
      tables.calendar_events?.[0]?.time ?? '',
      /^(1990-01-01T00:00|2099-12-31T(00:00|23:59))/,
    );
  });
}

for (const [timestamp, isRead] of [
  ['1704189600', true],
  ['1704189600000', true],
  ['99999999999', false],
  ['9999999999', false],
  ['9999999999999', false],
  ['100000000000', false],
  ['-1704189600', false],
  ['1704189600.5', false],
  ['1.7e9', false],
] as const) {
  odd(`a timestamp of ${timestamp} is ${isRead ? 'read' : 'told'}`, async () => {
    const headings = 'date,ccy,region,importance,event,forecast,previous,actual';
    const row = `${timestamp},USD,US,3,Odd,1,2,3`;
    const found = await readTable(headings, row, '1704189600,USD,US,3,Sound,1,2,3');
    if (!isRead) return assertLeftOut(found, timestamp);
    const times = found.tables.calendar_events?.map(({ time }) => time);
    assert.equal(times, ['2024-01-02T10:00:00Z', '2024-01-02T10:00:00Z']);
  });
}

// Names that every object of a program has by itself.
for (const word of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
  odd(`an impact, currency or side of \`${word}\` is told`, async () => {
    for (const row of [
      `2024.01.02 10:00,USD,${word},Odd,1,2,3`,
      `2024.01.02 10:00,${word},3,Odd,1,2,3`,
    ]) {
      const found = await readTable(metatrader, row, sound);
      assertLeftOut(found, row);
      assert.match((found.told[0] ?? '').toLowerCase(), JSON.stringify(word).toLowerCase());
    }
    const symbol = [{ symbolId: 14, symbolName: 'EURUSD', lotSize: 10_000_000 }];
    const messages = `{"${word}":[1],"symbol":${JSON.stringify(symbol)},"deal":[]}`;
    const { told } = await readBytes(messages, { format: 'ctrader' });
    assert.match(told[0] ?? '', /: no messages of cTrader: expected messages of its Open API/);
  });
}

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
