import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { relationsIn } from '../../../pipeline/duckdb/sql-files.ts';
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
const names = ['a', 'b', 'c', 'e', 'f'];

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
  registeredPortfolio('both', ['a', 'b', 'c', 'e'], { owner: 'ann' }),
  registeredAccount('c', { owner: 'ann', history_cut_at: '2024-06-04' }),
  registeredAccount('e', { owner: 'ann' }),
  registeredAccount('later', { owner: 'bob' }),
];

/**
 * Homes of the accounts in two shards: `printf %s NAME | sha256sum | cut -c1-8` is even for the
 * first one. An account without an owner has its id as NAME, any other its owner.
 */
const homes = { a: 1, b: 1, c: 0, e: 0, f: 0, later: 0 };

const mapOf = (shards: number, accounts: Record<string, number>): ShardMap => ({
  shards,
  accounts: new Map(Object.entries(accounts).map(([name, at]) => [idOf(name), at % shards])),
  owners: new Map([
    ['ann', 1 % shards],
    ['bob', 0],
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
  cash_flows: ['a', 'f'].map((name) => ({
    account_id: idOf(name),
    id: 1,
    at: '2024-06-04T00:00:00Z',
    amount: 500,
    kind: 'flow',
  })),
  equity: ['b', 'e'].map((name) => ({
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

const isOther = (name: string): boolean => name === 'a' || name === 'e';

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

const clusterOf = (shards: number): Cluster =>
  clusterAt(join(root, String(shards)), mapOf(shards, homes));

// The bench of machines also has 4 shards, and coordinate.test.ts a batch without new data.
if (isInFull) {
  test('by 4, of which two are empty, publishes the same version as one machine', async () => {
    await batchAt(clusterOf(4), 0);
  });

  test('by 1 publishes no version without new data', async () => {
    const cluster = clusterOf(1);
    await batchAt(cluster, 0);
    const { assembled, results } = await batchAt(cluster, 0);
    assert.equal([assembled.isNew, assembled.accountsComputed, results.length], [false, 0, 0]);
  });
}

test('publishes the same as one machine when late rows come, accounts change shards, and the number of shards grows and shrinks', async () => {
  const cluster = clusterOf(1);
  await batchAt(cluster, 0);
  const grown = await batchAt(cluster, 1, { shards: 2 });
  // By bucket.
  assert.equal(Object.keys(grown.assembled.restated), [idOf('e'), idOf('a'), 'portfolio:both']);
  assert.equal([grown.inputs.length, grown.map.shards], [2, 2]);
  assert.equal(sorted(grown.map.accounts), sorted(mapOf(2, homes).accounts));
  const common = grown.inputs.map(
    ({ slices }) =>
      slices.filter(({ table }) => table === 'fx_rates' || table === 'symbols').length,
  );
  assert.equal(common, [0, 2], 'the new shard gets the rates and symbols');

  const done = await batchAt(cluster, 2);
  assert.equal(
    done.inputs.map(({ departed }) => departed.map(({ account }) => account)),
    [[idOf('c'), idOf('e')], []],
  );
  assert.is(done.assembled.accountsComputed, 3, 'the accounts that came, and their portfolio');
  await refusals(cluster, done);

  // The account with a history cut moves. Its cut is applied again, in its own version.
  const [, , batch] = batches;
  if (!batch) throw new Error('there are three batches');
  const { assembled, ...shrunk } = await cluster.batch({ ...batch, shards: 1 });
  assert.equal([shrunk.inputs.length, [...new Set(shrunk.map.accounts.values())]], [1, [0]]);
  assert.equal(
    [assembled.version.slice(6), assembled.isPurging],
    [published[2]?.version.slice(6), true],
  );
  assert.equal(await martsOf(dataDirectory(join(root, '1', 'machine-0'))), []);
});

/** Lists the marts in the database of a shard. None should be there. */
async function martsOf({ working }: DataDirectory): Promise<string[]> {
  const database = await openDatabase(working);
  try {
    const tables = await database.rows('select table_name from duckdb_tables()');
    const marts = relationsIn('marts');
    return tables
      .map(({ table_name }) => String(table_name))
      .filter((name) => marts.includes(name));
  } finally {
    database.close();
  }
}

const sorted = (map: ReadonlyMap<string, number>) => [...map].sort();

/** Checks that an incomplete set of shards is refused in one line, and nothing is written. */
async function refusals(
  { store, dataDir }: Cluster,
  { inputs, results, assembled }: BatchDone,
): Promise<void> {
  const map = mapOf(2, { ...homes, c: 1, e: 1 });
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
    (zero, first) => [zero, { ...first, rows: { ...first.rows, dropped: [] } }],
    `shard 1 has not loaded slice ${second.slices[0]?.sequence}`,
  );
  await refused(
    (zero, first) => [{ ...zero, state: { ...zero.state, departedTo: 0 } }, first],
    'shard 0 has removed moved accounts up to 0, not 4',
  );
  await refused(
    (zero, first) => [{ ...zero, subjects: zero.subjects + 1 }, first],
    `shard 0 should publish ${zero.subjects + 1} accounts and portfolios, but its version has ${zero.subjects}`,
  );
  await refused(
    (zero, first) => [{ ...zero, manifest: first.manifest, subjects: first.subjects }, first],
    // The first by bucket.
    `${idOf('c')} is in shards 0 and 1`,
  );
  await refused(untouched, `portfolio:both is in shard 1, but its member ${idOf('e')} is not`, {
    inputs: next,
    map: mapOf(2, { ...homes, c: 1, e: 0 }),
  });
  await refused(untouched, `${idOf('f')} is in shard 0 but belongs to shard 1`, {
    inputs: next,
    map: mapOf(2, { ...homes, c: 1, e: 1, f: 1 }),
  });
  await refused(untouched, 'portfolio:both is in shard 1, which was not asked to compute it', {
    inputs: [first, { ...second, registered: [] }],
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
  const stored = await readStored(store, dataDir.temporary, zero.manifest);
  const { manifest } = stored;
  const left = [...accountsOf(stored)].filter(({ identity }) => identity.id !== idOf('f'));
  const lost = '000003-aaaaaaaaaaaa';
  writeNamed(dataDir, lost, assemble(inBuckets(left), partFiles(manifest)), manifest.as_of);
  stored.entries.close();
  const without = await putVersion(store, dataDir, lost);
  rmSync(dataDir.version(lost), { recursive: true });
  await refused(
    (zero, first) => [{ ...zero, manifest: without, subjects: left.length }, first],
    `${idOf('f')} is in service but in no shard`,
  );
  assert.equal(contentOf(dataDir), published[2]);
}

test.run();
