import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import { loadCalendar } from '../../../pipeline/calendar/load.ts';
import { currentCalendar, readCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { program } from '../../support/program.ts';
import { flipBit } from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { noon, withCalendarDesk } from './desk.ts';

const run = suite('calendar run');

const pmi = '2024-07-01T14:00:00Z,USD,High,PMI,49.2,48.7,';
const released = `${pmi}48.5`;

run('publishes events by time, currency and title, in the form of the wire', () =>
  withCalendarDesk(async (desk) => {
    desk.write([
      '2024-07-01T14:00:00Z,USD,medium,B,,,',
      '2024-07-01T14:00:00.250Z,USD,low,A,,,',
      '2024-07-01T16:00:00+02:00,EUR,HIGH,Z,"1,234K",-0.3%,=1',
      '2024-07-01T09:00:00Z,GBP,Holiday,Bank Holiday,,,',
    ]);
    const { version, isNew, load } = await desk.run();
    assert.equal([isNew, load?.rowsLoaded, load?.rowsRejected], [true, 4, 0]);
    assert.is(currentCalendar(desk.dataDir), version);
    assert.equal(Object.entries(desk.events()[1] ?? {}), [
      ['ts', 1719842400],
      ['time', '2024-07-01T14:00:00Z'],
      ['currency', 'EUR'],
      ['impact', 'high'],
      ['title', 'Z'],
      ['forecast', '1234K'],
      ['previous', '-0.3%'],
      ['actual', "'=1"],
    ]);
    assert.equal(desk.lines(), [
      '2024-07-01T00:00:00Z,GBP,holiday,Bank Holiday,,,',
      "2024-07-01T14:00:00Z,EUR,high,Z,1234K,-0.3%,'=1",
      '2024-07-01T14:00:00Z,USD,low,A,,,',
      '2024-07-01T14:00:00Z,USD,medium,B,,,',
    ]);
  }),
);

run('an event about all currencies is published once for each of the nine', () =>
  withCalendarDesk(async (desk) => {
    desk.write([
      '2024-07-01T00:00:00Z,All,medium,G7 Meetings,,,',
      '2024-07-01T00:00:00Z,USD,high,G7 Meetings,,,',
    ]);
    await desk.run();
    assert.equal(
      desk.events().map(({ currency, impact }) => `${currency} ${impact}`),
      [
        ...['AUD medium', 'CAD medium', 'CHF medium', 'CNY medium', 'EUR medium', 'GBP medium'],
        ...['JPY medium', 'NZD medium', 'USD high'],
      ],
    );
  }),
);

run('a new actual value makes a version; the same files make no version', () =>
  withCalendarDesk(async (desk) => {
    desk.write([pmi]);
    const first = await desk.run();
    const second = await desk.run();
    assert.equal([second.version, second.isNew, second.load?.skipped], [first.version, false, 1]);
    desk.write([released], 'calendar_events-later.csv');
    const third = await desk.run();
    assert.match(third.version ?? '', /^000002-/);
    assert.equal(desk.lines(), ['2024-07-01T14:00:00Z,USD,high,PMI,49.2,48.7,48.5']);
  }),
);

run('a source without a calendar leaves nothing behind', () =>
  withCalendarDesk(async (desk) => {
    const { version, load } = await desk.run();
    assert.equal([version, load], [null, null]);
    assert.is(currentCalendar(desk.dataDir), null);
    assert.equal(readdirSync(desk.dataDir.path), ['snapshots']);
  }),
);

run('refused rows and files are counted and listed; strict, they publish nothing', () =>
  withCalendarDesk(async (desk) => {
    desk.write([pmi, '2024-07-01T14:00:00Z,SEK,high,CPI,,,', 'soon,USD,high,CPI,,,']);
    desk.write([], 'calendar_events-headless.csv.gz');
    const error = await refusal(desk.run({ strict: true }));
    assert.is(error.exitCode, 1);
    assert.match(error.message, /strict: 2 rows and 1 file refused/);
    assert.is(currentCalendar(desk.dataDir), null);
    const { load } = await desk.run();
    assert.equal([load?.rowsRejected, load?.failures.length, desk.lines().length], [2, 1, 1]);
    await withCalendarDatabase(desk, async (database) => {
      assert.equal(await database.rows('select line, reason from rejects order by line'), [
        {
          line: '3',
          reason: 'currency "SEK" is not one of USD, EUR, GBP, JPY, AUD, NZD, CAD, CHF, CNY, All',
        },
        { line: '4', reason: 'time "soon" is not a time of ISO 8601' },
      ]);
    });
  }),
);

run('a second run while one is under way ends with 75, or waits where it may', () =>
  withCalendarDesk(async (desk) => {
    desk.write([pmi]);
    await desk.run();
    await withCalendarDatabase(desk, async () => {
      const error = await refusal(desk.run());
      assert.is(error.exitCode, 75);
      assert.match(error.message, /another run holds the calendar of .*data/);
    });
    const order: string[] = [];
    const first = withCalendarDatabase(desk, async () => {
      order.push('first');
    });
    const second = withCalendarDatabase({ ...desk, waits: true }, async () => {
      order.push('second');
    });
    await Promise.all([first, second]);
    assert.equal(order, ['first', 'second']);
  }),
);

run('the next run publishes what a killed run loaded', () =>
  withCalendarDesk(async (desk) => {
    desk.write([pmi]);
    await desk.run();
    desk.write([released]);
    await withCalendarDatabase(desk, (database) =>
      loadCalendar(database, 'killed', {
        ...desk,
        sources: [desk.source],
        clock: () => noon,
        log: silentLog,
      }),
    );
    const { isNew, load } = await desk.run();
    assert.equal([isNew, load?.files.length, load?.skipped], [true, 0, 1]);
    assert.match(desk.lines()[0] ?? '', /48\.5$/);
  }),
);

run(
  'a run killed at any write or rename leaves the old or new version, and the next run succeeds',
  () =>
    withCalendarDesk(async (desk) => {
      desk.write([pmi]);
      const { version: before } = await desk.run();
      desk.write([released]);
      const copies = join(desk.root, 'killed');
      const { signal, stderr } = spawnSync(
        process.execPath,
        [...program('test/pipeline/calendar/killed.ts'), desk.dataDir.path, desk.source, copies],
        { encoding: 'utf8' },
      );
      assert.is(signal, 'SIGKILL', stderr);
      const killed = readdirSync(copies);
      assert.ok(killed.length >= 6, `${killed.length} writes and renames`);
      const seen = new Set<string>();
      for (const name of killed) {
        const dataDir = dataDirectory(join(copies, name));
        const found = currentCalendar(dataDir) ?? '';
        readCalendar(dataDir, found);
        seen.add(found === before ? 'old' : 'new');
        const { version } = await desk.run({ dataDir });
        assert.equal(
          readCalendar(dataDir, version ?? '').events.map((event) => event.actual),
          ['48.5'],
        );
        assert.not(existsSync(join(dataDir.calendar.temporary, 'load')));
      }
      assert.equal([...seen].sort(), ['new', 'old']);
    }),
);

run('a damaged or deleted version is followed by a whole one, though nothing was loaded', () =>
  withCalendarDesk(async (desk) => {
    desk.write([pmi]);
    const first = await desk.run();
    const paths = desk.dataDir.calendar;
    flipBit(paths.version(first.version ?? ''));
    const second = await desk.run();
    assert.match(second.version ?? '', /^000002-/);
    assert.is(desk.lines().length, 1);
    rmSync(paths.version(second.version ?? ''));
    await desk.run();
    assert.is(desk.lines().length, 1);
  }),
);

run('a version has the instant of its newest change, and old versions are removed', () =>
  withCalendarDesk(async (desk) => {
    for (const actual of ['1', '2', '3']) {
      desk.write([`${pmi}${actual}`]);
      await desk.run({ keepVersions: 2 });
    }
    const later = new Date(noon.getTime() + 60_000);
    const { version } = await desk.run({ asOf: later, keepVersions: 2 });
    assert.is(readCalendar(desk.dataDir, version ?? '').as_of, noon.toISOString());
    assert.is(readdirSync(join(desk.dataDir.path, 'snapshots', 'calendar')).length, 3);
  }),
);

run.run();
