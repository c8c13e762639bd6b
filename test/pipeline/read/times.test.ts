import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dateOrders, readServerTime, readTime } from '../../../pipeline/read/times.ts';

const times = suite('times');

const timeIn = (printed: string, order: (typeof dateOrders)[number]) => {
  const time = readTime(printed, order);
  return time === null ? null : new Date(time.at).toISOString();
};

times('with the year last are read in the order that is told, and refused in another', () => {
  assert.is(timeIn('03/04/2024 05:06', 'month first'), '2024-03-04T05:06:00.000Z');
  assert.is(timeIn('03/04/2024 05:06', 'day first'), '2024-04-03T05:06:00.000Z');
  assert.is(timeIn('03/04/2024 05:06', 'year first'), null);
  assert.is(timeIn('13/04/2024', 'month first'), null);
});

times('that leave no choice are read whatever the order', () => {
  for (const order of dateOrders) {
    assert.is(timeIn('2024-03-04T05:06:07Z', order), '2024-03-04T05:06:07.000Z');
    assert.is(timeIn('2024.03.04 05:06', order), '2024-03-04T05:06:00.000Z');
    assert.is(timeIn('4 Mar 2024 5:06 pm', order), '2024-03-04T17:06:00.000Z');
    assert.is(timeIn('45355.25', order), '2024-03-04T06:00:00.000Z');
    assert.is(timeIn('2024-02-30', order), null);
    for (const printed of [
      ...['March 4, 2024 5:06 PM', 'Monday, March 4, 2024 at 5:06 PM', 'Mar 4th 2024, 17:06'],
      ...['Mon, 4 Mar 2024 17:06:00', 'Monday, 4 March 2024 17:06', '2024 March 4, 17:06'],
    ]) {
      assert.is(timeIn(printed, order), '2024-03-04T17:06:00.000Z', printed);
    }
    for (const printed of [
      'March 34, 2024',
      'Marsh, 4 2024',
      'Foo 4, 2024',
      '2024 Smarch 3, 10:00',
    ]) {
      assert.is(timeIn(printed, order), null, printed);
    }
  }
});

const two = (value: number): string => String(value).padStart(2, '0');
const names = [
  'Jan',
  'Feb',
  'March',
  'apr',
  'MAY',
  'Jun',
  'Jul',
  'Aug',
  'Sept',
  'Oct',
  'Nov',
  'Dec',
];

type Parts = readonly [year: number, month: number, date: number];

/** Ways in which sheets write a day, by the order of day, month and year. */
const notations: readonly {
  orders: readonly (typeof dateOrders)[number][];
  write(day: Parts): string;
}[] = [
  { orders: dateOrders, write: ([year, month, date]) => `${year}-${two(month)}-${two(date)}` },
  { orders: dateOrders, write: ([year, month, date]) => `${year}.${month}.${date}` },
  { orders: dateOrders, write: ([year, month, date]) => `${date} ${names[month - 1]} ${year}` },
  {
    orders: dateOrders,
    write: ([year, month, date]) => `${names[month - 1]} ${date}, ${year}`,
  },
  {
    orders: dateOrders,
    write: ([year, month, date]) => `${year} ${names[month - 1]} ${date}`,
  },
  { orders: ['month first'], write: ([year, month, date]) => `${month}/${date}/${year}` },
  { orders: ['day first'], write: ([year, month, date]) => `${two(date)}.${two(month)}.${year}` },
];

times('are read in every notation, or refused where the calendar has no such time', () => {
  const year = fc.integer({ min: 1968, max: 2102 });
  const day = fc.tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }));
  const clock = fc.tuple(fc.nat(25), fc.nat(61), fc.nat(61));
  const zone = fc.constantFrom('', 'Z', ' UTC', '+02:00', '-0530', '+14:45', '-00:00');
  const offsets: Record<string, number> = { '+02:00': 120, '-0530': -330, '+14:45': 885 };
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...notations),
      day,
      clock,
      zone,
      (notation, parts, hours, offset) => {
        const [ofYear, month, date] = parts;
        const [hour, minute, second] = hours;
        const printed = `${notation.write(parts)} ${two(hour)}:${two(minute)}:${two(second)}${offset}`;
        const isReal =
          [hour < 24, minute < 60, second < 60].every(Boolean) &&
          [ofYear >= 1970, ofYear <= 2100].every(Boolean) &&
          date <= new Date(Date.UTC(ofYear, month, 0)).getUTCDate();
        const wall = Date.UTC(ofYear, month - 1, date, hour, minute, second);
        const expected = {
          at: wall - (offsets[offset] ?? 0) * 60_000,
          hasOffset: offset !== '',
        };
        for (const order of notation.orders) {
          assert.equal(readTime(printed, order), isReal ? expected : null, printed);
        }
        if (isReal) read += 1;
      },
    ),
    { numRuns: 1000 },
  );
  assert.ok(read > 500, `${read} read`);
});

times('with an offset that no clock has are refused, not moved by days', () => {
  for (const offset of ['+15:00', '-99:99', '+14:60', '+9999', '+24:00', '+2', '+02:0', 'EST']) {
    assert.is(readTime(`2024-03-04 05:06:07${offset}`, 'day first'), null, offset);
  }
});

times('at noon and midnight of 12 hours are those of the clock', () => {
  const hours = { '12:05 am': 0, '12:05 pm': 12, '1:05 AM': 1, '11:05 p.m.': 23 };
  for (const [printed, hour] of Object.entries(hours)) {
    const time = readTime(`2024-02-29 ${printed}`, 'year first');
    assert.is(time?.at, Date.UTC(2024, 1, 29, hour, 5), printed);
  }
  for (const printed of ['0:05 am', '13:05 pm', '12:60 am', '24:00', '12:05:60', '5 pm']) {
    assert.is(readTime(`2024-02-29 ${printed}`, 'year first'), null, printed);
  }
});

times("of MetaTrader's server are read in its notation alone", () => {
  assert.is(readServerTime('2018.05.14 20:45:48'), Date.parse('2018-05-14T20:45:48Z'));
  assert.is(readServerTime('2009.01.02 10:30'), Date.parse('2009-01-02T10:30:00Z'));
  for (const printed of ['2024.05.01', '2024-05-01 10:00', '2024.05.01 24:00:00', '']) {
    assert.is(readServerTime(printed), null, printed);
  }
});

times('of workbooks are seconds, whatever their fraction', () => {
  assert.is(timeIn('25569', 'year first'), '1970-01-01T00:00:00.000Z');
  assert.is(timeIn('45351.999994', 'year first'), '2024-02-29T23:59:59.000Z');
  assert.is(timeIn('79999.5', 'year first'), '2119-01-10T12:00:00.000Z');
  for (const number of ['19999', '80000', '4535.5', '453512', '45351.', '4e4', '-45351']) {
    assert.is(readTime(number, 'year first'), null, number);
  }
});

times('of any text are a finite time of 1970 to 2119 or none', () => {
  const text = fc.stringMatching(/^[0-9:./ TZ+-]{0,30}$|^\d{1,4}[-./]\d{1,4}[-./]\d{1,4}.{0,20}$/);
  fc.assert(
    fc.property(text, fc.constantFrom(...dateOrders), (printed, order) => {
      const time = readTime(printed, order);
      if (time === null) return;
      const year = new Date(time.at).getUTCFullYear();
      assert.ok(year >= 1969 && year <= 2119, `${printed}: ${time.at}`);
    }),
    { numRuns: 2_000 },
  );
});

times.run();
