import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { runBatch } from '../../../pipeline/machines/coordinate.ts';
import { openQueue } from '../../../pipeline/machines/queue.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openShared } from '../../../pipeline/publish/snapshot/shared.ts';
import { programOf } from '../../support/other-program.ts';
import { until } from '../../support/until.ts';
import { account, asOf, registeredAccount, trade, withDesk } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const test = suite('shards by a queue');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop, restart }: TestDatabase): void {
  test.after(stop);

  /**
   * A coordinator of two shards with four accounts, the version that one machine publishes of them,
   * and machines.
   */
  const withBatch = (work: (batch: Batch) => Promise<void>): Promise<void> =>
    withDesk(async (desk) => {
      await emptied(url);
      const names = ['a', 'b', 'c', 'd'];
      desk.write(
        'accounts.csv',
        names.map((name) => account(name)),
      );
      desk.write(
        'trades.csv',
        names.flatMap((name) => [3, 4, 5].map((day) => trade(name, day))),
      );
      desk.registered.push(registeredAccount('a', { owner: 'ann' }));
      const root = join(desk.dataDir.path, '..');
      const store = join(root, 'store');
      mkdirSync(store);
      const shared = await openShared({
        store,
        storeEndpoint: null,
        storeRegion: '',
        databaseUrl: url,
      });
      if (shared === null) throw new Error('nothing is shared');
      const shards = await openShards(url, 2);
      const machines: ChildProcess[] = [];
      try {
        await desk.run();
        await work({
          root,
          alone: currentVersion(desk.dataDir) ?? '',
          run: async () => {
            const { version } = await runBatch({
              dataDir: dataDirectory(join(root, 'coordinator')),
              shared,
              shards,
              asOf,
              log: silentLog,
              threads: 1,
              sources: [desk.source],
              clock: () => asOf,
              registry: { accounts: async () => desk.registered },
              openQueue: () => openQueue(url, silentLog, { checkStore: async () => null }),
            });
            assert.is((await shared.pointer.read()).version, version);
            return version;
          },
          async start(place, dist = inPackage('dist')) {
            const script = join(dist, 'test/pipeline/machines/work-process.js');
            const words = [url, store, join(root, place), '', '1'];
            const machine = fork(script, words, { stdio: 'ignore' });
            machines.push(machine);
            await once(machine, 'message');
            return machine;
          },
        });
      } finally {
        for (const machine of machines) machine.kill('SIGKILL');
        await shards.close();
        await shared.close();
      }
    });

  test('killed machines, a restarted database and another program publish the same as one machine', () =>
    withBatch(async ({ root, alone, run, start }) => {
      await start('other', programOf(join(root, 'program'), { version: '0.9.0' }));
      const batch = run();
      for (let kill = 0; kill < 2; kill += 1) {
        const machine = await start(`machine-${kill}`);
        // Once it has begun, its shard has a folder there.
        await until(async () => existsSync(join(root, `machine-${kill}`, 'shards')));
        machine.kill('SIGKILL');
      }
      await restart?.();
      const same = await start('same');
      const processes = new Set<string>();
      const looking = setInterval(() => {
        for (const pid of childrenOf(same)) processes.add(pid);
      }, 20);
      assert.is(await batch.finally(() => clearInterval(looking)), alone);
      assert.is(processes.size, existsSync('/proc') ? 1 : 0, 'one process computes both shards');
      assert.ok(existsSync(join(root, 'same', 'shards')));
      assert.not(existsSync(join(root, 'other', 'shards')), 'it takes no shard');
    }));
}

/** Lists the processes that a process has started, on Linux. */
function childrenOf({ pid }: ChildProcess): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/** Starts a batch. */
interface Batch {
  readonly root: string;
  /** Version that one machine publishes of the same data. */
  readonly alone: string;
  /** Resolves to the version that the batch publishes. */
  run(): Promise<string>;
  /** Starts a machine. Its data directory is in a folder below the root. */
  start(place: string, dist?: string): Promise<ChildProcess>;
}

/** Empties a database. */
async function emptied(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

test.run();
