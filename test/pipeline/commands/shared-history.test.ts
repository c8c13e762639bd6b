import { mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyDirectory, type DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { historyCommand } from '../../../pipeline/commands/history.ts';
import { withRegistry } from '../../../pipeline/commands/with-registry.ts';
import { createReplica } from '../../../pipeline/publish/snapshot/replica.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { account, idOf, trade } from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';

const test = suite('history of what machines share');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  const history = ({ call }: SharedDesk, dataDir?: DataDirectory) =>
    call((config, io) => historyCommand(config, { slug: 'a' }, io), dataDir);

  test('is the same on each machine that runs or serves', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine, call } = world;
      await call((config, io) =>
        withRegistry(config, io, async (registry) => {
          await applyRegistry(registry, {
            owners: [{ slug: 'desk', name: 'Desk' }],
            accounts: [
              { slug: 'a', account_id: idOf('a'), type: 'account', owner: 'desk', name: 'A' },
            ],
          });
          return 0;
        }),
      );
      const bare = machine('bare');
      assert.is((await refusal(history(world, bare))).message, 'a: no run has published it yet');
      desk.write('accounts.csv', [account('a'), account('b')]);
      desk.write('trades.csv', [trade('a', 1), trade('b', 1)]);
      await desk.run({ machines: severalMachines(shared) });
      desk.write('trades.csv', [trade('a', 1, { profit: 25 }), trade('b', 1)]);
      await desk.run({ machines: severalMachines(shared) });

      const ownHistory = await history(world);
      const [head, line, ...more] = ownHistory.stdout;
      assert.equal(
        [ownHistory.code, head, more],
        [0, 'a: 1 restatement since 2024-06-12, the last on 2024-06-12', []],
      );
      assert.match(
        line ?? '',
        / {2}changed trades, 1 day 2024-06-03; profit 10 to 25; return 1 to 2.5 %$/,
      );
      assert.match(
        (await refusal(history(world, bare))).message,
        /^version \S+ is not on this machine; use a machine that runs or serves$/,
      );

      const serving = machine('serving');
      const copy = copyDirectory(serving);
      mkdirSync(copy.snapshots, { recursive: true });
      await createReplica({ ...shared, row: shared.pointer }, copy, silentLog).refresh();
      assert.equal(await history(world, serving), ownHistory);
    }));
}

test.run();
