import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import { runCalendarOnce } from '../../../pipeline/calendar/run.ts';
import { currentCalendar, readCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { account, asOf, type Desk, trade, withDesk } from '../desk.ts';
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

inRun('publishes the calendar next to the accounts and gives researchers its events', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1)]);
    desk.write('calendar_events.csv', [event(), event({ currency: 'SEK' })]);
    const { calendar, load } = await desk.run();
    assert.is(calendar, currentCalendar(desk.dataDir));
    assert.is(readCalendar(desk.dataDir, calendar ?? '').events.length, 1);
    assert.equal([load.rowsLoaded, load.rowsRejected, load.files.length], [3, 1, 3]);
    assert.equal(await actuals(desk), [{ title: 'CPI', actual: '' }]);
    assert.equal(await desk.warehouse('select line, table_name from rejects'), [
      { line: '3', table_name: 'calendar_events' },
    ]);
    const ledger =
      "select count(*) as files from loaded_files where table_name = 'calendar_events'";
    assert.equal(await desk.warehouse(ledger), [{ files: '1' }]);

    const again = await desk.run();
    assert.equal([again.calendar, again.load.rowsRejected, again.load.skipped], [calendar, 0, 3]);
    assert.equal(await desk.warehouse(ledger), [{ files: '1' }]);
  }),
);

inRun('what the calendar’s own run loaded reaches researchers with the next whole run', () =>
  withDesk(async (desk) => {
    desk.write('calendar_events.csv', [event()]);
    const first = await desk.run();
    desk.write('calendar_events.csv', [event({ actual: '3.3%' })]);
    const { version } = await quick(desk);
    assert.not.equal(version, first.calendar);
    assert.equal(await actuals(desk), [{ title: 'CPI', actual: '' }]);
    const second = await desk.run();
    assert.equal([second.calendar, second.version, second.isNew], [version, first.version, false]);
    assert.equal(await actuals(desk), [{ title: 'CPI', actual: '3.3%' }]);
  }),
);

inRun('a source without a calendar changes nothing, loaded before or never', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [account('a')]);
    assert.is((await desk.run()).calendar, null);
    desk.write('calendar_events.csv', [event()]);
    const { calendar } = await desk.run();
    const otherRun = await desk.run({ sources: [] });
    assert.is(otherRun.calendar, calendar);
    assert.equal(await actuals(desk), [{ title: 'CPI', actual: '' }]);
  }),
);

inRun(
  'a strict run that refuses a row of the calendar publishes neither accounts nor calendar',
  () =>
    withDesk(async (desk) => {
      desk.write('accounts.csv', [account('a')]);
      desk.write('calendar_events.csv', [event({ time: 'soon' })]);
      const error = await refusal(desk.run({ strict: true }));
      assert.is(error.exitCode, 1);
      assert.match(error.message, /strict: 1 row/);
      assert.is(currentCalendar(desk.dataDir), null);
      assert.throws(() => desk.manifest());
      assert.is((await desk.run()).load.rowsRejected, 1);
    }),
);

inRun('waits for a calendar run that is under way', () =>
  withDesk(async (desk) => {
    desk.write('calendar_events.csv', [event()]);
    await quick(desk);
    let isOver = false;
    const under = withCalendarDatabase({ dataDir: desk.dataDir }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isOver = true;
    });
    const { calendar } = await desk.run();
    assert.ok(isOver);
    assert.is(calendar, currentCalendar(desk.dataDir));
    await under;
  }),
);

inRun.run();
