import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { assembleShards, type ShardBatch } from '../../../pipeline/machines/assemble-shards.ts';
import type { ShardResult } from '../../../pipeline/machines/batch.ts';
import type { ShardMap } from '../../../pipeline/machines/shard-map.ts';
import { accountsOf, readStored } from '../../../pipeline/machines/stored-version.ts';
import { assemble, inBuckets } from '../../../pipeline/publish/snapshot/assemble.ts';
import { partFiles } from '../../../pipeline/publish/snapshot/entries.ts';
import {
  currentVersion,
  readManifest,
  writeNamed,
} from '../../../pipeline/publish/snapshot/publish.ts';
import { putVersion } from '../../../pipeline/publish/snapshot/shared.ts';
import { readEntries } from '../../support/entries.ts';
import { isInFull } from '../../support/in-full.ts';
import {
  account,
  asOf,
  calendarEvent,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { type BatchDone, type BatchOptions, type Cluster, clusterAt } from './cluster.ts';

const test = suite('a batch by shards');

/**
 * Ann has two accounts in two currencies and a portfolio of them. Bob has one with a history cut.
 * Two accounts have no owner.
 */
const names = ['a', 'b', 'c', 'd', 'e'];

const atFirst = [
  registeredAccount('a', { owner: 'ann' }),
  registeredAccount('b', { owner: 'ann' }),
  registeredPortfolio('both', ['a', 'b'], { owner: 'ann' }),
  registeredAccount('c', { owner: 'bob', history_cut_at: '2024-06-04' }),
  registeredAccount('later', { owner: 'bob' }),
];

/** Ann now has Bob's account, and one that had no owner. */
const atLast = [
  ...atFirst.slice(0, 2),
  registeredPortfolio('both', ['a', 'b', 'c', 'd'], { owner: 'ann' }),
  registeredAccount('c', { owner: 'ann', history_cut_at: '2024-06-04' }),
  registeredAccount('d', { owner: 'ann' }),
  registeredAccount('later', { owner: 'bob' }),
];

/** With four shards one is empty. With two the first has everything of Ann. */
const mapOf = (shards: number, changes: Record<string, number> = {}): ShardMap => ({
  shards,
  accounts: new Map(
    Object.entries({ a: 0, b: 0, c: 1, d: 3, e: 1, ...changes }).map(([name, at]) => [
      idOf(name),
      at % shards,
    ]),
  ),
  owners: new Map([
    ['ann', 0],
    ['bob', 1 % shards],
  ]),
});

const closed = (day: number) => ({
  opened_at: `2024-06-0${day}T08:00:00Z`,
  closed_at: `2024-06-0${day}T09:30:00Z`,
});

const facts = {
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
  calendar_events: [{ ...calendarEvent, time: '2024-06-05T09:00:00Z' }],
};

const isOther = (name: string): boolean => name === 'a' || name === 'd';

/** Adds ten trades in every account. Two other trades changed since they were published. */
const later = {
  trades: names.flatMap((name, at) => [
    trade(name, 6, { ...closed(6), profit: at }),
    trade(name, isOther(name) ? 4 : 7, { ...closed(isOther(name) ? 4 : 6), profit: 2 }),
  ]),
};

const root = mkdtempSync(join(tmpdir(), 'trackrecord-shards-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

function sourceOf(name: string, tables: Record<string, object[]>): string {
  const source = join(root, name);
  mkdirSync(source);
  for (const [table, rows] of Object.entries(tables)) {
    writeFileSync(join(source, `${table}.csv`), stringify(rows, { header: true }));
  }
  return source;
}
const first = sourceOf('first', facts);
const second = sourceOf('second', later);
const tomorrow = new Date(asOf.getTime() + 86_400_000);

/** Data of several batches, in order. */
const batches: readonly BatchOptions[] = [
  { asOf, registered: atFirst, sources: [first] },
  { asOf: tomorrow, registered: atFirst, sources: [first, second] },
  { asOf: tomorrow, registered: atLast, sources: [first, second] },
];

/** Reads all of a version, wherever its bytes are. */
function contentOf(dataDir: DataDirectory) {
  const { version, restated, restatements, accounts, trades, as_of } = readManifest(
    dataDir,
    currentVersion(dataDir) ?? 'none',
  );
  const entries = readEntries(dataDir, version).map(({ parts, ...identity }) => ({
    ...identity,
    parts: Object.fromEntries(
      Object.entries(parts).map(([part, [, , ...content]]) => [part, content]),
    ),
  }));
  return { version, restated, restatements, accounts, trades, as_of, entries };
}

/** Content that one machine publishes after each batch. */
const published: ReturnType<typeof contentOf>[] = [];
test.before(() =>
  withDesk(async (desk) => {
    for (const { registered, ...batch } of batches) {
      await desk.run({ ...batch, registry: { accounts: async () => [...registered] } });
      published.push(contentOf(desk.dataDir));
    }
  }),
);

/** Runs batch number `place`, and compares its version with the one that one machine published. */
async function batchAt(
  cluster: Cluster,
  place: number,
  options: Pick<BatchOptions, 'shards'> = {},
): Promise<BatchDone> {
  const [batch, expected] = [batches[place], published[place]];
  if (!batch || !expected) throw new Error(`there is no batch ${place}`);
  const done = await cluster.batch({ ...batch, ...options });
  assert.equal(contentOf(cluster.dataDir), expected);
  return done;
}

const clusterOf = (shards: number): Cluster => clusterAt(join(root, String(shards)), mapOf(shards));

let begun: Promise<Cluster> | undefined;

/** Returns a cluster of two shards after the first batch, which is run once. */
async function begin(name: string): Promise<Cluster> {
  begun ??= (async () => {
    const cluster = clusterOf(2);
    await batchAt(cluster, 0);
    return cluster;
  })();
  return (await begun).copyTo(join(root, name));
}

// The bench of machines also has 4 shards, and coordinate.test.ts a batch without new data.
if (isInFull) {
  test('by 4 publishes the same version as one machine', async () => {
    await batchAt(clusterOf(4), 0);
  });

  test('by 1 publishes the same as one machine, and no version without new data', async () => {
    const cluster = clusterOf(1);
    await batchAt(cluster, 0);
    const { assembled, results } = await batchAt(cluster, 0);
    assert.equal([assembled.isNew, assembled.accountsComputed, results.length], [false, 0, 0]);
  });
}

test('by 2 publishes the same as one machine when late rows come and accounts change shards', async () => {
  const cluster = await begin('moved');
  const { assembled } = await batchAt(cluster, 1);
  assert.equal(Object.keys(assembled.restated), [idOf('a'), 'portfolio:both', idOf('d')]);
  const done = await batchAt(cluster, 2);
  assert.equal(
    done.inputs.map(({ departed }) => departed.map(({ account }) => account)),
    [[], [idOf('c'), idOf('d')]],
  );
  assert.is(done.assembled.accountsComputed, 3, 'the accounts that came, and their portfolio');
  await refusals(cluster, done);
});

test('the number of shards grows and shrinks, and the version stays that of one machine', async () => {
  const cluster = await begin('resized');
  const grown = await batchAt(cluster, 1, { shards: 3 });
  assert.equal([grown.inputs.length, grown.map.shards], [3, 3]);
  const homes = new Set(grown.map.accounts.values());
  assert.ok(
    [...homes].some((shard) => shard > 1),
    `${[...homes]}`,
  );
  const common = grown.inputs.map(
    ({ slices }) =>
      slices.filter(({ table }) => table === 'fx_rates' || table === 'symbols').length,
  );
  assert.equal(common, [0, 0, 2], 'new shards get the rates and symbols');
  const shrunk = await batchAt(cluster, 2, { shards: 1 });
  assert.equal([shrunk.inputs.length, [...new Set(shrunk.map.accounts.values())]], [1, [0]]);
  // The account with a history cut has moved. Its cut is applied again, in its own version.
  const [, , batch] = batches;
  if (!batch) throw new Error('there are three batches');
  const { assembled } = await cluster.batch({ ...batch, shards: 2 });
  assert.equal(
    [assembled.version.slice(6), assembled.isPurging],
    [published[2]?.version.slice(6), true],
  );
});

/** Checks that an incomplete set of shards is refused in one line, and nothing is written. */
async function refusals(
  { store, dataDir }: Cluster,
  { inputs, results, assembled }: BatchDone,
): Promise<void> {
  const map = mapOf(2, { c: 0, d: 0 });
  const before = { serial: 3, version: assembled.version, manifest: { sha256: '', bytes: 0 } };
  const [zero, one] = results;
  if (!zero || !one) throw new Error('there are two shards');
  const next = inputs.map((input) => ({
    ...input,
    versionNo: 4,
    before: { ...before, ageSeconds: 0 },
  }));
  const refused = async (
    change: (zero: ShardResult, first: ShardResult) => ShardResult[],
    line: string,
    batch: ShardBatch = { inputs: next, map },
  ): Promise<void> => {
    const { message } = await refusal(assembleShards(change(zero, one), batch, { store, dataDir }));
    assert.is(message, `the shards do not fit together: ${line}; run again`);
  };
  const untouched = (...both: ShardResult[]) => both;
  const [first, second] = next;
  if (!first || !second) throw new Error('there are two shards');
  await refused((zero) => [zero], 'shard 1 sent no result');
  await refused((zero, first) => [zero, first, first], 'shard 1 sent 2 results');
  await refused(
    (zero, first) => [zero, { ...first, form: 'newer' }],
    'shard 1 was written by another version of trackrecord than shard 0; install the same one on every machine',
  );
  await refused(
    (zero, first) => [zero, { ...first, asOf: asOf.toISOString() }],
    `shard 1 computed as of ${asOf.toISOString()}, not ${tomorrow.toISOString()}`,
  );
  await refused(
    (zero, first) => [{ ...zero, rows: { ...zero.rows, dropped: [] } }, first],
    `shard 0 has not loaded slice ${first.slices[0]?.sequence}`,
  );
  await refused(
    (zero, first) => [zero, { ...first, state: { ...first.state, departedTo: 0 } }],
    'shard 1 has removed moved accounts up to 0, not 2',
  );
  await refused(
    (zero, first) => [{ ...zero, subjects: zero.subjects + 1 }, first],
    `shard 0 should publish ${zero.subjects + 1} accounts and portfolios, but its version has ${zero.subjects}`,
  );
  await refused(
    (zero, first) => [zero, { ...first, manifest: zero.manifest, subjects: zero.subjects }],
    // The first by bucket.
    `${idOf('c')} is in shards 0 and 1`,
  );
  await refused(untouched, `portfolio:both is in shard 0, but its member ${idOf('d')} is not`, {
    inputs: next,
    map: mapOf(2, { c: 0, d: 1 }),
  });
  await refused(untouched, `${idOf('e')} is in shard 1 but belongs to shard 0`, {
    inputs: next,
    map: mapOf(2, { c: 0, d: 0, e: 0 }),
  });
  await refused(untouched, 'portfolio:both is in shard 0, which was not asked to compute it', {
    inputs: [{ ...first, registered: [] }, second],
    map,
  });
  await refused(
    untouched,
    `they continue version 000002-older, but ${assembled.version} is in service`,
    {
      inputs: [{ ...first, before: { ...before, version: '000002-older', ageSeconds: 0 } }, second],
      map,
    },
  );
  await refused(untouched, 'they were computed for version number 3, but the next is 4', {
    inputs: [{ ...first, versionNo: 3 }, second],
    map,
  });
  const stored = await readStored(store, dataDir.temporary, one.manifest);
  const { manifest } = stored;
  const left = [...accountsOf(stored)].filter(({ identity }) => identity.id !== idOf('e'));
  const lost = '000003-aaaaaaaaaaaa';
  writeNamed(dataDir, lost, assemble(inBuckets(left), partFiles(manifest)), manifest.as_of);
  stored.entries.close();
  const without = await putVersion(store, dataDir, lost);
  rmSync(dataDir.version(lost), { recursive: true });
  await refused(
    (zero, first) => [zero, { ...first, manifest: without, subjects: left.length }],
    `${idOf('e')} is in service but in no shard`,
  );
  assert.equal(contentOf(dataDir), published[2]);
}

test.run();
