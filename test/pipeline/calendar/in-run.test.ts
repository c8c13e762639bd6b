import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import { runCalendarOnce } from '../../../pipeline/calendar/run.ts';
import { currentCalendar, readCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { account, asOf, type Desk, openDesk, trade } from '../desk.ts';
import { refusal } from '../registry/world.ts';

const inRun = suite('calendar in a whole run');

const event = (changes = {}) => ({
  time: '2024-06-12T12:30:00Z',
  currency: 'USD',
  impact: 'High',
  title: 'CPI',
  actual: '',
  ...changes,
});

const quick = (desk: Desk) =>
  runCalendarOnce({
    dataDir: desk.dataDir,
    sources: [desk.source],
    asOf,
    clock: () => asOf,
    log: silentLog,
    threads: 1,
  });

const actuals = (desk: Desk) =>
  desk.warehouse('select title, actual from calendar_events order by title');

/** Returns the desk's data directory, and a promise that it was asked for the calendar's lock. */
function askingForLock({ dataDir }: Desk) {
  const { lock } = dataDir.calendar;
  let note = (): void => {};
  const hasAsked = new Promise<void>((resolve) => {
    note = resolve;
  });
  const calendar = {
    ...dataDir.calendar,
    get lock() {
      note();
      return lock;
    },
  };
  return { dataDir: { ...dataDir, calendar }, hasAsked };
}

// All tests follow one desk, because a run takes longer than all of their checks. Each goes on
// where the one before ended.
let desk: Desk;
inRun.before(async () => {
  desk = await openDesk();
});

inRun(
  'a strict run that refuses a row of the calendar publishes neither accounts nor calendar',
  async () => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('calendar_events.csv', [event({ time: 'soon' })]);
    const error = await refusal(desk.run({ strict: true }));
    assert.is(error.exitCode, 1);
    assert.match(error.message, /strict: 1 row/);
    assert.is(currentCalendar(desk.dataDir), null);
    assert.throws(() => desk.manifest());
  },
);

inRun('a source without a calendar leads to none', async () => {
  rmSync(join(desk.source, 'calendar_events.csv'));
  assert.is((await desk.run()).calendar, null);
});

inRun('publishes the calendar next to the accounts and gives researchers its events', async () => {
  desk.write('trades.csv', [trade('a', 1)]);
  desk.write('calendar_events.csv', [event(), event({ currency: 'SEK' })]);
  const { calendar, load } = await desk.run();
  assert.is(calendar, currentCalendar(desk.dataDir));
  assert.is(readCalendar(desk.dataDir, calendar ?? '').events.length, 1);
  assert.equal([load.rowsLoaded, load.rowsRejected, load.files.length], [2, 1, 2]);
  assert.equal(await actuals(desk), [{ title: 'CPI', actual: '' }]);
  assert.equal(await desk.warehouse('select line, table_name from rejects'), [
    { line: '3', table_name: 'calendar_events' },
  ]);
  const ledger = "select count(*) as files from loaded_files where table_name = 'calendar_events'";
  assert.equal(await desk.warehouse(ledger), [{ files: '1' }]);

  const again = await desk.run();
  assert.equal([again.calendar, again.load.rowsRejected, again.load.skipped], [calendar, 0, 3]);
  assert.equal(await desk.warehouse(ledger), [{ files: '1' }]);
});

inRun('waits for a calendar run, whose events researchers have afterwards', async () => {
  const before = desk.manifest().version;
  const first = currentCalendar(desk.dataDir);
  desk.write('calendar_events.csv', [event({ actual: '3.3%' })]);
  const { version } = await quick(desk);
  assert.not.equal(version, first);
  assert.equal(await actuals(desk), [{ title: 'CPI', actual: '' }]);
  let isOver = false;
  const { dataDir, hasAsked } = askingForLock(desk);
  const under = withCalendarDatabase({ dataDir: desk.dataDir }, async () => {
    await hasAsked;
    isOver = true;
  });
  const second = await desk.run({ dataDir });
  assert.ok(isOver);
  assert.equal([second.calendar, second.version, second.isNew], [version, before, false]);
  assert.equal(await actuals(desk), [{ title: 'CPI', actual: '3.3%' }]);
  await under;
});

inRun('a source without a calendar keeps the one before', async () => {
  const { calendar } = await desk.run({ sources: [] });
  assert.is(calendar, currentCalendar(desk.dataDir));
  assert.equal(await actuals(desk), [{ title: 'CPI', actual: '3.3%' }]);
});

inRun.run();
