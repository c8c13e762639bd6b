import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import {
  type CalendarEvent,
  currentCalendar,
  publishCalendar,
  readCalendar,
} from '../../../pipeline/calendar/snapshot.ts';

const snapshot = suite<{ dataDir: DataDirectory }>('calendar snapshot');

snapshot.before.each((context) => {
  context.dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'calendar-')));
});
snapshot.after.each(({ dataDir }) => rmSync(dataDir.path, { recursive: true }));

const rates = (actual: string): CalendarEvent => ({
  ts: 1719842400,
  time: '2024-07-01T14:00:00Z',
  currency: 'USD',
  impact: 'high',
  title: 'ISM Manufacturing PMI',
  forecast: '49.2',
  previous: '48.7',
  actual,
});
const noon = new Date('2024-07-01T12:00:00Z');
const later = new Date('2024-07-01T14:01:00Z');

snapshot('is null before a calendar was ever published', ({ dataDir }) => {
  assert.is(currentCalendar(dataDir), null);
});

snapshot('is read as it was published, under a number and its digest', ({ dataDir }) => {
  const version = publishCalendar(dataDir, [rates('')], noon, 3);
  const digest = createHash('sha256')
    .update(
      '[{"ts":1719842400,"time":"2024-07-01T14:00:00Z","currency":"USD","impact":"high",' +
        '"title":"ISM Manufacturing PMI","forecast":"49.2","previous":"48.7","actual":""}]',
    )
    .digest('hex');
  assert.is(version, `000001-${digest.slice(0, 12)}`);
  assert.is(currentCalendar(dataDir), version);
  assert.equal(readCalendar(dataDir, version), {
    version,
    as_of: '2024-07-01T12:00:00.000Z',
    events: [rates('')],
  });
});

snapshot('the same events again publish nothing, others the next version', ({ dataDir }) => {
  const first = publishCalendar(dataDir, [rates('')], noon, 3);
  assert.is(publishCalendar(dataDir, [rates('')], later, 3), first);
  assert.is(readCalendar(dataDir, first).as_of, '2024-07-01T12:00:00.000Z');
  const second = publishCalendar(dataDir, [rates('48.5')], later, 3);
  assert.match(second, /^000002-/);
  assert.is(currentCalendar(dataDir), second);
});

snapshot('the newest versions are kept, and nothing else stays', ({ dataDir }) => {
  for (const actual of ['1', '2', '3', '4']) publishCalendar(dataDir, [rates(actual)], noon, 2);
  const { snapshots: folder } = dataDir.calendar;
  writeFileSync(join(folder, '000009-aaaaaaaaaaaa.json.tmp'), 'of a killed run');
  publishCalendar(dataDir, [rates('4')], noon, 2);
  assert.equal(
    readdirSync(folder).map((name) => name.slice(0, 6)),
    ['000003', '000004', 'curren'],
  );
});

snapshot('a flipped bit anywhere in it is refused or changes nothing', ({ dataDir }) => {
  const version = publishCalendar(dataDir, [rates('48.5')], noon, 3);
  const path = dataDir.calendar.version(version);
  const whole = readFileSync(path);
  const before = readCalendar(dataDir, version);
  let refused = 0;
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const damaged = Buffer.from(whole);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(path, damaged);
    try {
      assert.equal(readCalendar(dataDir, version), before);
    } catch (error) {
      assert.match(String(error), /calendar 000001-/);
      refused += 1;
    }
  }
  assert.ok(refused > whole.length * 7, `${refused} refused`);
});

snapshot('a damaged version is followed by a whole one of the same events', ({ dataDir }) => {
  const version = publishCalendar(dataDir, [rates('')], noon, 3);
  writeFileSync(dataDir.calendar.version(version), '{"format":1');
  assert.throws(() => readCalendar(dataDir, version), /is not as it was written: it is not JSON/);
  const next = publishCalendar(dataDir, [rates('')], noon, 3);
  assert.is(next, version.replace('000001', '000002'));
  assert.equal(readCalendar(dataDir, next).events, [rates('')]);
});

snapshot('an invalid name opens no file', ({ dataDir }) => {
  publishCalendar(dataDir, [rates('')], noon, 3);
  const { current } = dataDir.calendar;
  for (const name of ['', '../../../etc/passwd', '000001', '000001-ZZZZZZZZZZZZ']) {
    writeFileSync(current, `${name}\n`);
    assert.is(currentCalendar(dataDir), null);
    assert.throws(() => readCalendar(dataDir, name), /no such name of a version/);
  }
  assert.not(existsSync(`${current}.tmp`));
});

snapshot.run();
