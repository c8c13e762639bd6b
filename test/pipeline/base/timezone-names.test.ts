import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isTimezone, readTimezoneName } from '../../../pipeline/base/timezone-names.ts';
import { parseTimezone } from '../../../pipeline/read/timezone.ts';

const names = suite('names of time zones');

const hour = 3_600_000;

names('mean UTC or a zone, with a shift', () => {
  const newYork = 'America/New_York';
  assert.equal(readTimezoneName('gmt'), { zone: null, shift: 0 });
  assert.equal(readTimezoneName('UTC-5:30'), { zone: null, shift: -5.5 * hour });
  assert.equal(readTimezoneName('+0200'), { zone: null, shift: 2 * hour });
  assert.equal(readTimezoneName('ny+7'), { zone: newYork, shift: 7 * hour });
  assert.equal(readTimezoneName('Europe/Athens'), { zone: 'Europe/Athens', shift: 0 });
});

for (const name of ['+14', 'NY+14:00', '-14:00', 'Asia/Kathmandu']) {
  names(`${name} can be remembered and read`, () => {
    assert.ok(isTimezone(name));
    parseTimezone(name);
  });
}

for (const name of ['+14:30', 'NY+14:01', 'NY+20', '+2:75', 'Nowhere/Town', ' UTC']) {
  names(`${name} can be neither remembered nor read`, () => {
    assert.not(isTimezone(name));
    assert.throws(() => parseTimezone(name), /no such time zone; give an IANA zone/);
  });
}

names.run();
