import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import type { ShardInput } from '../../../pipeline/machines/batch.ts';
import { isIdle, readIdle } from '../../../pipeline/machines/idle.ts';
import { formDigest } from '../../../pipeline/publish/snapshot/form.ts';
import { sha256Of } from '../../../pipeline/publish/snapshot/versions.ts';
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
  ...{ shard: 1, shards: 2, asOf: '2024-06-12T12:00:00.000Z', versionNo: 8 },
  state: {
    ...{ shard: 1, working: 'd', loadedTo: 3, departedTo: 1 },
    idle: {
      form: formDigest(),
      version: '000007-aaaaaaaaaaaa',
      working: 'd',
      registered: sha256Of(JSON.stringify([registeredAccount('a')])),
      calendar: 'c',
      from: Date.parse('2024-06-12T11:00:00Z'),
      until: Date.parse('2024-06-13T00:00:00Z'),
      ...{ subjects: 2, heldBack: [], warnings: [] },
    },
  },
  ...{
    rows: [],
    slices: [],
    departed: [],
    deleted: [],
    registered: [registeredAccount('a')],
    chain: null,
  },
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
 * For each account, alone in its shard: its last closed trade, and the end of the time for which
 * figures stay valid. They were computed on Wednesday, 12 June 2024.
 */
const closings: Record<string, [closed: string, until: string | null]> = {
  day: ['2024-06-12T09:30:00Z', '2024-06-13T00:00:00Z'],
  week: ['2024-06-10T09:30:00Z', '2024-06-17T00:00:00Z'],
  month: ['2024-06-04T09:30:00Z', '2024-07-01T00:00:00Z'],
  year: ['2024-02-05T09:30:00Z', '2025-01-01T00:00:00Z'],
  old: ['2023-05-05T09:30:00Z', null],
  later: ['2024-06-13T15:00:00Z', '2024-06-13T15:00:00Z'],
};
/** Accounts whose figures become invalid during these batches. */
const names = Object.keys(closings).filter(
  (name) => isInFull || !['week', 'month', 'year'].includes(name),
);

test('stay valid until the day, week, month or year of their last booking ends', () =>
  withDesk(async (desk) => {
    writeClosings(desk, Object.keys(closings));
    await desk.run();
    const database = await openDatabase(':memory:', { threads: 1 });
    const found: Record<string, string | null> = {};
    await database.run(`attach '${desk.dataDir.working}' as working (read_only)`);
    await database.run(`create table run_context as select timestamp '2024-06-12 12:00:00' as as_of;
      create table definitions (subject_id varchar, definition varchar)`);
    for (const name of Object.keys(closings)) {
      for (const table of ['held_back', 'subject_members', 'trades', 'cash_flows', 'equity']) {
        await database.run(`create or replace view ${table} as from working.${table}`);
      }
      await database.run(`create or replace view computed_subjects as
        from working.computed_subjects where subject_id = '${idOf(name)}'`);
      const span = await readIdle(database);
      const until = span?.until ?? null;
      found[name] = until === null ? null : new Date(until).toISOString().replace('.000', '');
    }
    database.close();
    const expected = Object.entries(closings).map(([name, [, until]]) => [name, until]);
    assert.equal(found, Object.fromEntries(expected));
  }));

function writeClosings(desk: Desk, some: readonly string[]): void {
  desk.write(
    'accounts.csv',
    some.map((name) => account(name)),
  );
  desk.write(
    'trades.csv',
    Object.entries(closings)
      .filter(([name]) => some.includes(name))
      .map(([name, [closed_at]]) =>
        trade(name, 1, { opened_at: '2023-05-05T09:00:00Z', closed_at }),
      ),
  );
}

/** Batches of the same data, and the accounts that each must compute again. */
const instants: [asOf: string, computed: string[]][] = [
  ['2024-06-12T12:00:00Z', names],
  ['2024-06-12T23:59:59Z', []],
  ['2024-06-13T00:00:00Z', ['day']],
  ['2024-06-13T15:00:00Z', ['later']],
];
if (isInFull) {
  instants.push(
    ['2024-06-17T00:00:00Z', ['day', 'week', 'later']],
    ['2024-07-01T00:00:00Z', ['day', 'week', 'month', 'later']],
    ['2025-01-01T00:00:00Z', ['day', 'week', 'month', 'year', 'later']],
  );
}

test('are computed when a day, week, month or year of theirs ends, and the version is that of one machine', () =>
  withDesk(async (desk) => {
    writeClosings(desk, names);
    const registered = names.map((name) => registeredAccount(name, { owner: name }));
    const root = mkdtempSync(join(tmpdir(), 'trackrecord-idle-'));
    const cluster = clusterAt(root, {
      shards: names.length,
      accounts: new Map(names.map((name, shard) => [idOf(name), shard])),
      owners: new Map(names.map((name, shard) => [name, shard])),
    });
    try {
      for (const [instant, computed] of instants) {
        const asOf = new Date(instant);
        const alone = await desk.run({ asOf, registry: { accounts: async () => registered } });
        const { assembled, results } = await cluster.batch({
          ...{ asOf, registered, sources: [desk.source] },
        });
        assert.is(assembled.version, alone.version, instant);
        assert.equal(
          results.map(({ shard }) => names[shard]),
          computed,
          instant,
        );
        if (computed !== names) continue;
        assert.equal(
          results.map(({ idle }) => idle?.until),
          names.map((name) => {
            const until = closings[name]?.[1] ?? null;
            return until && Date.parse(until);
          }),
        );
      }
    } finally {
      rmSync(root, { recursive: true });
    }
  }));

test('with a withheld account stay unchanged until a day ends or data comes, and report it', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [
      account('euro', { currency: 'EUR' }),
      account('dollar'),
      account('alone'),
    ]);
    const soon = '2024-06-12T18:00:00Z';
    desk.write('trades.csv', [
      ...['euro', 'dollar', 'alone'].map((name) =>
        trade(name, 1, { opened_at: '2023-05-05T09:00:00Z', closed_at: '2023-05-05T10:00:00Z' }),
      ),
      trade('euro', 2, { opened_at: '2023-05-05T09:00:00Z', closed_at: soon }),
    ]);
    const registered = [
      registeredAccount('euro', { owner: 'ann' }),
      registeredAccount('dollar', { owner: 'ann' }),
      registeredPortfolio('both', ['euro', 'dollar'], { owner: 'ann' }),
      registeredAccount('alone', { owner: 'bob' }),
    ];
    const root = mkdtempSync(join(tmpdir(), 'trackrecord-idle-'));
    const cluster = clusterAt(root, {
      shards: 2,
      accounts: new Map([
        ...['euro', 'dollar'].map((name) => [idOf(name), 0] as const),
        [idOf('alone'), 1],
      ]),
      owners: new Map([
        ['ann', 0],
        ['bob', 1],
      ]),
    });
    /**
     * Runs a batch, and one machine alone. Returns the computed shards, and the accounts that each
     * holds back.
     */
    const batch = async (instant: string) => {
      const asOf = new Date(instant);
      const alone = await desk.run({ asOf, registry: { accounts: async () => registered } });
      const { assembled, results } = await cluster.batch({
        ...{ asOf, registered, sources: [desk.source] },
      });
      assert.is(assembled.version, alone.version, instant);
      assert.equal(assembled.heldBack, alone.heldBack, instant);
      return {
        computed: results.map(({ shard }) => shard),
        held: assembled.heldBack.map(({ id }) => id),
      };
    };
    try {
      const steps: [instant: string, computed: number[]][] = [
        ['2024-06-12T12:00:00Z', [0, 1]],
        ['2024-06-12T17:59:59Z', []],
        [soon, [0]],
        ['2024-06-12T23:59:59Z', []],
        ['2024-06-13T00:00:00Z', [0]],
        ['2024-06-13T00:05:00Z', []],
      ];
      for (const [instant, computed] of steps) {
        assert.equal(await batch(instant), { computed, held: ['portfolio:both'] }, instant);
      }
      desk.write('fx_rates.csv', [{ date: '2023-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
      const { computed, held } = await batch('2024-06-13T01:00:00Z');
      assert.ok(computed.includes(0));
      assert.equal(held, []);
    } finally {
      rmSync(root, { recursive: true });
    }
  }));

test.run();
