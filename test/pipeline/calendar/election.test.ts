import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishedForm } from '../../../pipeline/base/published-form.ts';
import { withCalendarDatabase } from '../../../pipeline/calendar/database.ts';
import type { CalendarElection } from '../../../pipeline/calendar/election.ts';
import { type CalendarOptions, runCalendarOnce } from '../../../pipeline/calendar/run.ts';
import { currentCalendar, readCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { openShared, type Shared } from '../../../pipeline/publish/snapshot/shared.ts';
import { isNamedAfter } from '../../../pipeline/publish/snapshot/versions.ts';
import { openPointer } from '../../../pipeline/publish/store/pointer.ts';
import { oneMachine, severalMachines } from '../../../pipeline/run/machines.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { furnish } from '../../support/furnish.ts';
import { account, asOf, idOf, trade, withDesk } from '../desk.ts';
import {
  clientDuring,
  emptyDatabase,
  type TestDatabase,
  withPostgres,
} from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';
import { header } from './desk.ts';
import { event, send, type Upstream, withUpstream } from './upstream.ts';

const elected = suite('calendar by the elected machine');

await withPostgres(elected, declare);

/** Machines, by name, that share a store, the pointer and a feed. */
interface World {
  readonly shared: Shared;
  readonly storePath: string;
  readonly upstream: Upstream;
  machine(name: string): DataDirectory;
  /** Runs the calendar on a machine, some minutes after noon. */
  run(name: string, minutes: number, options?: Partial<CalendarOptions>): Promise<string | null>;
  /** Returns the events that a machine has in service, as `2024-07-11T12:30:00Z CPI`. */
  events(name: string): string[];
}

const nextWeek = (title: string, day: number) =>
  event(undefined, title, `2024-07-${day}T12:30:00Z`);
const feedOf = (...events: object[]) => send(JSON.stringify(events));

function declare(database: TestDatabase): void {
  const { url } = database;
  const client = clientDuring(elected, database);

  const inWorld = (work: (world: World) => Promise<void>) =>
    withDirectory((directory) =>
      withUpstream(async (upstream) => {
        await emptyDatabase(client);
        const storePath = join(directory, 'store');
        mkdirSync(storePath);
        const shared = await openShared({
          store: storePath,
          storeEndpoint: null,
          storeRegion: '',
          databaseUrl: url,
        });
        if (shared === null) throw new Error('nothing is shared');
        const machine = (name: string) => dataDirectory(join(directory, name));
        upstream.reply = feedOf(nextWeek('CPI', 11));
        try {
          await work({
            shared,
            storePath,
            upstream,
            machine,
            async run(name, minutes, options) {
              const clock = () => new Date(Date.UTC(2024, 6, 1, 12, minutes));
              const { version } = await runCalendarOnce({
                dataDir: machine(name),
                sources: [],
                asOf: clock(),
                clock,
                machines: severalMachines(shared),
                feeds: { urls: [upstream.url], actualUrls: [] },
                log: silentLog,
                threads: 1,
                ...options,
              });
              return version;
            },
            events(name) {
              const version = currentCalendar(machine(name)) ?? '';
              const { events } = readCalendar(machine(name), version);
              return events.map(({ time, title }) => `${time} ${title}`);
            },
          });
        } finally {
          await shared.close();
        }
      }),
    );

  /** Ends the lease, as time does for a machine that is lost. */
  const lose = () =>
    client.query("update published_lease set until = clock_timestamp() - interval '1 second'");

  elected('one machine asks for feeds, and another one that takes over goes on where it was', () =>
    inWorld(async ({ shared, upstream, run, machine, events }) => {
      const first = await run('one', 0);
      const { exitCode, message } = await refusal(run('two', 1));
      assert.is(exitCode, 75);
      assert.match(message, /^another machine \(\S+ \S+\/one\) runs the calendar; [^\n]+$/);
      assert.is(await run('one', 2), first, 'it stays elected');
      assert.is(upstream.asked.length, 1);

      await lose();
      assert.is(await run('two', 3), first);
      assert.is(upstream.asked.length, 1, 'the other machine asked less than an hour ago');
      assert.is((await refusal(run('one', 4))).exitCode, 75);
      upstream.reply = feedOf(nextWeek('CPI', 12), nextWeek('PPI', 18));
      const second = await run('two', 60);
      assert.is(upstream.asked.length, 2);
      const moved = ['2024-07-12T12:30:00Z CPI', '2024-07-18T12:30:00Z PPI'];
      assert.equal(
        events('two'),
        moved,
        'what the machine before had loaded is known to have moved',
      );
      const { serial, version } = await shared.pointer.calendar.read();
      assert.equal([serial, version], [2, second]);

      await lose();
      upstream.reply = feedOf(nextWeek('Sales', 25));
      await run('one', 120);
      assert.equal(events('one'), [...moved, '2024-07-25T12:30:00Z Sales'], 'past weeks stay');
      assert.ok(existsSync(machine('one').calendar.state));
    }),
  );

  elected('a machine that was stopped and goes on later publishes nothing', () =>
    inWorld(async ({ shared, upstream, run, machine, events }) => {
      await run('one', 0);
      let go = (): void => {};
      const stopped = new Promise<void>((resolve) => {
        go = resolve;
      });
      let begun = (): void => {};
      const isBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const late = refusal(
        withCalendarDatabase(
          {
            dataDir: machine('one'),
            log: silentLog,
            threads: 1,
            machines: severalMachines(shared),
          },
          async (working) => {
            await working.run("update calendar_events set title = 'late'");
            begun();
            await stopped;
          },
        ),
      );
      await isBegun;
      await lose();
      upstream.reply = feedOf(nextWeek('PPI', 18));
      const version = await run('two', 60);
      go();
      const { exitCode, message } = await late;
      assert.is(exitCode, 75);
      assert.match(message, /^another machine has taken the calendar over/);
      assert.is((await shared.pointer.calendar.read()).version, version);
      await lose();
      assert.is(await run('one', 61), version);
      assert.equal(events('one'), events('two'));
    }),
  );

  elected('an unreachable store changes nothing, and the next run continues', () =>
    inWorld(async ({ shared, storePath, upstream, run, events }) => {
      const first = await run('one', 0);
      upstream.reply = feedOf(nextWeek('PPI', 18));
      renameSync(storePath, `${storePath}-away`);
      writeFileSync(storePath, 'no directory');
      const { message, exitCode } = await refusal(run('one', 60));
      assert.is(exitCode, 1);
      assert.match(message, /^store \S+: feeds\/\S+ could not be put: [^\n]+$/);
      assert.is((await shared.pointer.calendar.read()).version, first);
      rmSync(storePath);
      renameSync(`${storePath}-away`, storePath);
      const second = await run('two', 61);
      assert.is((await shared.pointer.calendar.read()).version, second);
      assert.equal(events('two'), ['2024-07-11T12:30:00Z CPI', '2024-07-18T12:30:00Z PPI']);
    }),
  );

  elected(
    'an older program publishes nothing over a newer one, which is elected in its place',
    () =>
      inWorld(async ({ shared, upstream, run }) => {
        await run('one', 0);
        const pointer = await openPointer(url, publishedForm + 1);
        try {
          await lose();
          upstream.reply = feedOf(nextWeek('PPI', 18));
          const version = await run('two', 60, {
            machines: severalMachines({ ...shared, pointer }),
          });
          await lose();
          assert.match(
            (await refusal(run('one', 61))).message,
            /^the calendar was published by a newer trackrecord, in form \d+, and this one writes form /,
          );
          assert.is(
            await run('two', 62, { machines: severalMachines({ ...shared, pointer }) }),
            version,
          );
        } finally {
          await pointer.close();
        }
      }),
  );

  elected('events that a machine loaded before it shared the calendar are set aside', () =>
    inWorld(async ({ run, machine, events }) => {
      await run('two', 0, { machines: oneMachine });
      await run('one', 0);
      await lose();
      await run('two', 1);
      assert.equal(events('two'), events('one'));
      assert.ok(existsSync(`${machine('two').calendar.database}.own`));
    }),
  );

  elected(
    'the store keeps the state that counts and the one before, and a run without news changes neither',
    () =>
      inWorld(async ({ shared, run, storePath, upstream }) => {
        for (const week of [0, 1, 2, 3]) {
          upstream.reply = feedOf(nextWeek('CPI', 11 + week * 6));
          await run('one', week * 60);
        }
        // For each of two: a database, a copy, and a time of the next request.
        assert.is(readdirSync(join(storePath, 'feeds')).length, 6);
        const { state } = await shared.pointer.calendar.read();
        await run('one', 181);
        assert.equal((await shared.pointer.calendar.read()).state, state);
        assert.is(readdirSync(join(storePath, 'feeds')).length, 6);
        assert.is(readdirSync(join(storePath, 'calendar')).length, 4, 'versions of this day');
      }),
  );

  elected('a run that is elected too late to load leaves the calendar to the next one', () =>
    inWorld(async ({ shared, machine }) =>
      withDesk(async (desk) => {
        desk.write('accounts.csv', [account('a')]);
        desk.write('trades.csv', [trade('a', 3)]);
        const machines = severalMachines(shared);
        const settings = { log: silentLog, threads: 1, asOf, clock: () => asOf };
        const addEvent = (title: string) =>
          writeFileSync(
            join(desk.source, `calendar_events-${title}.csv`),
            `${header}\n2024-07-03T08:30:00Z,USD,high,${title},,,\n`,
          );
        addEvent('CPI');
        const sources = [desk.source];
        await runCalendarOnce({ dataDir: machine('one'), sources, machines, ...settings });
        addEvent('PPI');
        const dataDir = machine('two');
        await furnish(dataDir);
        const holdAndLose: CalendarElection['hold'] = async (place, work) => {
          const result = await machines.calendar.hold(place, work);
          await lose();
          return result;
        };
        const calendar = { ...machines.calendar, hold: holdAndLose };
        await desk.run({ dataDir, sources, machines: { ...machines, calendar } });
        assert.match(await shared.pointer.calendar.holder(), /\/one$/);
        await desk.run({ dataDir, sources, machines });
        const { version } = await shared.pointer.calendar.read();
        assert.equal(fieldOf(readCalendar(dataDir, version).events, 'title'), ['CPI', 'PPI']);
      }),
    ),
  );

  elected('accounts computed on any machine use the same news events', () =>
    inWorld(async ({ shared, machine }) =>
      withDesk(async (desk) => {
        desk.write('accounts.csv', [account('a')]);
        desk.write('trades.csv', [trade('a', 3), trade('a', 4)]);
        const calendar = join(desk.source, '..', 'calendar');
        mkdirSync(calendar);
        // Both trades are opened half an hour before.
        writeFileSync(
          join(calendar, 'calendar_events.csv'),
          `${header}\n2024-06-03T08:30:00Z,USD,high,CPI,,,\n`,
        );
        const alone = (await desk.run({ sources: [desk.source, calendar] })).version;
        const { opened_near } = desk.part(idOf('a'), 'news');
        assert.is(opened_near.trades, 2, 'the news are in the figures');

        const machines = severalMachines(shared);
        const settings = { log: silentLog, threads: 1, asOf, clock: () => asOf, machines };
        await runCalendarOnce({ dataDir: machine('one'), sources: [calendar], ...settings });
        await furnish(machine('two'));
        const otherRun = await desk.run({
          dataDir: machine('two'),
          sources: [desk.source],
          machines,
        });
        assert.ok(isNamedAfter(otherRun.version, alone.slice(-12)));
        const { version } = await shared.pointer.calendar.read();
        assert.equal([otherRun.calendar, currentCalendar(machine('two'))], [version, version]);
      }),
    ),
  );
}

elected.run();
