import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { runBatch } from '../../../pipeline/machines/coordinate.ts';
import { openQueue } from '../../../pipeline/machines/queue.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { currentVersion } from '../../../pipeline/snapshot/publish.ts';
import { openShared } from '../../../pipeline/snapshot/shared.ts';
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

  test('machines that are killed and a database that restarts end in what one machine publishes', () =>
    withDesk(async (desk) => {
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
      const shared = await openShared({
        ...{ store, storeEndpoint: null, storeRegion: '', databaseUrl: url },
      });
      if (shared === null) throw new Error('nothing is shared');
      const shards = await openShards(url, 2);
      const coordinator = dataDirectory(join(root, 'coordinator'));
      const machines: ChildProcess[] = [];
      const startMachine = async (): Promise<ChildProcess> => {
        const script = inPackage('dist/test/pipeline/machines/work-process.js');
        const place = join(root, `machine-${machines.length}`);
        const machine = fork(script, [url, store, place], { stdio: 'ignore' });
        machines.push(machine);
        await once(machine, 'message');
        return machine;
      };
      try {
        await desk.run();
        const batch = runBatch({
          ...{ dataDir: coordinator, shared, shards, asOf, log: silentLog, threads: 1 },
          sources: [desk.source],
          registry: { accounts: async () => desk.registered },
          clock: () => asOf,
          openQueue: () => openQueue(url, silentLog),
        });
        for (let kill = 0; kill < 2; kill += 1) {
          const machine = await startMachine();
          // Its shard has a folder there once it has begun.
          await until(async () => existsSync(join(root, `machine-${kill}`, 'shards')));
          machine.kill('SIGKILL');
        }
        await restart?.();
        await startMachine();
        const { version } = await batch;
        assert.is(version, currentVersion(desk.dataDir));
        assert.is((await shared.pointer.read()).version, version);
      } finally {
        for (const machine of machines) machine.kill('SIGKILL');
        await shards.close();
        await shared.close();
      }
    }));
}

test.run();
