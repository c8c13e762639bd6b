import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { diffCommand } from '../../../pipeline/commands/diff.ts';
import { exportCommand } from '../../../pipeline/commands/export.ts';
import { historyCommand } from '../../../pipeline/commands/history.ts';
import { reconcileCommand } from '../../../pipeline/commands/reconcile.ts';
import { rollbackCommand } from '../../../pipeline/commands/rollback.ts';
import { runCommand } from '../../../pipeline/commands/run.ts';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { createReplicaSet } from '../../../pipeline/publish/snapshot/replica-set.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { account, asOf, trade } from '../desk.ts';
import { type TestDatabase, withPostgres } from '../registry/postgres-server.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';
import { createTerminal } from './terminal.ts';

const test = suite('commands of partitions');

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  // By another program: the 8th digit of sha256sum is even for iota (c) and kappa (0), odd for
  // alpha (d).
  const [here, held, there] = ['iota', 'kappa', 'alpha'];
  const slugs = [here, held, there];

  const commands = {
    run: runCommand,
    status: statusCommand,
    verify: verifyCommand,
    rollback: rollbackCommand,
    diff: diffCommand,
    history: historyCommand,
    reconcile: reconcileCommand,
  };

  const placeOf = ({ desk }: SharedDesk, partition: string | null): string =>
    join(
      desk.dataDir.path,
      '..',
      partition === null ? 'server' : `data-${partition.replace('/', '-of-')}`,
    );

  /** Gives commands a partition, in its own data directory. Null stands for another machine. */
  const caller = (world: SharedDesk) => {
    const terminal = (partition: string | null) => {
      const { io, stdout, stderr } = createTerminal(asOf);
      const config = readConfig({
        TRACKRECORD_DATA: placeOf(world, partition),
        TRACKRECORD_STORE: world.storePath,
        DATABASE_URL: url,
        LOG_LEVEL: 'error',
        TRACKRECORD_THREADS: '1',
        ...(partition !== null && { TRACKRECORD_PARTITION: partition }),
      });
      return { config, io, stdout, stderr };
    };
    return Object.assign(
      async (partition: string | null, name: keyof typeof commands, options: object = {}) => {
        const { config, io, stdout, stderr } = terminal(partition);
        try {
          return { code: await commands[name](config, options, io), stdout, stderr };
        } catch (error) {
          if (!(error instanceof CommandError)) throw error;
          return { code: error.exitCode, stdout, stderr: [error.message] };
        }
      },
      { terminal },
    );
  };

  test('are about their partition, and without one about all in service', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared } = world;
      const registry = await openRegistry({
        dataDir: desk.dataDir,
        databaseUrl: url,
        clock: () => asOf,
      });
      await applyRegistry(registry, {
        owners: slugs.map((slug) => ({ slug, name: slug })),
        accounts: slugs.map((slug) => ({
          slug,
          type: 'account',
          account_id: `MT5:${slug}@Desk-Live`,
          owner: slug,
          name: slug,
          published: true,
        })),
      });
      await registry.close();
      desk.write(
        'accounts.csv',
        slugs.map((slug) => account(slug)),
      );
      desk.write(
        'trades.csv',
        slugs.map((slug) => trade(slug, 1)),
      );
      const call = caller(world);
      const both = ['0/2', '1/2'];
      const runBoth = async () => {
        for (const partition of both) {
          assert.is((await call(partition, 'run', { source: [desk.source] })).code, 0);
        }
      };
      const unpublished = (await call(null, 'history', { slug: here })).stderr;
      assert.equal(unpublished, [`${here}: no run has published it yet`]);
      await runBoth();
      assert.match(
        (await call(null, 'history', { slug: here })).stderr.join('\n'),
        /^version \S+ is not on this machine; use a machine that runs or serves$/,
      );
      desk.write('trades-2.csv', [
        trade(here, 1, { profit: 25 }),
        trade(held, 2, { profit: '100000000.12345678' }),
      ]);
      await runBoth();

      const copy = dataDirectory(join(placeOf(world, null), 'copy'));
      await createReplicaSet(shared, copy, silentLog).refresh();

      const lines = async (...args: Parameters<typeof call>) => (await call(...args)).stdout;
      const tellsHeld = (text: readonly string[]) =>
        text.some((line) => line.includes(`${held}@Desk-Live is held back`));
      assert.equal(
        [
          tellsHeld(await lines('0/2', 'status')),
          tellsHeld(await lines('1/2', 'status')),
          tellsHeld(await lines(null, 'status')),
        ],
        [true, false, true],
      );
      const [first, , inService, ...more] = await lines(null, 'status');
      assert.equal(
        [first, inService],
        ['published: by other machines only', 'in service: 2 partitions'],
      );
      assert.match(more[0] ?? '', /^partition 0\/2: serial 2, version 000002-/);
      assert.match(more[1] ?? '', /^partition 1\/2: serial 1, version 000001-/);
      assert.match(
        more[2] ?? '',
        /^this server's copy of partition 0\/2: serial 2, .*, up to date$/,
      );
      assert.match(more[4] ?? '', new RegExp(`^last good run: .* on ${hostname()} .*data-1-of-2$`));
      const next = await lines('0/3', 'status');
      assert.equal(
        [next[2], next.find((line) => line.startsWith('partition 0/3'))],
        ['in service: 2 partitions', 'partition 0/3, not in service: nothing yet'],
      );

      const restated = new RegExp(`^${here}: 1 restatement since`);
      const history = await lines('0/2', 'history', { slug: here });
      assert.match(history[0] ?? '', restated);
      assert.equal(await lines(null, 'history', { slug: here }), history);
      assert.match(
        (await lines(null, 'history', { slug: there }))[0] ?? '',
        /: never restated since/,
      );
      assert.equal((await call('0/2', 'history', { slug: there })).stderr, [
        `${there}: partition 1/2 has it; give that with --partition`,
      ]);

      // This machine has the chain of runs before there were partitions.
      const earlier = dataDirectory(placeOf(world, null));
      mkdirSync(earlier.snapshots, { recursive: true });
      writeFileSync(earlier.chain, '{}\n');
      const whole = await call(null, 'verify', { chain: true });
      rmSync(earlier.chain);
      assert.equal([whole.code, whole.stderr, whole.stdout.length], [0, [], 6]);
      assert.match(whole.stdout[0] ?? '', /accounts\/0-of-2 is whole: serial 2/);
      assert.match(whole.stdout[1] ?? '', /accounts\/1-of-2 is whole: serial 1/);
      assert.match(whole.stdout[2] ?? '', /^the server's copy of version 000002-/);
      assert.match(whole.stdout[5] ?? '', /^chain of 1 publication since/);
      assert.is((await call('0/2', 'verify')).code, 0);

      const diff = await lines('0/2', 'diff', { before: '1', after: '2' });
      assert.match(diff[0] ?? '', /: 1 account or portfolio differs$/);
      const out = mkdtempSync(join(tmpdir(), 'trackrecord-export-'));
      try {
        const { config, io } = call.terminal('0/2');
        assert.is(await exportCommand(config, { out, format: 'csv' }, io), 0);
        assert.ok(readdirSync(out).length > 0);
      } finally {
        rmSync(out, { recursive: true });
      }
      assert.is((await call('0/2', 'reconcile')).code, 0);

      assert.equal(await call(null, 'rollback'), {
        code: 2,
        stdout: [],
        stderr: ['2 partitions are in service; give one of them with --partition, and its --data'],
      });
      const back = await call('0/2', 'rollback');
      assert.equal([back.code, back.stderr], [0, []]);
      assert.match(back.stdout[0] ?? '', /^version 000001-.* is in service/);
      assert.match(
        (await lines('0/2', 'history', { slug: here }))[0] ?? '',
        /: never restated since/,
      );
      assert.is((await call('0/2', 'run')).code, 0);
      assert.match(
        (await lines(null, 'status'))[3] ?? '',
        /^partition 0\/2: serial 4, version 000003-/,
      );
    }));
}

test.run();
