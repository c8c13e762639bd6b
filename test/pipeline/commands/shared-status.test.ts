import { mkdirSync, renameSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { programVersion } from '../../../pipeline/base/program-version.ts';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { createReplica } from '../../../pipeline/snapshot/replica.ts';
import { account, calendarEvent, trade } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';

const test = suite('status of what machines share');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  const status = ({ call }: SharedDesk, ...rest: [Parameters<typeof call>[1]?]) =>
    call((config, io) => statusCommand(config, {}, io), ...rest);
  const told = async ({ call }: SharedDesk, ...rest: [Parameters<typeof call>[1]?]) => {
    const { stdout } = await call(
      (config, io) => statusCommand(config, { json: true }, io),
      ...rest,
    );
    return JSON.parse(stdout[0] ?? '').shared;
  };

  test('tells what is in service, who publishes, and how far each copy is', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, storePath, machine, query } = world;
      assert.equal((await status(world)).stdout, [
        'published: nothing yet; start with `trackrecord run`',
        `store: ${storePath}`,
        'in service: nothing yet',
        'publishing: nobody',
      ]);
      desk.write('accounts.csv', [account('a')]);
      desk.write('trades.csv', [trade('a', 1)]);
      const { version: first } = await desk.run({ shared });
      const other = machine('other');
      const copy = copyDirectory(other);
      mkdirSync(copy.packs, { recursive: true });
      await createReplica(shared, copy, silentLog).refresh();
      desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
      const { version } = await desk.run({ shared });
      await query(
        "update published_pointer set confirmed_at = clock_timestamp() - interval '1 hour' where name = 'accounts'",
      );

      const here = await status(world);
      assert.equal([here.code, here.stderr], [0, []]);
      const [inService = '', ...more] = here.stdout.slice(3, -2);
      assert.match(
        inService,
        new RegExp(
          `^in service: serial 2, version ${version}, published by trackrecord ${programVersion}, confirmed 36\\d\\d s ago$`,
        ),
      );
      assert.equal(more, [
        'publishing: nobody',
        `of runs here: serial 2, version ${version}, up to date`,
      ]);

      const lease = await shared.pointer.lease('one /data', 60);
      const there = (await status(world, other)).stdout.slice(1);
      assert.is(there[0], `store: ${storePath}`);
      assert.match(
        there[2] ?? '',
        /^publishing: one \/data, for another (60|5\d) s unless it renews$/,
      );
      assert.equal(there.slice(3), [
        `of the server's copy here: serial 1, version ${first}, 1 publication behind`,
      ]);
      const { accounts, calendar, copies, store } = await told(world, other);
      assert.equal(
        [accounts.serial, accounts.version, accounts.program],
        [2, version, programVersion],
      );
      assert.equal([accounts.lease.holder, accounts.lease.epoch], ['one /data', lease?.epoch]);
      assert.ok(accounts.age_seconds >= 3600 && accounts.age_seconds < 3700);
      assert.equal([store, calendar.serial, calendar.lease], [storePath, 0, null]);
      assert.equal(copies, [{ of: 'server', serial: 1, version: first, behind: 1 }]);
    }));

  test('tells of the calendar whose it is', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared } = world;
      desk.write('accounts.csv', [account('a')]);
      desk.write('calendar_events.csv', [calendarEvent]);
      await desk.run({ shared });
      const { stdout } = await status(world);
      const [inService = '', has = ''] = stdout
        .filter((line) => line.includes('calendar'))
        .slice(1);
      assert.match(inService, /^calendar in service: serial 1, version 000001-[0-9a-f]{12}, /);
      assert.match(has, / \S+\/data, for another \d+ s unless it renews$/);
    }));

  test('where PostgreSQL does not answer says so, and the rest all the same', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, query } = world;
      desk.write('accounts.csv', [account('a')]);
      const { version } = await desk.run({ shared });
      await query('alter table published_pointer rename column serial to lost');
      const { code, stdout, stderr } = await status(world);
      assert.equal([code, stdout[0]], [1, `published: ${version}`]);
      assert.equal(stderr, ['the pointer in PostgreSQL: column "serial" does not exist']);
      assert.is(await told(world), null);
    }));

  test('does not ask the store', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, storePath } = world;
      desk.write('accounts.csv', [account('a')]);
      await desk.run({ shared });
      renameSync(storePath, `${storePath}-away`);
      assert.is((await status(world)).code, 0);
    }));
}

test.run();
