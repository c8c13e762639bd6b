import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { type CalendarHolder, createCalendarHolder } from '../../../server/calendar/holder.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { eventAt, events, now } from './world.ts';

const holder = suite('calendar holder');

interface Held {
  readonly holder: CalendarHolder;
  readonly dataDir: DataDirectory;
  readonly refusals: string[];
}

async function withHolder(work: (held: Held) => Promise<void>): Promise<void> {
  const dataDir = dataDirectory(temporaryDirectory());
  const refusals: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, fields) => void refusals.push(`${message} ${JSON.stringify(fields)}`),
  };
  try {
    await work({
      holder: createCalendarHolder({ dataDir, clock: () => now, log }),
      dataDir,
      refusals,
    });
  } finally {
    rmSync(dataDir.path, { recursive: true, force: true });
  }
}

const next = [eventAt(60), eventAt(120)];

/** Changes a file, by one bit unless told otherwise. */
function damage(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)));
}

holder('has nothing before anything was published, and says nothing about it', async () => {
  await withHolder(async ({ holder: held, refusals }) => {
    assert.is(held.current(), null);
    await held.refresh();
    assert.is(held.current(), null);
    assert.equal(refusals, []);
  });
});

holder('returns the same object until the next version is published', async () => {
  await withHolder(async ({ holder: held, dataDir }) => {
    const version = publishCalendar(dataDir, events, now, 3);
    await held.refresh();
    const first = held.current();
    assert.is(first?.version, version);
    assert.equal(first?.events, events);
    await held.refresh();
    assert.is(held.current(), first);
    publishCalendar(dataDir, next, now, 3);
    await held.refresh();
    assert.equal(held.current()?.events, next);
    assert.equal(first?.events, events, 'those who have it keep it whole');
  });
});

const damages: [name: string, harm: (dataDir: DataDirectory, version: string) => void][] = [
  [
    'a flipped bit',
    (dataDir, version) =>
      damage(dataDir.calendar.version(version), (bytes) => {
        const at = bytes.indexOf('Event at') + 2;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes;
      }),
  ],
  [
    'a cut file',
    (dataDir, version) =>
      damage(dataDir.calendar.version(version), (bytes) => bytes.subarray(0, -9)),
  ],
  ['no file', (dataDir, version) => rmSync(dataDir.calendar.version(version))],
  ['an empty file', (dataDir, version) => writeFileSync(dataDir.calendar.version(version), '')],
  ['an empty pointer', (dataDir) => writeFileSync(dataDir.calendar.current, '')],
  [
    'a pointer elsewhere',
    (dataDir) => writeFileSync(dataDir.calendar.current, '../../../etc/passwd\n'),
  ],
  ['no pointer', (dataDir) => rmSync(dataDir.calendar.current)],
];

for (const [name, harm] of damages) {
  holder(`keeps the last good version where the next has ${name}, and says so once`, async () => {
    await withHolder(async ({ holder: held, dataDir, refusals }) => {
      publishCalendar(dataDir, events, now, 3);
      await held.refresh();
      const good = held.current();
      harm(dataDir, publishCalendar(dataDir, next, now, 3));
      for (let time = 0; time < 3; time += 1) await held.refresh();
      assert.is(held.current(), good);
      assert.is(refusals.length, 1, refusals.join('\n'));
      assert.match(refusals[0] ?? '', good?.version ?? '');

      publishCalendar(dataDir, [eventAt(180)], now, 3);
      await held.refresh();
      assert.is(held.current()?.events.length, 1, 'the next whole one is taken');
    });
  });
}

holder.run();
