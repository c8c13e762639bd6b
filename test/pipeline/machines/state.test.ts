import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shardInputs } from '../../../pipeline/machines/inputs.ts';
import { openShards, type ShardStore } from '../../../pipeline/machines/state.ts';
import { batchQueries, splitQueries } from '../../../pipeline/machines/state-changes.ts';
import type { Lease } from '../../../pipeline/publish/store/lease.ts';
import { openPointer, type Pointer } from '../../../pipeline/publish/store/pointer.ts';
import { startPostgres, type TestDatabase } from '../registry/postgres-server.ts';

const test = suite('shards in PostgreSQL');

/** Values of the first batch, which has no calendar and nothing lost or deleted. */
const nothingElse = {
  versionNo: 1,
  calendar: null,
  chain: null,
  lost: [],
  deleted: [],
  before: null,
};

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  let pointer: Pointer;
  let shards: ShardStore;
  let lease: Lease;

  test.before(async () => {
    pointer = await openPointer(url);
    const [one, other] = await Promise.all([openShards(url, 2), openShards(url, 2)]);
    await other.close();
    shards = one;
    lease = await taken();
  });

  test.after(async () => {
    await shards.close();
    await pointer.close();
    await stop();
  });

  const taken = async (): Promise<Lease> => {
    const found = await pointer.lease('test', 60);
    if (found === null) throw new Error('the lease is held');
    return found;
  };

  const content = (letter: string) => ({ sha256: letter.repeat(64), bytes: 10 });
  const split = {
    shards: 2,
    intake: content('1'),
    accounts: new Map([
      ['A', 0],
      ['B', 1],
    ]),
    owners: new Map([['ann', 1]]),
    replaced: [],
    slices: [
      { shard: 0, sequence: 1, table: 'trades', ...content('a'), bucket: null },
      { shard: 0, sequence: 2, table: 'equity', ...content('b'), bucket: null },
      { shard: 1, sequence: 1, table: 'trades', ...content('c'), bucket: null },
    ],
    departures: [{ shard: 1, sequence: 1, account: 'A' }],
  };
  const fresh = (shard: number) => ({
    shard,
    working: null,
    loadedTo: 0,
    departedTo: 0,
    idle: null,
    last: null,
  });

  test('begins with empty shards, whose number is kept', async () => {
    assert.equal(await shards.read(), {
      epoch: 0,
      decided: null,
      intake: null,
      map: { shards: 2, accounts: new Map(), owners: new Map() },
      states: [fresh(0), fresh(1)],
      slices: [],
      departures: [],
      wanted: 2,
    });
    for (const [asked, wanted] of [
      [null, 2],
      [3, 3],
    ] as const) {
      const again = await openShards(url, asked);
      const register = await again.read();
      assert.equal(
        [register.map.shards, register.wanted],
        [2, wanted],
        'the next split changes it',
      );
      await again.close();
    }
  });

  test('a split is stored completely, and a second one of the same epoch is refused', async () => {
    assert.ok(await lease.commit(splitQueries(0, split)));
    assert.not(await lease.commit(splitQueries(0, { ...split, intake: content('2') })));
    const { epoch, intake, map, slices, departures } = await shards.read();
    assert.equal([epoch, intake], [1, split.intake]);
    assert.equal(map, { shards: 2, accounts: split.accounts, owners: split.owners });
    assert.equal(slices, split.slices);
    assert.equal(departures, split.departures);
  });

  test('each shard gets its own slices', async () => {
    const account = (account_id: string, owner: string) => ({
      slug: account_id.toLowerCase(),
      type: 'account' as const,
      account_id,
      owner,
      name: account_id,
      currency: null,
      benchmark: null,
      members: [],
      owner_data: false,
      show_trades_on_page: false,
      timezone: null,
      statement_currency: null,
      statement_type: null,
      statement_broker: null,
      history_cut_at: null,
      published: true,
      verified: { identity: false, track_record: false },
      confirmed: { identity: null, track_record: null },
      mark_version: null,
      settlements: [],
      covered_until: null,
      lapsed_at: null,
      broker_since: null,
      hide: [],
      created_at: '2024-01-01T00:00:00Z',
    });
    const facts = { ...nothingElse, asOf: '2024-06-01T00:00:00.000Z' };
    const registered = [account('B', 'ann')];
    const [one, other] = shardInputs(await shards.read(), { ...facts, registered });
    const slice = { sequence: 1, table: 'trades', bucket: null };
    assert.equal(one, {
      ...facts,
      shard: 0,
      shards: 2,
      state: fresh(0),
      continues: null,
      slices: [
        { ...slice, ...content('a') },
        { sequence: 2, table: 'equity', ...content('b'), bucket: null },
      ],
      rows: [],
      departed: [],
      registered: [],
    });
    assert.equal(other, {
      ...facts,
      shard: 1,
      shards: 2,
      state: fresh(1),
      continues: null,
      slices: [{ ...slice, ...content('c') }],
      rows: [],
      departed: [{ sequence: 1, account: 'A' }],
      registered,
    });
    assert.equal(JSON.parse(JSON.stringify(other)), other);
  });

  const states = [
    {
      shard: 0,
      working: 'd',
      loadedTo: 4,
      departedTo: 0,
      idle: {
        from: 10,
        until: null,
        form: 'f',
        version: '000001-aaaaaaaaaaaa',
        working: 'd',
        registered: 'r',
        calendar: null,
        subjects: 3,
        heldBack: [],
        warnings: {
          undescribed: { first: ['one "id"'], count: 1 },
          unregistered: { first: [], count: 0 },
          unloaded: { first: [], count: 0 },
          unreconciled: { first: [], count: 0 },
        },
      },
      last: { version: 'one', ids: 'i', manifest: content('8'), objects: ['packs/8.ndjson'] },
    },
    {
      shard: 1,
      working: 'f',
      loadedTo: 1,
      departedTo: 1,
      idle: null,
      last: null,
    },
  ];
  const merged = { sequence: 3, table: 'trades', ...content('d'), bucket: { number: 1, of: 2 } };
  const result = { sequence: 4, table: 'subjects', ...content('e'), bucket: null };
  const done = {
    states,
    rows: [
      { shard: 0, dropped: [1, 2], added: [merged, result] },
      { shard: 1, dropped: [1], added: [] },
    ],
  };

  test('states are committed with the publication, or neither is', async () => {
    assert.is(await lease.move(0, 'late', content('9'), batchQueries(0, done)), null);
    assert.is((await pointer.read()).serial, 0);
    assert.is(await lease.move(7, 'one', content('9'), batchQueries(1, done)), null);
    const lost = { ...done, rows: [{ shard: 0, dropped: [1, 9], added: [] }] };
    assert.is(await lease.move(0, 'one', content('9'), batchQueries(1, lost)), null);
    assert.equal((await shards.read()).states, [fresh(0), fresh(1)]);
    const queries = batchQueries(1, done, undefined, 'a decision');
    assert.is(await lease.move(0, 'one', content('9'), queries), 1);
    const storedState = await shards.read();
    assert.equal(
      [storedState.epoch, storedState.states, storedState.decided],
      [2, states, 'a decision'],
    );
    assert.equal(storedState.slices, [
      { shard: 0, ...merged },
      { shard: 0, ...result },
    ]);
    const [one] = shardInputs(storedState, { ...nothingElse, asOf: '', registered: [] });
    assert.equal([one?.rows, one?.slices], [[merged, result], []], 'they are stored, not waiting');
    assert.equal(storedState.departures, []);
  });

  test('states are committed when an unchanged version is confirmed', async () => {
    const next = states.map((state) => ({ ...state, loadedTo: 5 }));
    const after = { states: next, rows: [{ shard: 0, dropped: [3, 4], added: [] }] };
    assert.not(await lease.confirm(0, batchQueries(2, after)));
    assert.not(await lease.confirm(1, batchQueries(1, after)));
    assert.ok(await lease.confirm(1, batchQueries(2, after)));
    const storedState = await shards.read();
    assert.equal([storedState.epoch, storedState.states, storedState.slices], [3, next, []]);
  });

  test('a waiting slice is replaced or goes away', async () => {
    const [first, second] = [3, 4].map((sequence) => ({
      shard: 0,
      sequence,
      table: 'trades',
      ...content('a'),
      bucket: null,
    }));
    if (!first || !second) throw new Error('two slices');
    const slices = [first, second];
    await lease.commit(splitQueries(3, { ...split, departures: [], slices }));
    const replaced = [
      { was: first, now: content('b') },
      { was: second, now: null },
    ];
    const change = { ...split, departures: [], slices: [], replaced };
    assert.ok(await lease.commit(splitQueries(4, change)));
    assert.equal((await shards.read()).slices, [{ ...first, ...content('b') }]);
  });

  test('fewer shards leave no data of removed shards', async () => {
    const { epoch } = await shards.read();
    const slices = [0, 1].map((shard) => ({
      shard,
      sequence: 9,
      table: 'trades',
      ...content('a'),
      bucket: null,
    }));
    const departures = [{ shard: 1, sequence: 9, account: 'A' }];
    const change = { ...split, accounts: new Map([['A', 0]]), slices, departures };
    assert.ok(await lease.commit(splitQueries(epoch, { ...change, shards: 1 })));
    const register = await shards.read();
    assert.equal([register.map.shards, register.states.length], [1, 1]);
    assert.equal([register.slices.filter(({ shard }) => shard > 0), register.departures], [[], []]);
    const grown = splitQueries(epoch + 1, { ...split, shards: 2, slices: [], departures: [] });
    assert.ok(await lease.commit(grown));
    assert.equal((await shards.read()).states[1], fresh(1));
  });

  test('a machine without the lease changes nothing', async () => {
    const late = lease;
    await late.release();
    lease = await taken();
    const { epoch } = await shards.read();
    assert.not(await late.commit(splitQueries(epoch, split)));
    assert.not(await late.confirm(1, batchQueries(epoch, done)));
    assert.is(await late.move(1, 'late', content('9'), batchQueries(epoch, done)), null);
    assert.is((await shards.read()).epoch, epoch);
  });
}

test.run();
