import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { isIdle, readIdle } from '../../../pipeline/machines/idle.ts';
import { bucketOf } from '../../../pipeline/publish/snapshot/entries.ts';
import { formDigest } from '../../../pipeline/publish/snapshot/form.ts';
import { manifestName } from '../../../pipeline/publish/snapshot/shared.ts';
import { sha256Of } from '../../../pipeline/publish/snapshot/versions.ts';
import type { Content } from '../../../pipeline/publish/store/store.ts';
import { isInFull } from '../../support/in-full.ts';
import {
  account,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';
import { clusterAt } from './cluster.ts';

const test = suite('shards that nothing comes into');

const idle: ShardInput = {
  shard: 1,
  shards: 2,
  asOf: '2024-06-12T12:00:00.000Z',
  versionNo: 8,
  state: {
    shard: 1,
    working: 'd',
    loadedTo: 3,
    departedTo: 1,
    idle: {
      form: formDigest(),
      version: '000007-aaaaaaaaaaaa',
      working: 'd',
      registered: sha256Of(JSON.stringify([registeredAccount('a')])),
      calendar: 'c',
      from: Date.parse('2024-06-12T11:00:00Z'),
      until: Date.parse('2024-06-13T00:00:00Z'),
      subjects: 2,
      heldBack: [],
      warnings: {
        undescribed: { first: [], count: 0 },
        unregistered: { first: [], count: 0 },
        unloaded: { first: [], count: 0 },
        unreconciled: { first: [], count: 0 },
      },
    },
    last: null,
  },
  rows: [],
  slices: [],
  departed: [],
  deleted: [],
  registered: [registeredAccount('a')],
  chain: null,
  lost: [],
  continues: null,
  calendar: { sha256: 'c', bytes: 1 },
  before: { version: '000007-aaaaaaaaaaaa', manifest: { sha256: 'm', bytes: 1 } },
};

/** Changes after which a shard must be computed again. */
const reasons: Record<string, Partial<ShardInput>> = {
  'never computed': { state: { ...idle.state, idle: null } },
  'rows came in': {
    slices: [{ sequence: 4, table: 'trades', sha256: 's', bytes: 1, bucket: null }],
  },
  'an account left': { departed: [{ sequence: 2, account: 'b' }] },
  'an account was deleted': { deleted: ['b'] },
  'an owner decided something': { registered: [registeredAccount('a', { hide: ['volume'] })] },
  'there is other news': { calendar: { sha256: 'e', bytes: 1 } },
  'the calendar is gone': { calendar: null },
  'another version is in service': {
    before: idle.before && { ...idle.before, version: '000008-bbbbbbbbbbbb' },
  },
  'an earlier program put another database there': {
    state: { ...idle.state, working: 'e' },
  },
  'the formulas are others': {
    state: {
      ...idle.state,
      idle: idle.state.idle && { ...idle.state.idle, form: 'earlier' },
    },
  },
  'it is as of earlier': { asOf: '2024-06-12T10:59:59.999Z' },
  'a period has ended': { asOf: '2024-06-13T00:00:00.000Z' },
};

test('are not computed without a reason', () => {
  assert.ok(isIdle(idle));
  assert.ok(isIdle(JSON.parse(JSON.stringify(idle))));
  for (const [reason, change] of Object.entries(reasons)) {
    assert.not.ok(isIdle({ ...idle, ...change }), reason);
  }
});

/**
 * For each account its last closed trade, and the end of the time for which its figures stay valid.
 * They were computed on Wednesday, 12 June 2024.
 */
const closings: Record<string, [closed: string, until: string | null]> = {
  day: ['2024-06-12T09:30:00Z', '2024-06-13T00:00:00Z'],
  week: ['2024-06-10T09:30:00Z', '2024-06-17T00:00:00Z'],
  month: ['2024-06-04T09:30:00Z', '2024-07-01T00:00:00Z'],
  year: ['2024-02-05T09:30:00Z', '2025-01-01T00:00:00Z'],
  old: ['2023-05-05T09:30:00Z', null],
  later: ['2024-06-13T15:00:00Z', '2024-06-13T15:00:00Z'],
};
const names = Object.keys(closings);

/**
 * Accounts of each shard. The figures of the second shard stay valid until the trade of `later`
 * closes.
 */
const homes: readonly (readonly string[])[] = isInFull
  ? [...names.map((name) => [name]), ['euro', 'dollar']]
  : [
      ['day', 'euro', 'dollar'],
      ['later', ...names.filter((name) => name !== 'day' && name !== 'later')],
    ];
const shardOf = (name: string): number => homes.findIndex((accounts) => accounts.includes(name));
/** Lists the shards of accounts. */
const shardsOf = (accounts: readonly string[]): number[] =>
  [...new Set(accounts.map(shardOf))].sort((first, second) => first - second);

/** A trade of the withheld portfolio closes. */
const soon = '2024-06-12T18:00:00Z';

const all = [...names, 'euro', 'dollar'];

/** Batches of the same data, and the accounts whose shards each must compute again. */
const instants: [asOf: string, due: readonly string[]][] = [
  ['2024-06-12T12:00:00Z', all],
  ['2024-06-12T17:59:59Z', []],
  [soon, ['euro']],
  ['2024-06-12T23:59:59Z', []],
  ['2024-06-13T00:00:00Z', ['day', 'euro']],
  ['2024-06-13T00:05:00Z', []],
];

/** Batches after the rate has come that the portfolio waited for. */
const much: typeof instants = [
  ['2024-06-17T00:00:00Z', ['day', 'week', 'later', 'euro']],
  ['2024-07-01T00:00:00Z', ['day', 'week', 'month', 'later', 'euro']],
  ['2025-01-01T00:00:00Z', ['day', 'week', 'month', 'year', 'later', 'euro']],
];

/** Writes accounts with a trade each, and two with one more for a portfolio without a rate. */
function furnish(desk: Desk): void {
  const opened_at = '2023-05-05T09:00:00Z';
  // Each report is as old as what it tells last, but for trades that close after it.
  const reported = (name: string) => {
    const [closed] = closings[name] ?? [];
    return { updated_at: closed && closed < '2024-06-12T12:00:00Z' ? closed : opened_at };
  };
  desk.write('accounts.csv', [
    ...names.map((name) => account(name, reported(name))),
    account('euro', { currency: 'EUR', ...reported('euro') }),
    account('dollar', reported('dollar')),
  ]);
  desk.write('trades.csv', [
    ...Object.entries(closings).map(([name, [closed_at]]) =>
      trade(name, 1, { opened_at, closed_at }),
    ),
    ...['euro', 'dollar'].map((name) =>
      trade(name, 1, { opened_at, closed_at: '2023-05-05T10:00:00Z' }),
    ),
    trade('euro', 2, { opened_at, closed_at: soon }),
  ]);
}

/**
 * Returns the end of the time for which the figures of each account stay valid. Adds it for the
 * withheld portfolio, as if its accounts were withheld too.
 */
async function validUntil({ dataDir }: Desk): Promise<Record<string, string | null>> {
  const database = await openDatabase(':memory:', { threads: 1 });
  const found: Record<string, string | null> = {};
  await database.run(`attach '${dataDir.working}' as working (read_only)`);
  await database.run(`create table run_context as select timestamp '2024-06-12 12:00:00' as as_of;
    create table definitions (subject_id varchar, definition varchar)`);
  for (const table of ['subject_members', 'trades', 'cash_flows', 'equity'])
    await database.run(`create view ${table} as from working.${table}`);
  const read = async (name: string, computed: string, held: string): Promise<void> => {
    await database.run(`create or replace view computed_subjects as
        from working.computed_subjects ${computed};
      create or replace view held_back as from working.held_back ${held}`);
    const until = (await readIdle(database))?.until ?? null;
    found[name] = until === null ? null : new Date(until).toISOString().replace('.000', '');
  };
  for (const name of names) await read(name, `where subject_id = '${idOf(name)}'`, 'limit 0');
  await read('both', 'limit 0', '');
  database.close();
  return found;
}

test('are computed when a period of theirs ends or withheld data comes, and the version is that of one machine', () =>
  withDesk(async (desk) => {
    furnish(desk);
    const registered = [
      ...names.map((name) => registeredAccount(name, { owner: name })),
      ...['euro', 'dollar'].map((name) => registeredAccount(name, { owner: 'ann' })),
      registeredPortfolio('both', ['euro', 'dollar'], { owner: 'ann' }),
    ];
    const root = mkdtempSync(join(tmpdir(), 'trackrecord-idle-'));
    const home = all.map((name) => [name, shardOf(name)] as const);
    const cluster = clusterAt(root, {
      shards: homes.length,
      accounts: new Map(home.map(([name, shard]) => [idOf(name), shard])),
      owners: new Map([...home, ['ann', shardOf('euro')]]),
    });
    /** Runs a batch, and one machine alone. Returns the computed shards. */
    const batch = async (instant: string, held: readonly string[]) => {
      const asOf = new Date(instant);
      const alone = await desk.run({ asOf, registry: { accounts: async () => registered } });
      const { assembled, results } = await cluster.batch({
        asOf,
        registered,
        sources: [desk.source],
      });
      assert.is(assembled.version, alone.version, instant);
      assert.equal(assembled.heldBack, alone.heldBack, instant);
      assert.equal(
        assembled.heldBack.map(({ id }) => id),
        held,
        instant,
      );
      return results.map(({ shard, idle, changed }) => ({
        shard,
        until: idle?.until,
        changed,
        last: assembled.states[shard]?.last?.manifest,
      }));
    };
    let later: Content | undefined;
    try {
      for (const [instant, due] of instants) {
        const results = await batch(instant, ['portfolio:both']);
        assert.equal(
          results.map(({ shard }) => shard),
          shardsOf(due),
          instant,
        );
        if (due !== all) {
          for (const { shard, changed } of results) {
            const buckets = due
              .filter((name) => shardOf(name) === shard)
              .map(idOf)
              .map(bucketOf);
            assert.equal(
              [...(changed ?? [])].sort(),
              buckets.sort(),
              'only buckets of accounts that are due are read and written',
            );
          }
          // Without its last version, a shard continues from the version of all shards.
          if (later && due.includes('day')) await cluster.store.remove(manifestName(later));
          continue;
        }
        later = results.find(({ shard }) => shard === shardOf('later'))?.last;
        const expected = Object.fromEntries(names.map((name) => [name, closings[name]?.[1]]));
        assert.equal(await validUntil(desk), { ...expected, both: soon });
        for (const { shard, until } of results) {
          const accounts = homes[shard] ?? [];
          const end = accounts.includes('euro') ? soon : expected[accounts[0] ?? ''];
          assert.is(until, end ? Date.parse(end) : null, `${accounts}`);
        }
      }
      desk.write('fx_rates.csv', [{ date: '2023-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
      const computed = await batch('2024-06-13T15:00:00Z', []);
      assert.equal(
        computed.map(({ shard }) => shard),
        shardsOf(all),
        'a rate concerns every shard',
      );
      assert.is(computed.find(({ shard }) => shard === shardOf('later'))?.changed, null);
      for (const [instant, due] of isInFull ? much : []) {
        assert.equal(
          (await batch(instant, [])).map(({ shard }) => shard),
          shardsOf(due),
          instant,
        );
      }
    } finally {
      rmSync(root, { recursive: true });
    }
  }));

test.run();
