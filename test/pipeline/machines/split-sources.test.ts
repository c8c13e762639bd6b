import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, prepareDirectories } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { identifier, literal } from '../../../pipeline/base/sql-text.ts';
import { accountTables, rawTableOf, tables } from '../../../pipeline/load/columns.ts';
import type { DeliverySource } from '../../../pipeline/load/delivered.ts';
import { openDeliveredLines } from '../../../pipeline/load/delivered-lines.ts';
import { contentOf } from '../../../pipeline/machines/intake.ts';
import { objects } from '../../../pipeline/machines/objects.ts';
import { type SplitResult, splitSources } from '../../../pipeline/machines/split-sources.ts';
import {
  openShards,
  type ShardRegister,
  type ShardStore,
} from '../../../pipeline/machines/state.ts';
import { batchQueries, splitQueries } from '../../../pipeline/machines/state-changes.ts';
import { openDirectory } from '../../../pipeline/publish/store/directory.ts';
import type { Lease } from '../../../pipeline/publish/store/lease.ts';
import { openPointer, type Pointer } from '../../../pipeline/publish/store/pointer.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { registeredAs } from '../../../pipeline/run/registered.ts';
import { withDirectory } from '../../support/directory.ts';
import { inWorld, rowsOf, type World } from '../load/world.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const splitting = suite('sources split into shards');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

const ids = ['A', 'B', 'C', 'D', 'E'].map((name) => `MT5:${name}@Live`);
const [a = '', b = ''] = ids;

const registered = (account_id: string, owner: string): RegistryAccount =>
  ({ type: 'account', slug: account_id, account_id, owner }) as RegistryAccount;

const of = (changes: Readonly<Record<string, string>> = {}) =>
  ids.map((account_id) => ({ account_id, ...changes }));

const loaded = tables.filter(({ name }) => name !== 'calendar_events');

/** Reads rows of a source table as they are stored, by their key. */
const rowsIn = (world: World, table: (typeof tables)[number]) => {
  const columns = table.columns.map((column) => identifier(column.name)).join(', ');
  const key = table.key.map(identifier).join(', ');
  return world.rows(`select ${columns} from ${rawTableOf(table)} order by ${key}`);
};

/** First batch: every table, a correction, and refused rows. */
function putFirst({ put }: World): void {
  put({
    'accounts.csv': rowsOf('accounts', ...of()),
    'trades-1.csv': rowsOf('trades', ...of(), ...of({ ticket: '2' }), {
      account_id: a,
      side: 'no',
    }),
    'trades-2.csv': rowsOf('trades', { account_id: b, profit: '-3.125', comment: 'corrected' }),
    'positions.csv': rowsOf('positions', ...of()),
    'cash_flows.csv': rowsOf('cash_flows', ...of(), { account_id: a, amount: 'much' }),
    'equity.csv': rowsOf('equity', ...of()),
    'printed_figures.csv': rowsOf('printed_figures', ...of()),
    'symbols.csv': rowsOf('symbols', {}, { symbol: 'USDJPY', pip_size: '0.01', server: 'Live' }),
    'fx_rates.csv': rowsOf('fx_rates', {}),
  });
}

interface Place {
  readonly world: World;
  readonly store: Store;
  readonly directory: string;
  split(accounts?: readonly RegistryAccount[], strict?: boolean): Promise<SplitResult>;
  /** Copies the changes of a split into PostgreSQL. */
  commit(split: SplitResult): Promise<boolean>;
  read(): Promise<ShardRegister>;
  /** Calls the work with a database that has loaded everything waiting for a shard. */
  inShard(shard: number, work: (world: World) => Promise<void>): Promise<void>;
}

function declare({ url, stop }: TestDatabase): void {
  let pointer: Pointer;
  let shards: ShardStore;
  let lease: Lease;
  const count = 3;

  splitting.before(async () => {
    pointer = await openPointer(url);
    shards = await openShards(url, count);
    const taken = await pointer.lease('test', 600);
    if (taken === null) throw new Error('the lease is held');
    lease = taken;
  });

  splitting.after(async () => {
    await shards.close();
    await pointer.close();
    await stop();
  });

  const inPlace = (work: (place: Place) => Promise<void>) =>
    inWorld((world) =>
      withDirectory(async (directory) => {
        await lease.commit([
          { text: 'update shard_setup set epoch = 0, intake_sha256 = null', values: [] },
          ...['accounts', 'owners', 'slices', 'departures', 'states'].map((name) => ({
            text: `delete from shard_${name}`,
            values: [],
          })),
        ]);
        const dataDir = dataDirectory(join(directory, 'data'));
        prepareDirectories(dataDir);
        const store = openDirectory(join(directory, 'store'));
        await work({
          world,
          store,
          directory,
          read: () => shards.read(),
          async split(accounts = [], strict = false) {
            const options = {
              dataDir,
              store,
              sources: [world.source],
              runId: 'run-1',
              strict,
              log: silentLog,
            };
            return splitSources(await shards.read(), {
              ...options,
              registered: registeredAs(accounts),
            });
          },
          async commit({ change }) {
            if (change === null) throw new Error('nothing is new');
            return lease.commit(splitQueries((await shards.read()).epoch, change));
          },
          async inShard(shard, inside) {
            const { slices } = await shards.read();
            await inWorld(async (database) => {
              for (const slice of slices.filter((waiting) => waiting.shard === shard)) {
                const name = `${slice.table}-${String(slice.sequence).padStart(4, '0')}.parquet`;
                await store.fetch(objects.slice(slice), slice, join(database.source, name));
              }
              const { rowsRejected, failures } = await database.load({ strict: true });
              assert.equal([rowsRejected, failures], [0, []]);
              await inside(database);
            })();
          },
        });
      }),
    );

  splitting(
    'every row that counts is in its account’s shard alone, as one load has it',
    inPlace(async ({ world, split, commit, read, inShard }) => {
      putFirst(world);
      const whole = await world.load();
      const { load, change } = await split();
      assert.equal([load.rowsLoaded, load.rowsRejected], [whole.rowsLoaded, whole.rowsRejected]);
      assert.is(load.rowsRejected, 2);
      assert.ok(await commit({ load, change }));
      const { map } = await read();
      assert.equal([...map.accounts.keys()].sort(), ids);
      assert.ok(new Set(map.accounts.values()).size > 1, 'one shard tells nothing');
      const together = new Map<string, unknown[]>();
      for (let shard = 0; shard < count; shard += 1) {
        await inShard(shard, async (database) => {
          for (const table of loaded) {
            const rows = await rowsIn(database, table);
            if (!accountTables.includes(table.name)) {
              assert.equal(rows, await rowsIn(world, table), table.name);
              continue;
            }
            for (const { account_id } of rows) {
              assert.is(map.accounts.get(`${account_id}`), shard, table.name);
            }
            together.set(table.name, [...(together.get(table.name) ?? []), ...rows]);
          }
        });
      }
      const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
      for (const table of loaded.filter(({ name }) => accountTables.includes(name))) {
        const all = await rowsIn(world, table);
        assert.equal(sorted(together.get(table.name) ?? []), sorted(all), table.name);
      }
    }),
  );

  splitting(
    'strict, a refused row anywhere leaves everything as it was; a split that nobody committed is done again; files that were split are known; corrections wait behind what is there',
    inPlace(async ({ world, split, commit, read, inShard }) => {
      putFirst(world);
      const said = await split([], true).then(() => 'nothing', String);
      assert.match(said, /strict: 2 rows and 0 files refused, first \S+cash_flows\.csv line 7: /);
      const { epoch, slices: none, intake } = await read();
      assert.equal([epoch, none, intake], [0, [], null]);

      const lost = await split();
      assert.equal((await read()).slices, []);
      const done = await split();
      assert.equal(done.load, lost.load);
      assert.equal(done.change?.slices, lost.change?.slices);
      await commit(done);

      const { slices: before, map } = await read();
      const again = await split();
      assert.equal([again.change, again.load.skipped], [null, 9]);
      world.put({ 'trades-3.csv': rowsOf('trades', { account_id: b, profit: '7' }) });
      await split();
      const later = await split();
      assert.equal(later.load.files.length, 1, 'nobody committed it before');
      // The first load reported why it refused the first files.
      assert.equal([again.load.rowsRejected, later.load.rowsRejected], [0, 0]);
      await commit(later);
      const { slices } = await read();
      const shard = map.accounts.get(b) ?? -1;
      const last = Math.max(
        ...before.filter((slice) => slice.shard === shard).map((s) => s.sequence),
      );
      assert.equal(
        slices
          .slice()
          .filter((slice) => !before.some(({ sha256 }) => sha256 === slice.sha256))
          .map(({ shard: at, sequence, table }) => [at, sequence, table]),
        [[shard, last + 1, 'trades']],
      );
      await inShard(shard, async ({ rows }) => {
        const where = `account_id = ${literal(b)} and ticket = '1'`;
        assert.equal(await rows(`select profit::double as profit from trades where ${where}`), [
          { profit: 7 },
        ]);
      });
    }),
  );

  splitting(
    'an account that changes its owner leaves with all its rows, waiting ones and archived ones',
    inPlace(async ({ world, store, directory, split, commit, read, inShard }) => {
      putFirst(world);
      await commit(await split());
      const from = (await read()).map.accounts.get(a) ?? -1;
      // Finds an owner in another shard. Among so many there is one.
      const owner = ['ann', 'bob', 'cy', 'dee'].find((name) => ownerShard(name) !== from);
      const to = ownerShard(owner ?? '');
      // Rows that were loaded so far are stored when it moves.
      await inShard(from, async (database) => {
        const path = join(directory, 'cut.parquet');
        // History from before the cuts of two accounts: one that moves, one that stays.
        await database.database.run(`copy (
          select * replace ('cut' as id, unnest([account_id, 'MT5:Z@Live']) as account_id)
          from cash_flows where account_id = ${literal(a)}) to ${literal(path)}`);
        const cut = contentOf(path);
        await store.put(objects.slice(cut), cut, path);
        const { epoch, states, slices } = await read();
        const done = states.map((state) => {
          if (state.shard !== from) return state;
          const loadedTo = Math.max(
            ...slices.filter(({ shard }) => shard === from).map(({ sequence }) => sequence),
          );
          return { ...state, working: 'stored', loadedTo: loadedTo + 1 };
        });
        const added = [
          { sequence: done[from]?.loadedTo ?? 0, table: 'cash_flows', ...cut, bucket: null },
        ];
        const rows = [{ shard: from, dropped: [], added }];
        assert.ok(await lease.commit(batchQueries(epoch, { states: done, rows })));
      });
      world.put({
        'trades-3.csv': rowsOf('trades', { account_id: a, ticket: '3' }),
        'equity-3.csv': rowsOf('equity', ...of({ at: '2024-01-05T00:00:00Z' })),
        'accounts-3.csv': rowsOf('accounts', {
          account_id: a,
          statement: 'later',
          broker: '',
          created_at: '2024-05-01T00:00:00Z',
          updated_at: '2024-07-01T00:00:00Z',
        }),
      });
      await commit(await split());
      world.put({ 'trades-4.csv': rowsOf('trades', { account_id: a, ticket: '3', profit: '9' }) });
      await world.load();
      await commit(await split([registered(a, owner ?? '')]));
      const { map, departures, slices } = await read();
      assert.is(map.accounts.get(a), to);
      assert.equal(departures, [{ shard: from, sequence: 1, account: a }]);
      const ofA = (table: string) =>
        `select * exclude (account_no) from ${table} where account_id = ${literal(a)} order by all`;
      await inShard(to, async (database) => {
        for (const table of ['trades', 'equity']) {
          assert.equal(await database.rows(ofA(table)), await world.rows(ofA(table)), table);
        }
        const flows = `select account_id, id from cash_flows
          where id = 'cut' or account_id = ${literal(a)} order by id`;
        assert.equal(await database.rows(flows), [
          { account_id: a, id: '1' },
          { account_id: a, id: 'cut' },
        ]);
        // The first report moved together with the waiting one, and both describe the account.
        const described = `select broker, created_at::date::varchar as created,
            updated_at::date::varchar as updated
          from accounts where account_id = ${literal(a)}`;
        assert.equal(await database.rows(described), [
          { broker: 'Broker', created: '2024-01-01', updated: '2024-07-01' },
        ]);
      });
      // Only rows of other accounts wait in the old shard.
      assert.ok(slices.some(({ shard }) => shard === from));
      await inShard(from, async (database) => {
        assert.equal(await database.rows(ofA('equity')), []);
        assert.equal(await database.rows(ofA('trades')), []);
      });
      assert.is((await split([registered(a, owner ?? '')])).change, null);
    }),
  );

  splitting(
    'deliveries of which no row is loaded are noted once, so that no batch looks at them again',
    inPlace(async ({ store, directory, commit, read, world }) => {
      const dataDir = dataDirectory(join(directory, 'data'));
      const progress = { source: 's', number: 5, accounts: new Map([[a, 0]]) };
      const seen: number[] = [];
      const split = async () =>
        splitSources(await read(), {
          dataDir,
          store,
          sources: [world.source],
          runId: 'r',
          strict: false,
          log: silentLog,
          registered: registeredAs([]),
          deliveries: {
            async takeUp(_, { number }) {
              seen.push(number);
              return { lines: [], progress, store: async () => {}, close: async () => {} };
            },
            delivered: async () => [],
          },
        });
      await commit(await split());
      assert.is((await split()).change, null, 'nothing is new');
      assert.equal(seen, [0, 5]);
    }),
  );

  splitting(
    'an account that the operator takes over leaves with its owner’s rows, waiting ones too',
    inPlace(async ({ world, store, directory, commit, read, inShard }) => {
      const deliveries: DeliverySource = {
        async takeUp(home, { number }, closedAmong) {
          const closed = await closedAmong([a, b]);
          const { append, written, close } = openDeliveredLines(home);
          for (const table of ['accounts', 'trades'] as const) {
            const ownTrades = [a, b].map((account_id) => ({ account_id, ticket: 'own' }));
            const rows: object[] = ownTrades.flatMap((row) =>
              parse(rowsOf(table, row), { columns: true }),
            );
            const lines = rows.map((row) => JSON.stringify(row));
            const stamp = { source: 'owner_api', delivery: 'rcp_1' } as const;
            if (number === 0) await append({ [table]: lines }, stamp);
          }
          const accounts = new Map([...closed].map((id) => [id, 0] as const));
          return {
            lines: await written(),
            progress: { source: 'd', number: 1, accounts },
            store: async () => {},
            close,
          };
        },
        delivered: async (ids) => [...ids],
      };
      const dataDir = dataDirectory(join(directory, 'data'));
      const split = async () =>
        splitSources(await read(), {
          dataDir,
          store,
          sources: [world.source],
          deliveries,
          runId: 'r',
          strict: false,
          log: silentLog,
          registered: registeredAs([registered(a, 'x'), registered(b, 'x')]),
          ownersAccounts: (remove) => ({
            accounts: async () => [a, b].map((account_id) => ({ account_id, owner_data: false })),
            note: async () => {},
            noteSent: async () => {},
            remove,
            clear: remove,
          }),
        });
      await commit(await split());
      const shard = (await read()).map.accounts.get(a) ?? -1;
      assert.is((await read()).map.accounts.get(b), shard, 'of one owner');
      world.put({
        'accounts.csv': rowsOf('accounts', { account_id: a, broker: 'Known to the operator' }),
        'trades.csv': rowsOf('trades', { account_id: a, ticket: 'operator' }),
      });
      const taken = await split();
      assert.equal(taken.load.closed, [a]);
      await commit(taken);
      assert.equal((await read()).departures, [{ shard, sequence: 1, account: a }]);
      await inShard(shard, async (database) => {
        assert.equal(await database.rows('select account_id, ticket from trades order by all'), [
          { account_id: a, ticket: 'operator' },
          { account_id: b, ticket: 'own' },
        ]);
      });
      assert.is((await split()).change, null);
    }),
  );

  /** Computes the shard: `printf %s NAME | sha256sum | cut -c1-8`, modulo 3. */
  const ownerShard = (name: string): number => {
    const digits = { ann: 0x49915e0d, bob: 0x81b637d8, cy: 0x3d30f595, dee: 0xe7834034 }[name];
    return (digits ?? 0) % count;
  };
}

splitting.run();
