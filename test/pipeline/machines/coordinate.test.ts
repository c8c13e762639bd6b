import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import type { WatchedStages } from '../../../pipeline/base/stages.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { type BatchOptions, runBatch } from '../../../pipeline/machines/coordinate.ts';
import type { ShardQueue } from '../../../pipeline/machines/queue.ts';
import { runShard } from '../../../pipeline/machines/shard-run.ts';
import { openShards } from '../../../pipeline/machines/state.ts';
import { currentVersion, readManifest } from '../../../pipeline/publish/snapshot/publish.ts';
import { openShared } from '../../../pipeline/publish/snapshot/shared.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import {
  account,
  asOf,
  type Desk,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';
import { furnishedShard } from './furnished-shard.ts';

const test = suite('a batch over machines');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

const names = ['a', 'b', 'c', 'd'];

/** Accounts of two owners, one without an owner, news near a trade, and a refused row. */
function furnish({ registered, write }: Desk): void {
  registered.push(
    registeredAccount('a', { owner: 'ann' }),
    registeredAccount('b', { owner: 'ann' }),
    registeredPortfolio('both', ['a', 'b'], { owner: 'ann' }),
    registeredAccount('c', { owner: 'dee', history_cut_at: '2024-06-04' }),
  );
  write(
    'accounts.csv',
    names.map((name) => account(name)),
  );
  write('trades-1.csv', [
    ...names.flatMap((name) => [3, 4, 5].map((day) => trade(name, day, { profit: day }))),
    trade('a', 9, { side: 'neither' }),
  ]);
  write('calendar_events.csv', [
    { time: '2024-06-04T08:30:00Z', currency: 'USD', impact: 'high', title: 'Payrolls' },
  ]);
}

/** Computes at once in this process. */
const queueOf = (compute: ShardQueue['compute']) => async (): Promise<ShardQueue> => ({
  compute,
  close: async () => {},
});

/** Reads the published version, from the store or a folder. */
function published(dataDir: DataDirectory) {
  const version = currentVersion(dataDir) ?? 'none';
  const { restated, restatements, accounts, trades, as_of } = readManifest(dataDir, version);
  return { version, restated, restatements, accounts, trades, as_of };
}

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('publishes the same as one machine, whatever failed before, and keeps only what it needs', () =>
    withDesk(async (desk) => {
      furnish(desk);
      const root = join(desk.dataDir.path, '..');
      const store = join(root, 'store');
      mkdirSync(store);
      const settings = { store, storeEndpoint: null, storeRegion: '', databaseUrl: url };
      const shared = await openShared(settings);
      if (shared === null) throw new Error('nothing is shared');
      const shards = await openShards(url, 2);
      const coordinator = dataDirectory(join(root, 'coordinator'));
      let asked: number[] = [];
      let fetched: string[] = [];
      const watched: Store = {
        ...shared.store,
        fetch(name, ...rest) {
          fetched.push(name);
          return shared.store.fetch(name, ...rest);
        },
      };
      const compute = async (input: ShardInput) => {
        asked.push(input.shard);
        const worker = dataDirectory(join(root, `worker-${input.shard}`));
        return runShard(JSON.parse(JSON.stringify(await furnishedShard(input, worker))), {
          store: watched,
          clock: () => asOf,
          log: silentLog,
          threads: 1,
          dataDir: worker,
        });
      };
      const batch = (options: Partial<BatchOptions> = {}) =>
        runBatch({
          dataDir: coordinator,
          shared,
          shards,
          openQueue: queueOf(compute),
          asOf,
          log: silentLog,
          threads: 1,
          sources: [desk.source],
          registry: { accounts: async () => desk.registered },
          clock: () => asOf,
          ...options,
        });
      const objects = (folder: string) =>
        existsSync(join(store, folder)) ? readdirSync(join(store, folder)).length : 0;
      try {
        await desk.run();
        const failing = async () => {
          throw new Error('the machine is gone');
        };
        let watched: WatchedStages | undefined;
        const begin = (stages: WatchedStages) => {
          watched = stages;
        };
        const progress = { begin, end: () => {} };
        const timeLeft = () =>
          (['load', 'statistics'] as const).map((name) => watched?.secondsLeft(name));
        const broken = batch({ openQueue: queueOf(failing), progress });
        const said = await broken.then(() => 'nothing', String);
        assert.equal(timeLeft(), [0, null], 'all bytes are read, and no shard is computed');
        assert.match(said, 'the machine is gone');
        assert.equal(
          [currentVersion(coordinator), (await shared.pointer.read()).serial],
          [null, 0],
        );
        assert.ok(objects('slices') > 0);
        const first = await batch({ progress });
        assert.equal(timeLeft(), [null, 0], 'nothing to read, and both shards are computed');
        assert.equal(published(coordinator), published(desk.dataDir));
        // Four accounts and a portfolio.
        assert.equal([first.isNew, first.load.skipped, first.accountsComputed], [true, 3, 5]);
        assert.equal(['intake', 'events', 'chains'].map(objects), [1, 0, 0]);

        desk.write('trades-2.csv', [trade('b', 6), trade('d', 6), trade('c', 5, { profit: 50 })]);
        desk.registered.push(registeredAccount('d', { owner: 'dee' }));
        fetched = [];
        const second = await batch();
        // What it publishes is compared with one machine in takeover.test.ts.
        assert.equal([second.load.rowsLoaded, second.restated], [3, 4], 'b, c, d and both');
        assert.equal(published(coordinator).trades, 3 + 4 + 4, 'those of c are before its cut');

        assert.equal(
          fetched.filter((name) => name.startsWith('slices/')).length,
          4,
          'the databases were still there',
        );

        asked = [];
        const put: string[] = [];
        let readings = 0;
        let state = 'first';
        /** Batches of which the registry names its state, as the real one does. */
        const counted = () =>
          batch({
            registry: {
              state: async () => state,
              hasAccounts: async () => true,
              accounts: async () => {
                readings += 1;
                return desk.registered;
              },
            },
            shared: {
              ...shared,
              store: {
                ...shared.store,
                put: async (name, ...rest) => {
                  if ((await shared.store.read(name)) === null) put.push(name);
                  return shared.store.put(name, ...rest);
                },
              },
            },
          });
        const again = await counted();
        assert.equal(asked, [], 'nobody had to compute anything');
        assert.is(readings, 1, 'the state of the registry was unknown');
        const quiet = await counted();
        assert.equal([quiet.version, quiet.isNew, readings], [second.version, false, 1]);
        state = 'a decision';
        await counted();
        assert.equal([asked, readings], [[], 2], 'the decision may concern any account');
        const probes = put.filter((name) => name.startsWith('probes/'));
        assert.equal([put.length, probes.length], [3, 3], 'runs put nothing but their probe');
        assert.equal(
          [again.version, again.isNew, again.accountsComputed],
          [second.version, false, 0],
        );
        assert.is((await shared.pointer.read()).serial, 2);

        fetched = [];
        desk.registered.push(registeredAccount('e', { owner: 'dee' }));
        rmSync(join(root, 'worker-0'), { recursive: true });
        rmSync(join(root, 'worker-1'), { recursive: true });
        const registered = await batch();
        assert.equal([registered.version, asked.length], [second.version, 1]);
        assert.ok(fetched.filter((name) => name.startsWith('slices/')).length > 4);

        const run = () =>
          desk
            .run({ dataDir: coordinator, machines: severalMachines(shared) })
            .then(() => 'a version without facts', String);
        assert.match(await run(), 'accounts are computed by several machines');
        assert.is(currentVersion(coordinator), second.version);
      } finally {
        await shards.close();
        await shared.close();
      }
    }));
}

test.run();
