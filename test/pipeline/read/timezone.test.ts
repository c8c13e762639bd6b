import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { parseTimezone } from '../../../pipeline/read/timezone.ts';

const timezone = suite('timezone');

const wall = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`);

// Worked out by hand. US clocks change on 10 March and 3 November 2024 at 02:00, European ones on
// 31 March and 27 October 2024 at 01:00 UTC.
const cases: [zone: string, time: string, instant: string][] = [
  ['NY+7', '2024-03-12 23:30:00', '2024-03-12T20:30:00Z'],
  ['EET', '2024-03-12 23:30:00', '2024-03-12T21:30:00Z'],
  ['NY+7', '2024-10-29 00:30:00', '2024-10-28T21:30:00Z'],
  ['EET', '2024-10-29 00:30:00', '2024-10-28T22:30:00Z'],
  ['Europe/Athens', '2024-10-29 00:30:00', '2024-10-28T22:30:00Z'],
  ['GMT+3', '2024-04-01 00:30:00', '2024-03-31T21:30:00Z'],
  ['+03:00', '2024-04-01 00:30:00', '2024-03-31T21:30:00Z'],
  ['UTC+3', '2024-04-01 00:30:00', '2024-03-31T21:30:00Z'],
  ['-0530', '2024-04-01 00:30:00', '2024-04-01T06:00:00Z'],
  ['UTC', '2024-04-01 00:30:00', '2024-04-01T00:30:00Z'],
  ['Z', '2024-04-01 00:30:00', '2024-04-01T00:30:00Z'],
  ['NY+7', '2024-01-15 00:00:00', '2024-01-14T22:00:00Z'],
  ['NY+7', '2024-07-15 00:00:00', '2024-07-14T21:00:00Z'],
  ['NY-1', '2024-07-15 00:00:00', '2024-07-15T05:00:00Z'],
  ['America/New_York', '2024-03-10 01:59:59', '2024-03-10T06:59:59Z'],
  ['America/New_York', '2024-03-10 03:00:00', '2024-03-10T07:00:00Z'],
  ['Asia/Kathmandu', '2024-06-01 12:00:00', '2024-06-01T06:15:00Z'],
  ['Australia/Lord_Howe', '2024-01-01 12:00:00', '2024-01-01T01:00:00Z'],
];

for (const [zone, time, instant] of cases) {
  timezone(`${time} on the clock ${zone} is ${instant}`, () => {
    assert.is(parseTimezone(zone).toUtc(wall(time)), Date.parse(instant));
  });
}

timezone('a time that comes twice is the first of the two', () => {
  const { toUtc } = parseTimezone('America/New_York');
  assert.is(toUtc(wall('2024-11-03 01:30:00')), Date.parse('2024-11-03T05:30:00Z'));
});

timezone('a time that comes twice is the second where the first is too early', () => {
  const { toUtc } = parseTimezone('NY+7');
  const opened = toUtc(wall('2024-11-03 08:50:00'));
  assert.is(opened, Date.parse('2024-11-03T05:50:00Z'));
  assert.is(toUtc(wall('2024-11-03 08:10:00'), opened), Date.parse('2024-11-03T06:10:00Z'));
});

timezone('a time skipped in spring counts as if the clock had not been changed', () => {
  const { toUtc } = parseTimezone('America/New_York');
  assert.is(toUtc(wall('2024-03-10 02:30:00')), Date.parse('2024-03-10T07:30:00Z'));
});

timezone('every instant comes back from its wall time, outside the hour that comes twice', () => {
  const { toUtc } = parseTimezone('Europe/Athens');
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Athens',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const seconds = fc.integer({ min: 631_152_000, max: 1_900_000_000 });
  fc.assert(
    fc.property(seconds, (second) => {
      const instant = second * 1000;
      assert.is(toUtc(wall(format.format(instant)), instant), instant);
    }),
  );
});

/** Computes wall times of a zone with a formatter that the product does not use. */
function wallClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => wall(format.format(instant));
}

const quarter = 15 * 60_000;
const dayLong = 24 * 60 * 60_000;

timezone('an hour that comes twice or never is told as such, in every zone that changes', () => {
  // Samoa skipped a day, Australia has half hours, Morocco changes four times a year, and one zone
  // changes by two hours.
  const changing: [zone: string, year: number][] = [
    ['America/New_York', 2024],
    ['Australia/Lord_Howe', 2024],
    ['Africa/Casablanca', 2022],
    ['Asia/Tehran', 2022],
    ['Pacific/Apia', 2011],
    ['Antarctica/Troll', 2024],
  ];
  for (const [zone, year] of changing) {
    const { toUtc, showsAt } = parseTimezone(zone);
    const wallAt = wallClock(zone);
    const aheadAt = (instant: number) => wallAt(instant) - instant;
    let changes = 0;
    for (let day = Date.UTC(year, 0, 3); day < Date.UTC(year, 11, 29); day += dayLong) {
      if (aheadAt(day) === aheadAt(day + dayLong)) continue;
      changes += 1;
      const seen = new Map<number, number[]>();
      for (let at = day - 2 * dayLong; at < day + 3 * dayLong; at += quarter) {
        seen.set(wallAt(at), [...(seen.get(wallAt(at)) ?? []), at]);
      }
      const from = wallAt(day) - dayLong / 2;
      for (let local = from; local < from + 2 * dayLong; local += quarter) {
        const instants = seen.get(local) ?? [];
        const shown = ['never', null, 'twice'][instants.length];
        assert.is(showsAt?.(local), shown, `${zone} ${new Date(local).toISOString()}`);
        if (shown === 'never') continue;
        assert.is(toUtc(local), instants[0]);
        assert.is(toUtc(local, instants.at(-1)), instants.at(-1));
      }
    }
    assert.ok(changes > 0, zone);
  }
});

timezone('at the limits of loadable times, clocks continue', () => {
  for (const zone of ['NY+7', 'Europe/Athens', 'GMT+2', 'Asia/Tokyo']) {
    const { toUtc } = parseTimezone(zone);
    for (const year of [1970, 1990, 2038, 2100]) {
      const [before, after] = [Date.UTC(year, 0, 1, 5), Date.UTC(year, 0, 1, 6)];
      assert.is(toUtc(after) - toUtc(before), 3_600_000, `${zone} ${year}`);
    }
  }
});

for (const name of ['Europe/Nowhere', 'NY', 'NY+', '+25:00', '+15', '2', '']) {
  timezone(`refuses the zone ${JSON.stringify(name)}, naming what there is`, () => {
    try {
      parseTimezone(name);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, CommandError);
      assert.is(error instanceof CommandError && error.exitCode, 2);
      assert.match(String(error), '--tz');
    }
  });
}

timezone.run();
