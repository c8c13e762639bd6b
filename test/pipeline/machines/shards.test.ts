import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { assembleShards, type Batch } from '../../../pipeline/machines/assemble-shards.ts';
import type { ShardResult } from '../../../pipeline/machines/batch.ts';
import type { ShardMap } from '../../../pipeline/machines/shard-map.ts';
import { readStored } from '../../../pipeline/machines/stored.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { assemble } from '../../../pipeline/snapshot/assemble.ts';
import { currentVersion, readManifest, writeNamed } from '../../../pipeline/snapshot/publish.ts';
import { readEntries } from '../../../pipeline/snapshot/reader.ts';
import { putVersion } from '../../../pipeline/snapshot/shared.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import {
  type BatchDone,
  type BatchOptions,
  type Cluster,
  clusterAt,
  type Rows,
} from './cluster.ts';

const test = suite('a batch by shards');

/** Ann has two accounts in two currencies and a portfolio of them, Bob one that he cut; nobody has two. */
const homes = { ann: ['a', 'b'], bob: ['c'], nobody: ['d', 'e'] } as const;
const names = Object.values(homes).flat();

const registered = (ownerOfD?: string): RegistryAccount[] => [
  registeredAccount('a', { owner: 'ann' }),
  registeredAccount('b', { owner: 'ann' }),
  registeredPortfolio('both', ownerOfD ? ['a', 'b', 'd'] : ['a', 'b'], { owner: 'ann' }),
  registeredAccount('c', { owner: 'bob', history_cut_at: '2024-06-04' }),
  registeredAccount('later', { owner: 'bob' }),
  ...(ownerOfD ? [registeredAccount('d', { owner: ownerOfD })] : []),
];

/** Shards of Ann, of Bob, and of the two accounts of nobody. */
function mapOf(shards: number, changes: Record<string, number> = {}): ShardMap {
  const places = { a: 0, b: 0, c: 1, d: 3, e: 2, later: 1, ...changes };
  return {
    shards,
    accounts: new Map(Object.entries(places).map(([name, at]) => [idOf(name), at % shards])),
    owners: new Map([
      ['ann', 0],
      ['bob', 1 % shards],
    ]),
  };
}

const closed = (day: number) => ({
  opened_at: `2024-06-0${day}T08:00:00Z`,
  closed_at: `2024-06-0${day}T09:30:00Z`,
});

const facts: Rows = {
  accounts: names.map((name) => account(name, { currency: name === 'b' ? 'EUR' : 'USD' })),
  trades: names.flatMap((name, at) =>
    [3, 4, 5].map((day) => trade(name, day, { ...closed(day), profit: day * (at - 1.5) })),
  ),
  cash_flows: ['a', 'e'].map((name) => ({
    account_id: idOf(name),
    id: 1,
    at: '2024-06-04T00:00:00Z',
    amount: 500,
    kind: 'flow',
  })),
  equity: ['b', 'd'].map((name) => ({
    account_id: idOf(name),
    at: '2024-06-05T20:00:00Z',
    balance: 1010,
    equity: 1005,
  })),
  fx_rates: [3, 4, 5, 6].map((day) => ({
    date: `2024-06-0${day}`,
    base: 'EUR',
    quote: 'USD',
    rate: 1.08 + day / 1000,
  })),
  symbols: [{ symbol: 'EURUSD', pip_size: 0.0001 }],
};

const isOther = (name: string): boolean => name === 'a' || name === 'd';

/** Ten trades more, in every account, two of them other than they were published. */
const later: Rows = {
  trades: names.flatMap((name, at) => [
    trade(name, 6, { ...closed(6), profit: at }),
    trade(name, isOther(name) ? 4 : 7, { ...closed(isOther(name) ? 4 : 6), profit: 2 }),
  ]),
};

/** All rows of an account in two deliveries, as it brings them to another shard. */
const rowsOf = (name: string, ...deliveries: Rows[]): Rows =>
  Object.fromEntries(
    Object.keys(facts).map((table) => [
      table,
      deliveries
        .flatMap((rows) => rows[table] ?? [])
        .filter(({ account_id: id }) => id === idOf(name)),
    ]),
  );

/** All that a version is, wherever its bytes lie. */
function contentOf(dataDir: DataDirectory) {
  const { version, restated, restatements, accounts, trades, as_of } = readManifest(
    dataDir,
    currentVersion(dataDir) ?? 'none',
  );
  const entries = readEntries(dataDir, version).map(({ parts, ...identity }) => ({
    ...identity,
    parts: Object.fromEntries(
      Object.entries(parts).map(([part, [, , bytes, sha256, rows]]) => [
        part,
        [bytes, sha256, rows],
      ]),
    ),
  }));
  return { version, restated, restatements, accounts, trades, as_of, entries };
}

/** What one machine publishes of each of the batches. */
type Steps = readonly ((desk: Desk) => Promise<unknown>)[];

const tomorrow = new Date(asOf.getTime() + 86_400_000);
const write = (desk: Desk, name: string, rows: Rows): void => {
  for (const [table, cells] of Object.entries(rows)) desk.write(`${table}-${name}.csv`, cells);
};
const steps: Steps = [
  (desk) => {
    desk.registered.push(...registered());
    write(desk, '1', facts);
    return desk.run();
  },
  (desk) => {
    write(desk, '2', later);
    return desk.run({ asOf: tomorrow });
  },
  (desk) => {
    desk.registered.splice(0, 9, ...registered('ann'));
    return desk.run({ asOf: tomorrow });
  },
];

const root = mkdtempSync(join(tmpdir(), 'trackrecord-shards-'));
const published: ReturnType<typeof contentOf>[] = [];
test.before(() =>
  withDesk(async (desk) => {
    for (const step of steps) {
      await step(desk);
      published.push(contentOf(desk.dataDir));
    }
  }),
);
test.after(() => rmSync(root, { recursive: true, force: true }));

const clusterOf = (shards: number): Cluster => {
  const path = join(root, String(shards));
  mkdirSync(path);
  return clusterAt(path, shards);
};

test('by 4 is the version of one machine', async () => {
  const cluster = clusterOf(4);
  await cluster.batch({ asOf, registered: registered(), rows: facts, map: mapOf(4) });
  assert.equal(contentOf(cluster.dataDir), published[0]);
});

test('by 1 is so too, and no version where nothing comes in', async () => {
  const cluster = clusterOf(1);
  const common = { asOf, registered: registered(), map: mapOf(1) };
  await cluster.batch({ ...common, rows: facts });
  const { assembled } = await cluster.batch({ ...common, rows: {} });
  assert.equal([assembled.isNew, assembled.accountsComputed], [false, 0]);
  assert.equal(contentOf(cluster.dataDir), published[0]);
});

test('by 2 is so too where rows come in later and where an account changes its shard', async () => {
  const cluster = clusterOf(2);
  const map = mapOf(2);
  const batch = async (options: Partial<BatchOptions>, expected: number) => {
    const common = { asOf: tomorrow, registered: registered(), rows: {}, map };
    const done = await cluster.batch({ ...common, ...options });
    assert.equal(contentOf(cluster.dataDir), published[expected]);
    return done;
  };
  await batch({ asOf, rows: facts }, 0);
  const { assembled } = await batch({ rows: later }, 1);
  assert.equal(Object.keys(assembled.restated), [idOf('a'), 'portfolio:both', idOf('d')]);
  const done = await batch(
    {
      registered: registered('ann'),
      map: mapOf(2, { d: 0 }),
      rows: rowsOf('d', facts, later),
      departures: [{ shard: 1, sequence: 1, account: idOf('d') }],
    },
    2,
  );
  assert.equal(done.assembled.accountsComputed, 2, 'the account that came, and its portfolio');
  await refusals(cluster, done);
});

/** What is no whole is refused in one line, with nothing written. */
async function refusals(
  { store, dataDir }: Cluster,
  { inputs, results, assembled }: BatchDone,
): Promise<void> {
  const map = mapOf(2, { d: 0 });
  const before = { serial: 3, version: assembled.version, manifest: { sha256: '', bytes: 0 } };
  const [zero, one] = results;
  if (!zero || !one) throw new Error('there are two shards');
  const next = inputs.map((input) => ({
    ...input,
    versionNo: 4,
    before: { ...before, ageSeconds: 0 },
  }));
  const refused = async (
    change: (zero: ShardResult, one: ShardResult) => ShardResult[],
    line: string,
    batch: Batch = { inputs: next, map },
  ): Promise<void> => {
    const { message } = await refusal(assembleShards(change(zero, one), batch, { store, dataDir }));
    assert.is(message, `the shards make no version: ${line}; run again`);
  };
  const untouched = (...both: ShardResult[]) => both;
  const [first, second] = next;
  if (!first || !second) throw new Error('there are two shards');
  await refused((zero) => [zero], 'shard 1 has not answered');
  await refused((zero, one) => [zero, one, one], 'shard 1 has answered 2 times');
  await refused(
    (zero, one) => [zero, { ...one, form: 'newer' }],
    'shard 1 writes another form than shard 0; every machine needs the same version of this program',
  );
  await refused(
    (zero, one) => [zero, { ...one, asOf: asOf.toISOString() }],
    `shard 1 computed as of ${asOf.toISOString()}, not ${tomorrow.toISOString()}`,
  );
  await refused(
    (zero, one) => [{ ...zero, state: { ...zero.state, loadedTo: 1 } }, one],
    `shard 0 has loaded up to slice 1, not ${zero.state.loadedTo}`,
  );
  await refused(
    (zero, one) => [zero, { ...one, state: { ...one.state, departedTo: 0 } }],
    'shard 1 knows of departures up to 0, not 1',
  );
  await refused(
    (zero, one) => [{ ...zero, subjects: zero.subjects + 1 }, one],
    `shard 0 has ${zero.subjects + 1} accounts and portfolios to publish, its version ${zero.subjects}`,
  );
  await refused(
    (zero, one) => [zero, { ...one, manifest: zero.manifest, subjects: zero.subjects }],
    `${idOf('a')} is in shards 0 and 1`,
  );
  await refused(untouched, `portfolio:both is in shard 0, its member ${idOf('d')} is not`, {
    inputs: next,
    map: mapOf(2, { d: 1 }),
  });
  await refused(untouched, `${idOf('c')} is in shard 1 and belongs to 0`, {
    inputs: next,
    map: mapOf(2, { d: 0, c: 0 }),
  });
  await refused(untouched, 'portfolio:both is in shard 0, which was not told of it', {
    inputs: [{ ...first, registered: [] }, second],
    map,
  });
  await refused(untouched, `they go on from 000002-older, and ${assembled.version} is in service`, {
    inputs: [{ ...first, before: { ...before, version: '000002-older', ageSeconds: 0 } }, second],
    map,
  });
  await refused(untouched, 'they were told number 3, the next is 4', {
    inputs: [{ ...first, versionNo: 3 }, second],
    map,
  });
  const { manifest, accounts } = await readStored(store, dataDir.temporary, one.manifest);
  const left = accounts.filter(({ identity }) => identity.id !== idOf('c'));
  const lost = '000003-aaaaaaaaaaaa';
  writeNamed(dataDir, lost, assemble(left, manifest.files), manifest.as_of);
  const without = await putVersion(store, dataDir, lost);
  rmSync(dataDir.version(lost), { recursive: true });
  await refused(
    (zero, one) => [zero, { ...one, manifest: without, subjects: left.length }],
    `${idOf('c')} is in service and in no shard`,
  );
  assert.equal(contentOf(dataDir), published[2]);
}

test.run();
