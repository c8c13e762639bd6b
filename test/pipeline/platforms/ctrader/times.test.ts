import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readHeading } from '../../../../pipeline/platforms/ctrader/columns.ts';
import { parseCtraderTime } from '../../../../pipeline/platforms/ctrader/times.ts';
import { Notation } from '../../../../pipeline/read/notation.ts';

/** Parses with the day first. */
const parsed = (printed: string) => parseCtraderTime(printed, new Notation('day first', 'point'));

const times = suite('times of cTrader');

const words = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (part: number): string => String(part).padStart(2, '0');

/** Parts of an instant, from the first to the last millisecond that any source may have. */
const wall = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2101, 0, 1) - 1 })
  .map((at) => ({ at, date: new Date(at) }));

times('are the same in words, day first and in ISO, to the millisecond', () => {
  fc.assert(
    fc.property(wall, fc.boolean(), ({ at, date }, isPadded) => {
      const number = isPadded ? two : String;
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      const [day, hour] = [number(date.getUTCDate()), number(date.getUTCHours())];
      const rest = date.toISOString().slice(14, 23);
      for (const printed of [
        `${day} ${words[month]} ${year} ${hour}:${rest}`,
        `${day} ${words[month]?.toUpperCase()} ${year}, ${hour}:${rest.replace('.', ',')}`,
        `${day}/${number(month + 1)}/${year} ${hour}:${rest}`,
        `${day}.${number(month + 1)}.${year}, ${hour}:${rest}`,
        date.toISOString().slice(0, 23),
        date.toISOString().replace('T', ' '),
      ]) {
        assert.is(parsed(printed), at, printed);
      }
      const toMinutes = `${day} ${words[month]} ${year} ${hour}:${rest.slice(0, 2)}`;
      assert.is(parsed(toMinutes), at - (at % 60_000), toMinutes);
    }),
  );
  for (const [fraction, after] of [
    ['.5', 500],
    ['.05', 50],
    [',005', 5],
  ] as const) {
    const printed = `01 Jan 2024 10:00:00${fraction}`;
    assert.is(parsed(printed), Date.UTC(2024, 0, 1, 10) + after, printed);
  }
});

for (const printed of [
  ...['', '-', '07 Aug 2026', '21:50:45', '07 Aug 2026 21', '07 Aug 2026 21:5', '7 2026 21:50:00'],
  ...['30 Feb 2024 10:00:00', '29 Feb 2023 10:00:00', '31 Apr 2024 10:00:00', '00 Jan 2024 10:00'],
  ...['2024-13-01 10:00:00', '2024-00-10 10:00:00', '32/01/2024 10:00', '01/13/2024 10:00:00'],
  ...['01 Jan 2024 24:00:00', '01 Jan 2024 10:60:00', '01 Jan 2024 10:00:60', '01 Jan 2024 -1:00'],
  ...['01 Jan 0024 10:00:00', '01 Jan 0099 10:00:00', '01/01/0026 10:00', '0001-01-01 00:00:00'],
  ...['01 Foo 2024 10:00:00', '01 January2024 10:00', '1e1 Jan 2024 10:00', '01 Jan 24 10:00:00'],
  ...[' 01 Jan 2024 10:00:00'],
  ...['٠١ Jan 2024 10:00:00', '01 Jan 2024 10:00:00\n', '2024-01-01T10:00:00+02:00'],
]) {
  times(`refuse ${JSON.stringify(printed)}`, () => {
    const at = parsed(printed);
    // Two digits of a year in four, such as 0024, are not this century's.
    if (at !== null) assert.unreachable(`${printed} is ${at}`);
  });
}

const deals = ['ID', 'Symbol', 'Opening direction', 'Closing time', 'Entry price', 'Net USD'];
const withZone = (zone: string): string[] =>
  deals.map((name) => name.replace('time', `time ${zone}`));

times('are ahead of UTC by what the headings say, to the minute', () => {
  for (const [zone, minutes] of [
    ['(UTC+0)', 0],
    ['(UTC-0)', 0],
    ['(UTC+8)', 480],
    ['(UTC +05:30)', 330],
    ['(utc-3:30)', -210],
    ['(UTC-09:30)', -570],
    ['(UTC+1245)', 765],
    ['(UTC+14)', 840],
  ] as const) {
    const heading = readHeading(withZone(zone));
    assert.is(([...(heading?.offsets ?? [])][0] ?? Number.NaN) + 0, minutes * 60_000, zone);
    assert.is(heading?.places.get('closed'), 3);
    assert.equal([...(heading?.currencies ?? [])], [['USD', 'Net USD']]);
  }
  for (const zone of ['', '(GMT+2)', '(UTC)', '(UTC 2)', 'UTC+2', '(UTC+)']) {
    assert.equal([...(readHeading(withZone(zone))?.offsets ?? [])], [], zone);
  }
});

times('and all other columns are found in any order, and never in a row of data', () => {
  const heading = withZone('(UTC+8)');
  fc.assert(
    fc.property(fc.shuffledSubarray(heading, { minLength: heading.length }), (shuffled) => {
      const { places } = readHeading(shuffled) ?? { places: new Map() };
      const found = [...places].map(([field, at]) => `${field} ${shuffled[at]}`).sort();
      const expected = [...(readHeading(heading)?.places ?? [])];
      assert.equal(found, expected.map(([field, at]) => `${field} ${heading[at]}`).sort());
    }),
  );
  assert.is(readHeading(['DID1', 'EURUSD', 'Buy', '03 Aug 2026 10:00', '1.1', '10']), undefined);
  assert.is(readHeading(['ID', 'Symbol', 'Net USD']), undefined, 'too few');
  const twice = readHeading([...deals, 'Symbol', 'Net EUR']);
  assert.is(twice?.places.get('symbol'), 1, 'the first counts');
  const currencies = [
    ['USD', 'Net USD'],
    ['EUR', 'Net EUR'],
  ];
  assert.equal([...(twice?.currencies ?? [])], currencies);
});

times.run();
