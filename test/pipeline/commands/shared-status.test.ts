import { mkdirSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyDirectory, type DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishedForm } from '../../../pipeline/base/published-form.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { chainEnd } from '../../../pipeline/publish/snapshot/chain.ts';
import { createReplica } from '../../../pipeline/publish/snapshot/replica.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { account, asOf, calendarEvent, trade } from '../desk.ts';
import { type TestDatabase, withPostgres } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';

const test = suite('status of what machines share');

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  const _content = { sha256: 'a'.repeat(64), bytes: 10 };

  const status = ({ call }: SharedDesk, ...rest: [Parameters<typeof call>[1]?]) =>
    call((config, io) => statusCommand(config, {}, io), ...rest);
  const statusOf = async ({ call }: SharedDesk, ...rest: [Parameters<typeof call>[1]?]) => {
    const { stdout } = await call(
      (config, io) => statusCommand(config, { json: true }, io),
      ...rest,
    );
    return JSON.parse(stdout[0] ?? '').shared;
  };

  /** Checks what every machine says of three runs: a good one here, then two on another machine. */
  async function assertRuns(
    world: SharedDesk,
    two: DataDirectory,
    first: string,
    version: string,
  ): Promise<void> {
    const { desk, machine, call } = world;
    const [one = '', other = ''] = [desk.dataDir, two].map(
      (dataDir) => `${hostname()} ${dataDir.path}`,
    );
    const good = `last good run: ended 2024-06-12T13:00:00.000Z, on ${other}`;
    const width = Math.max(one.length, other.length);
    const runs = [
      `${other.padEnd(width)}  2024-06-12T14:00:00Z  failed     0 s  source /nowhere is not a directory; name one that exists with --source`,
      `${other.padEnd(width)}  2024-06-12T13:00:00Z  published  0 s  3 rows loaded, 0 rejected  1 account computed  version ${version}`,
      `${one.padEnd(width)}  2024-06-12T12:00:00Z  published  0 s  2 rows loaded, 0 rejected  1 account computed  version ${first}`,
    ];
    for (const dataDir of [desk.dataDir, two, machine('bare')]) {
      assert.equal((await status(world, dataDir)).stdout.slice(-4), [good, ...runs]);
    }
    const [json = ''] = (
      await call((config, io) => statusCommand(config, { json: true }, io), machine('bare'))
    ).stdout;
    const parsed = JSON.parse(json);
    assert.equal(
      [parsed.shared.last_good.machine, parsed.shared.last_good.version],
      [other, version],
    );
    assert.equal(
      parsed.runs.map((run: { machine: string; outcome: string }) => [run.machine, run.outcome]),
      [
        [other, 'failed'],
        [other, 'published'],
        [one, 'published'],
      ],
    );

    const ended = '2024-06-12T12:30:00.000Z';
    recordRun(
      desk.dataDir,
      { run_id: ended, started_at: ended, ended_at: ended },
      { error: quotedReason('PostgreSQL is away') },
    );
    const untold = `${one.padEnd(width)}  2024-06-12T12:30:00Z  failed     0 s  PostgreSQL is away`;
    assert.equal((await status(world)).stdout.slice(-4), [...runs.slice(0, 2), untold, runs[2]]);
    assert.equal((await status(world, two)).stdout.slice(-3), runs);
  }

  test('shows the version in service, the publisher, the age of each copy, and the runs of all machines', () =>
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
      const two = machine('two');
      const at = (instant: string) => ({
        clock: () => new Date(instant),
        machines: severalMachines(shared),
      });
      const { version: first } = await desk.run(at('2024-06-12T12:00:00Z'));
      const otherMachine = machine('other');
      const copy = copyDirectory(otherMachine);
      mkdirSync(copy.snapshots, { recursive: true });
      await createReplica({ ...shared, row: shared.pointer }, copy, silentLog).refresh();
      desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
      const later = { ...at('2024-06-12T13:00:00Z'), dataDir: two, rebuild: true };
      const { version } = await desk.run(later);
      const failing = { ...at('2024-06-12T14:00:00Z'), dataDir: two, sources: ['/nowhere'] };
      await refusal(desk.run(failing));
      await query(
        "update published_pointer set confirmed_at = clock_timestamp() - interval '1 hour' where name = 'accounts'",
      );

      const here = await status(world, two);
      assert.equal([here.code, here.stderr], [0, []]);
      const [inService = '', ...more] = here.stdout.slice(3, -4);
      assert.match(
        inService,
        new RegExp(
          `^in service: serial 2, version ${version}, published in form ${publishedForm}, confirmed 36\\d\\d s ago$`,
        ),
      );
      const chain = `chain of all machines: ${chainEnd(two)?.sha256}`;
      assert.equal(more, [
        chain,
        'publishing: nobody',
        `this machine's runs: serial 2, version ${version}, up to date`,
      ]);
      await assertRuns(world, two, first, version);

      const lease = await shared.pointer.lease('one /data', 60);
      const [published, ...there] = (await status(world, otherMachine)).stdout;
      assert.is(published, 'published: by other machines only');
      assert.equal([there[0], there[2]], [`store: ${storePath}`, chain]);
      assert.match(
        there[3] ?? '',
        /^publishing: one \/data; its lease ends in (60|5\d) s unless it renews it$/,
      );
      assert.equal(there.slice(4, 5), [
        `this server's copy: serial 1, version ${first}, 1 publication behind`,
      ]);
      const { accounts, calendar, copies, store } = await statusOf(world, otherMachine);
      assert.equal([accounts.serial, accounts.version, accounts.form], [2, version, publishedForm]);
      assert.equal([accounts.lease.holder, accounts.lease.epoch], ['one /data', lease?.epoch]);
      assert.ok(accounts.age_seconds >= 3600 && accounts.age_seconds < 3700);
      assert.equal([store, calendar.serial, calendar.lease], [storePath, 0, null]);
      assert.equal(copies, [
        { of: 'server', partition: null, serial: 1, version: first, behind: 1 },
      ]);
    }));

  test('shows who publishes the calendar without the store, and the rest if PostgreSQL fails', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, storePath, machine, query } = world;
      desk.write('accounts.csv', [account('a')]);
      desk.write('calendar_events.csv', [calendarEvent]);
      const { version } = await desk.run({ machines: severalMachines(shared) });
      renameSync(storePath, `${storePath}-away`);
      const calendar = await status(world);
      assert.is(calendar.code, 1, 'nobody can publish');
      assert.match(calendar.stderr.join('\n'), storePath);
      const [inService = '', has = ''] = calendar.stdout
        .filter((line) => line.includes('calendar'))
        .slice(1);
      assert.match(inService, /^calendar in service: serial 1, version 000001-[0-9a-f]{12}, /);
      assert.match(has, / \S+\/data; its lease ends in \d+ s unless it renews it$/);

      await query('alter table published_pointer rename column serial to lost');
      const { code, stdout, stderr } = await status(world);
      assert.equal(
        [code, stdout[0], stdout[3]],
        [1, `published: ${version}`, `this machine's runs: serial 1, version ${version}`],
      );
      assert.equal(stderr, ['PostgreSQL, published versions: column "serial" does not exist']);
      assert.is(await statusOf(world), null);
      const elsewhere = (await status(world, machine('new'))).stdout[0];
      assert.is(elsewhere, 'published: unknown; this machine has published nothing');
    }));

  test('shows on any machine what owners sent to all of them', () =>
    withSharedDesk(url, async ({ machine, query, call }) => {
      await (await openDeliveries({ databaseUrl: url })).close();
      const day = asOf.toISOString().slice(0, 10);
      const registry = await openRegistry({
        dataDir: machine('bare'),
        databaseUrl: url,
        clock: () => asOf,
      });
      await applyRegistry(registry, { owners: [{ slug: 'north' }] });
      await registry.close();
      await query(
        `insert into delivery_accounts (account_id, owner, rows, bytes) values ('a', 'north', 1900000, 300), ('b', 'north', 1, 20)`,
      );
      await query(
        `insert into delivery_accounts (account_id, owner, rows, bytes) values ('c', 'north', 2, 1), ('d', 'south', 3, 9000)`,
      );
      await query(
        `insert into received_days values ('north', '${day}', 7), ('north', '2001-01-01', 5)`,
      );
      const [json = ''] = (
        await call((config, io) => statusCommand(config, { json: true }, io), machine('bare'))
      ).stdout;
      assert.equal(JSON.parse(json).use, [
        { owner: 'south', plan: null, rows: 3, bytes: 9000, bytes_today: 0, near: [] },
        {
          owner: 'north',
          plan: 'free',
          rows: 1_900_003,
          bytes: 321,
          bytes_today: 7,
          near: [{ limit: 'rows', percent: 95 }],
        },
      ]);
    }));
}

test.run();
