import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { rollbackCommand } from '../../../pipeline/commands/rollback.ts';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { account, trade } from '../desk.ts';
import { type TestDatabase, withPostgres } from '../registry/postgres-server.ts';
import { withSharedDesk } from './shared-desk.ts';

const test = suite('rollback of what machines share');

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  test('goes to an earlier version on the machine that published last, and back again', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine, call } = world;
      const [one, two] = [machine('one'), machine('two')];
      const run = async (dataDir: DataDirectory, profit: number, rebuild = false) => {
        desk.write('accounts.csv', [account('a')]);
        desk.write('trades.csv', [trade('a', 1, { profit })]);
        return (await desk.run({ dataDir, rebuild, machines: severalMachines(shared) })).version;
      };
      const back = async (dataDir: DataDirectory, version?: string) => {
        const options = version === undefined ? {} : { version };
        const { code } = await call((config, io) => rollbackCommand(config, options, io), dataDir);
        assert.is(code, 0);
        const verified = await call((config, io) => verifyCommand(config, {}, io), dataDir);
        // Until the next run the warehouse is of another version, unless we came back to its own.
        assert.ok([0, 3].includes(verified.code), verified.stderr.join());
        return (await shared.pointer.read()).version;
      };
      const [first, second] = [await run(one, 1), await run(one, 2)];
      assert.is(await back(one), first);
      assert.is(await back(one, second), second);
      const third = await run(two, 3, true);
      assert.is(await back(two), second, 'the version that a machine took over');
      assert.is(await back(two, third), third, 'the version of a machine that took over');
    }));
}

test.run();
