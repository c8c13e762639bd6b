import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { rollbackCommand } from '../../../pipeline/commands/rollback.ts';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { account, trade } from '../desk.ts';
import { runSharedBatch } from '../machines/shared-batch.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { withSharedDesk } from './shared-desk.ts';

const test = suite('rollback of what machines share');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('fetches a version that a coordinator has only in the store', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine, call } = world;
      const [one, two] = [machine('one'), machine('two')];
      const shards = await openShards(url, 1);
      const batch = async (dataDir: DataDirectory, profit: number) => {
        desk.write('accounts.csv', [account('a')]);
        desk.write('trades.csv', [trade('a', 1, { profit })]);
        return (await runSharedBatch(world, shards, dataDir)).version;
      };
      const back = async (dataDir: DataDirectory, version?: string) => {
        const options = version === undefined ? {} : { version };
        const { code } = await call((config, io) => rollbackCommand(config, options, io), dataDir);
        assert.is(code, 0);
        const verified = await call((config, io) => verifyCommand(config, {}, io), dataDir);
        assert.equal([verified.code, verified.stderr], [0, []]);
        return (await shared.pointer.read()).version;
      };
      try {
        const [first, second] = [await batch(one, 1), await batch(one, 2)];
        assert.is(await back(one), first, 'a machine that coordinates');
        assert.is(await back(one, second), second);
        const third = await batch(two, 3);
        assert.is(await back(two), second, 'the version that a machine took over');
        assert.is(await back(two, third), third, 'the version of a machine that took over');
      } finally {
        await shards.close();
      }
    }));
}

test.run();
