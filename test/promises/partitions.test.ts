import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { isIn, type Partition, partitionsOf, publishedAs } from '../../pipeline/base/partition.ts';
import { readConfig, type SettingTexts } from '../../pipeline/config/config.ts';
import type { Delivery } from '../../pipeline/deliveries/delivery.ts';
import { partNames, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import {
  openSnapshot,
  type Snapshot,
  StoredSnapshot,
} from '../../pipeline/publish/snapshot/reader.ts';
import { createReplicaSet } from '../../pipeline/publish/snapshot/replica-set.ts';
import { openShared, type Shared } from '../../pipeline/publish/snapshot/shared.ts';
import {
  nameOfParts,
  partsIn,
  type UnitedSnapshot,
  unite,
} from '../../pipeline/publish/snapshot/united.ts';
import { verifyChain } from '../../pipeline/publish/snapshot/verify-chain.ts';
import { oneMachine, severalMachines } from '../../pipeline/run/machines.ts';
import { dealOf, enterAll, sentDeals, sentRows } from '../pipeline/deliveries/entering.ts';
import {
  account,
  asOf,
  calendarEvent,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../pipeline/desk.ts';
import { clientDuring, withPostgres } from '../pipeline/registry/postgres-server.ts';
import { furnish } from '../support/furnish.ts';
import { isInFull } from '../support/in-full.ts';

const partitions = suite('partitions');

const names = Array.from({ length: 9 }, (_, number) => `p${number}`);
/** Accounts whose data is only sent in. */
const sentNames = ['sent0', 'sent1', 'sent2', 'sent3'];
const ownerOf = (name: string) => `owner${Number(name.slice(1)) % 5}`;

/** Sets up the accounts: two of an owner each, a portfolio, and one that nobody registered. */
function register(desk: Desk): void {
  desk.registered.push(
    ...names.map((name) => registeredAccount(name, { owner: ownerOf(name) })),
    ...sentNames.map((name, at) => registeredAccount(name, { owner: `owner${at}` })),
    registeredPortfolio('both', ['p0', 'p5'], { owner: 'owner0' }),
  );
  desk.write(
    'accounts.csv',
    [...names, 'free'].map((name) => account(name)),
  );
  desk.write(
    'trades-1.csv',
    [...names, 'free'].flatMap((name, at) => [
      trade(name, 1, { profit: 5 + at }),
      trade(name, 2, { profit: 3 - at, closed_at: '2024-06-04T09:00:00Z' }),
    ]),
  );
  desk.write('prices.csv', [{ symbol: 'INDEX', date: '2024-06-03', close: 100, currency: 'USD' }]);
}

const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;

/** Deliveries of every source, which are sent in before each step. */
const sent: readonly (readonly Delivery[])[] = [
  [
    ...(['owner_api', 'owner_statement', 'broker_api'] as const).map((source, at) => {
      const name = sentNames[at] ?? '';
      const rows = { accounts: [without(account(name))], trades: [without(trade(name, 1))] };
      return sentRows(idOf(name), `${name} 0`, rows, { source });
    }),
    sentDeals(idOf('sent3'), 'sent3 0', [dealOf(1, 0, 0), dealOf(1, 1, 7)]),
  ],
  [
    sentRows(idOf('sent0'), 'sent0 1', { trades: [without(trade('sent0', 1, { profit: 20 }))] }),
    sentDeals(idOf('sent3'), 'sent3 1', [dealOf(2, 0, 0), dealOf(2, 1, -3)], { later: 60 }),
  ],
  [],
];

/**
 * Later steps: new trades, a row nobody can use, one that can't be published, and a cut. At last an
 * owner deletes an account and a portfolio.
 */
const steps: readonly ((desk: Desk) => void)[] = [
  () => {},
  (desk) => {
    desk.write('calendar_events.csv', [{ ...calendarEvent, time: '2024-06-03T08:10:00Z' }]);
    desk.write('trades-2.csv', [
      trade('p1', 1, { profit: 50 }),
      trade('p2', 3, { profit: 7 }),
      trade('p3', 3, { side: 'neither' }),
      trade('p4', 900, { profit: '100000000.12345678' }),
      { ...trade('p6', 4), account_id: '' },
    ]);
  },
  (desk) => {
    desk.write(
      'trades-3.csv',
      [...names, 'free'].map((name) => trade(name, 5, { profit: 2 })),
    );
    const at = desk.registered.findIndex(({ slug }) => slug === 'p7');
    desk.registered.splice(
      at,
      1,
      registeredAccount('p7', { owner: ownerOf('p7'), history_cut_at: '2024-06-04' }),
    );
  },
  (desk) => {
    for (const slug of ['sent1', 'both']) {
      const at = desk.registered.findIndex((entry) => entry.slug === slug);
      desk.registered.splice(at, 1);
    }
    desk.write('trades-4.csv', [trade('p8', 6, { profit: 4 })]);
  },
];
/** Ids that owners delete before the last step. */
const deleted = [idOf('sent1'), portfolioId('both')];

/** Queue of deletions that runs empty. */
function deletionQueue() {
  let queue: readonly string[] = [];
  return {
    add(ids: readonly string[]) {
      queue = ids;
    },
    pending: async () => [...queue],
    async finish(ids: readonly string[]) {
      queue = queue.filter((id) => !ids.includes(id));
    },
  };
}

/** Digests of all parts of each account. Restatements name the version, which each set counts. */
function digestsOf(snapshot: Snapshot): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const id of snapshot.ids()) {
    if (id === '') continue;
    for (const name of partNames) {
      const bytes = snapshot.part(id, name);
      if (bytes === undefined) continue;
      const text = String(bytes).replaceAll(/"version":\s*("[^"]*"|[0-9]+)/g, '');
      digests[`${id} ${name}`] = hash('sha256', text);
    }
  }
  return digests;
}

/**
 * SHA-256 of each account's object, with the restatements in it. Their version is a number of the
 * partition's, so an object may differ in that number alone.
 */
function objectsOf(snapshot: Snapshot | UnitedSnapshot): Record<string, [string, string]> {
  const parts = 'parts' in snapshot ? snapshot.parts : [snapshot];
  const objects: Record<string, [string, string]> = {};
  for (const part of parts) {
    if (!(part instanceof StoredSnapshot)) throw new Error('no objects');
    for (const { identity, object } of part.subjects()) {
      if (identity.id === '') continue;
      assert.not(identity.id in objects, `${identity.id} is in one partition`);
      objects[identity.id] = [object, String(part.part(identity.id, 'restatements'))];
    }
  }
  return objects;
}

/** Holds objects to those of one run. Returns how many were compared byte by byte. */
function assertSameObjects(
  found: ReturnType<typeof objectsOf>,
  expected: ReturnType<typeof objectsOf>,
): number {
  assert.equal(Object.keys(found).sort(), Object.keys(expected).sort());
  const comparable = Object.entries(found).filter(
    ([id, [, restatements]]) => restatements === expected[id]?.[1],
  );
  for (const [id, [object]] of comparable) assert.is(object, expected[id]?.[0], id);
  return comparable.length;
}

/** Names the parts that differ. */
function assertSame(
  found: Record<string, string>,
  expected: Record<string, string>,
  hint = '',
): void {
  const names = [...new Set([...Object.keys(found), ...Object.keys(expected)])];
  assert.equal(
    names.filter((name) => found[name] !== expected[name]),
    [],
    hint,
  );
}

await withPostgres(partitions, (database) => {
  const client = clientDuring(partitions, database);

  /** Machines of partitions that share a store, and the copy of a server. */
  const withPartitions = (work: (world: World) => Promise<void>) =>
    withDesk(async (desk) => {
      await client.query('drop schema public cascade; create schema public');
      const root = join(desk.dataDir.path, '..');
      const store = join(root, 'store');
      mkdirSync(store);
      register(desk);
      const opened = new Map<string, Shared>();
      const sharedBy = async (partition: Partition): Promise<Shared> => {
        const name = publishedAs(partition);
        const settings = { store, storeEndpoint: null, storeRegion: '', databaseUrl: database.url };
        const shared = opened.get(name) ?? (await openShared({ ...settings, partition }));
        if (shared === null) throw new Error('nothing is shared');
        opened.set(name, shared);
        return shared;
      };
      const placeOf = ({ index, count }: Partition): DataDirectory =>
        dataDirectory(join(root, `data-${index}-of-${count}`));
      const copy = dataDirectory(join(root, 'copy'));
      const server = createReplicaSet(await sharedBy({ index: 0, count: 1 }), copy, silentLog);
      try {
        await work({
          desk,
          store,
          placeOf,
          async send(deliveries) {
            const whole = await sharedBy({ index: 0, count: 1 });
            const places = [
              oneMachine.deliveries(desk.dataDir, () => asOf),
              severalMachines(whole).deliveries(placeOf({ index: 0, count: 1 }), () => asOf),
            ];
            for (const place of places) {
              if (deliveries.length > 0) await enterAll(await place.open(), deliveries);
              await place.close();
            }
          },
          async run(partition, deletions) {
            const dataDir = placeOf(partition);
            await furnish(dataDir);
            const machines = severalMachines(await sharedBy(partition));
            const registry = { accounts: async () => desk.registered, ...deletions };
            return desk.run({ dataDir, partition, machines, registry });
          },
          async served(read) {
            await server.refresh();
            assert.is(server.fault(), null);
            const parts = partsIn(copy);
            const snapshot = unite(
              parts.map(({ dataDir, version }) => openSnapshot(dataDir, version)),
              nameOfParts(parts) ?? '',
            );
            try {
              return read(snapshot);
            } finally {
              snapshot.close();
            }
          },
        });
      } finally {
        for (const shared of opened.values()) await shared.close();
      }
    });

  interface World {
    readonly desk: Desk;
    readonly store: string;
    /** Returns the data directory of a partition. */
    placeOf(partition: Partition): DataDirectory;
    run(
      partition: Partition,
      deletions?: { readonly deletions: ReturnType<typeof deletionQueue> },
    ): ReturnType<Desk['run']>;
    /** Sends deliveries to the partitions, and to the run without partitions. */
    send(deliveries: readonly Delivery[]): Promise<void>;
    /** Reads what a server has once it has looked. */
    served<Result>(read: (snapshot: UnitedSnapshot) => Result): Promise<Result>;
  }

  for (const count of isInFull ? [1, 2, 4, 7] : [2]) {
    partitions(`publish the same bytes as one run: ${count}`, () =>
      withPartitions(async ({ desk, run, served, send }) => {
        const deletions = deletionQueue();
        const deletionsAlone = deletionQueue();
        for (const [at, step] of steps.entries()) {
          step(desk);
          await send(sent[at] ?? []);
          const isLast = at === steps.length - 1;
          if (isLast) for (const queue of [deletions, deletionsAlone]) queue.add(deleted);
          const alone = await desk.run({
            registry: { accounts: async () => desk.registered, deletions: deletionsAlone },
          });
          const expected = desk.read(digestsOf);
          const runs = [];
          for (const partition of partitionsOf(count)) {
            runs.push(await run(partition, { deletions }));
          }
          const found = await served(digestsOf);
          assertSame(found, expected, `step ${at}`);
          const same = assertSameObjects(await served(objectsOf), desk.read(objectsOf));
          assert.ok(same >= names.length, `${same} objects are equal`);
          for (const id of isLast ? deleted : [])
            assert.not(Object.keys(found).join().includes(id));
          assert.equal(await deletions.pending(), [], 'all partitions have removed it');
          const held = runs.flatMap(({ heldBack }) => heldBack.map(({ id }) => id)).sort();
          assert.equal(
            held,
            alone.heldBack.map(({ id }) => id),
          );
          const rejected = runs.reduce((sum, { load }) => sum + load.rowsRejected, 0);
          assert.is(rejected, alone.load.rowsRejected, `rows rejected at step ${at}`);
          const loaded = runs.reduce((sum, { load }) => sum + load.rowsLoaded, 0);
          if (at > 0) assert.is(loaded, alone.load.rowsLoaded, `rows loaded at step ${at}`);
        }
      }),
    );
  }

  partitions('another number is in service once all of it has published', () =>
    withPartitions(async ({ desk, run, served, placeOf }) => {
      for (const step of steps.slice(0, 2)) {
        step(desk);
        for (const partition of partitionsOf(2)) await run(partition);
        await desk.run();
      }
      const expected = desk.read(digestsOf);
      const held = (snapshot: Snapshot) => snapshot.entry(idOf('p4'))?.as_of;
      assert.is(await served(held), '2024-06-12T12:00:00.000Z', 'its earlier figures are served');
      const countOf = ({ parts }: UnitedSnapshot) => parts.length;
      assertSame(await served(digestsOf), expected);
      assert.is(await served(countOf), 2);
      await run({ index: 0, count: 3 });
      await run({ index: 1, count: 3 });
      assert.is(await served(countOf), 2, 'the set of two is in service');
      await run({ index: 2, count: 3 });
      assertSame(await served(digestsOf), expected);
      assert.is(await served(countOf), 3);
      assert.is(await served(held), '2024-06-12T12:00:00.000Z', 'its earlier figures are kept');
      for (const partition of partitionsOf(3)) {
        assert.equal(verifyChain(placeOf(partition)).faults, [], 'the chain has all restatements');
      }
      // Back to two: those that published long ago don't count.
      await run({ index: 0, count: 2 });
      assert.is(await served(countOf), 3);
      await run({ index: 1, count: 2 });
      assert.is(await served(countOf), 2);
    }),
  );

  partitions('a new set begins although the store has lost objects of the one in service', () =>
    withPartitions(async ({ desk, run, served, store }) => {
      const runAll = async (count: number) => {
        for (const partition of partitionsOf(count)) await run(partition);
      };
      // The data directories of the three have computed everything before.
      await runAll(3);
      await runAll(2);
      for (const index of [0, 1]) {
        const objects = join(store, 'accounts', `${index}-of-2`, 'objects');
        rmSync(objects, { recursive: true });
      }
      await runAll(3);
      await desk.run();
      assertSame(await served(digestsOf), desk.read(digestsOf));
      assert.is(await served(({ parts }) => parts.length), 3);
    }),
  );

  partitions('a new set names an object that the store altered, and begins without it', () =>
    withPartitions(async ({ run, served, store }) => {
      const runAll = async (count: number) => {
        for (const partition of partitionsOf(count)) await run(partition);
      };
      await runAll(2);
      const objects = join(store, 'accounts', '0-of-2', 'objects');
      const names = (
        readdirSync(objects, { recursive: true, encoding: 'utf8' }) as string[]
      ).filter((path) => /[0-9a-f]{64}$/.test(path));
      for (const name of names) {
        const bytes = readFileSync(join(objects, name));
        bytes[bytes.length - 1] = 0;
        writeFileSync(join(objects, name), bytes);
      }
      const message = await runAll(3).then(
        () => '',
        (error: Error) => error.message,
      );
      const [, named = ''] =
        /: objects\/(\S+) could not be fetched: its SHA-256 is another$/.exec(message) ?? [];
      assert.ok(names.includes(named), message);
      rmSync(objects, { recursive: true });
      await runAll(3);
      assert.is(await served(({ parts }) => parts.length), 3);
    }),
  );

  partitions('an earlier set leaves nothing in the store', () =>
    withPartitions(async ({ run, store, placeOf }) => {
      const there = () =>
        (readdirSync(store, { recursive: true, encoding: 'utf8' }) as string[]).filter((path) =>
          /(^|\/)(objects|buckets|manifests)\/.*[0-9a-f]{64}/.test(path),
        );
      const whole = { index: 0, count: 1 };
      await run(whole);
      for (const partition of partitionsOf(2)) await run(partition);
      assert.equal(
        there().filter((path) => !path.startsWith('accounts/')),
        [],
      );
      assert.ok(there().some((path) => path.startsWith('accounts/1-of-2/')));
      rmSync(placeOf({ index: 1, count: 2 }).path, { recursive: true });
      const lost = await run({ index: 1, count: 2 }).then(
        () => '',
        (error: Error) => error.message,
      );
      assert.match(lost, /--rebuild/, 'a data directory that was lost');
      await run(whole);
      assert.equal(
        there().filter((path) => path.startsWith('accounts/')),
        [],
      );
      assert.ok(there().length > 0);
    }),
  );

  partitions('an account that changes its owner goes to the partition of the other', () =>
    withPartitions(async ({ desk, run, served, placeOf }) => {
      const both = partitionsOf(2);
      await run({ index: 0, count: 2 });
      const first = names.filter((name) =>
        isIn({ index: 0, count: 2 }, { owner: ownerOf(name), account_id: null }),
      );
      const servedNames = (snapshot: Snapshot) =>
        names.filter((name) => snapshot.entry(idOf(name)) !== undefined);
      assert.equal(await served(servedNames), first, 'while the other one has not published');
      await run({ index: 1, count: 2 });
      assert.equal(await served(servedNames), names);
      await desk.run();
      // A trade of p1 changes afterwards, and p4 is held back.
      steps[1]?.(desk);
      const runAll = async (order: readonly number[]) => {
        for (const index of order) await run({ index, count: 2 });
      };
      await runAll([0, 1]);
      const homeOf = (owner: string) =>
        Number.parseInt(hash('sha256', owner).slice(0, 8), 16) % both.length;
      const strangers = Array.from({ length: 20 }, (_, number) => `stranger${number}`);
      const moved = ['p1', 'p4'].map((name) => {
        const home = homeOf(ownerOf(name));
        const owner = strangers.find((slug) => homeOf(slug) !== home) ?? '';
        const at = desk.registered.findIndex(({ slug }) => slug === name);
        desk.registered.splice(at, 1, registeredAccount(name, { owner }));
        return { name, home };
      });
      await desk.run();
      const expected = desk.read(digestsOf);
      const held = (snapshot: Snapshot) => snapshot.entry(idOf('p4'))?.as_of;
      const shows = async (hint: string) => {
        assertSame(await served(digestsOf), expected, hint);
        assert.is(await served(held), '2024-06-12T12:00:00.000Z', `figures of p4, ${hint}`);
      };
      const homes = [...new Set(moved.map(({ home }) => home))];
      await runAll(homes);
      await shows('while only those that had them have run');
      await runAll(homes.map((home) => 1 - home));
      await shows('while both may have them');
      await runAll(homes);
      await shows('once they have moved');
      const partsWith = (snapshot: UnitedSnapshot) =>
        moved.map(({ name }) => snapshot.parts.filter((part) => part.entry(idOf(name))).length);
      assert.equal(await served(partsWith), [1, 1], 'the others have dropped them');
      for (const partition of both) {
        assert.equal(verifyChain(placeOf(partition)).faults, [], 'the chain has all restatements');
      }
      // Back again: what was restated before stands once.
      for (const { name } of moved) {
        const at = desk.registered.findIndex(({ slug }) => slug === name);
        desk.registered.splice(at, 1, registeredAccount(name, { owner: ownerOf(name) }));
      }
      await desk.run();
      await runAll(homes);
      assertSame(await served(digestsOf), desk.read(digestsOf), 'back again');
      for (const partition of both) {
        assert.equal(verifyChain(placeOf(partition)).faults, [], 'still');
      }
    }),
  );
});

partitions('an owner is always in the same partition', () => {
  // By another program: sha256sum of alpha begins with 8ed3f6ad, which is 13 modulo 16.
  const of = (index: number) => ({ index, count: 16 });
  const alpha = { owner: 'alpha', account_id: 'MT5:1@X' };
  assert.equal([isIn(of(13), alpha), isIn(of(12), alpha)], [true, false]);
  assert.ok(isIn(of(13), { owner: null, account_id: 'alpha' }), 'by its id without an owner');
});

partitions('bad values are answered in one line', () => {
  const refusal = (env: SettingTexts, flags: SettingTexts = {}): string => {
    try {
      readConfig({ DATABASE_URL: 'postgres://h/d', TRACKRECORD_STORE: '/s', ...env }, flags);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  for (const bad of ['4/4', '0/257', '1', '-1/4', '00/4', '0/0', 'a/b']) {
    assert.match(
      refusal({ TRACKRECORD_PARTITION: bad }),
      /^TRACKRECORD_PARTITION: .* is not I\/N /,
    );
  }
  const none = { TRACKRECORD_PARTITION: '0/4', TRACKRECORD_STORE: '' };
  assert.match(refusal(none), /^TRACKRECORD_PARTITION: needs DATABASE_URL and TRACKRECORD_STORE/);
  assert.match(refusal({ ...none, DATABASE_URL: '' }), /^TRACKRECORD_PARTITION: needs /);
  assert.match(
    refusal({ TRACKRECORD_PARTITION: '0/4' }, { '--partition': '1/4' }),
    /^--partition 1\/4 contradicts TRACKRECORD_PARTITION=0\/4/,
  );
  assert.is(refusal({ TRACKRECORD_PARTITION: '0/4' }, { '--partition': '0/4' }), '');
});

partitions.run();
