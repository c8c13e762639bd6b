import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  brokerProgress,
  deliveredRows,
  forgetBrokerReads,
  rowId,
  storePage,
} from '../../../pipeline/deliveries/broker-reads.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { moveToShared } from '../../../pipeline/deliveries/move-to-shared.ts';
import { readAgain } from '../../../pipeline/deliveries/reloads.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { withDirectory } from '../../support/directory.ts';
import { atNoon, sentRows } from './entering.ts';

// A connector reads an account page by page. It is stopped anywhere, a second one reads the same
// account, and a plan is full. Each page must be stored once, with the progress or not at all.
const reads = suite('pages that connectors read');

const withDatabase = (work: (database: DeliveryDatabase, folder: string) => Promise<void>) =>
  withDirectory(async (folder) => {
    const database = await openSqlite(join(folder, 'inbox', 'a.db'), () => atNoon);
    await work(database, folder).finally(database.close);
  });

const day = (number: number): string => `2024-03-${String(number).padStart(2, '0')}T00:00:00Z`;

const page = fc.record({
  account: fc.nat(1),
  /** Body of the page; null if nothing of it is new. */
  body: fc.option(fc.nat(4), { freq: 4 }),
  rows: fc.uniqueArray(fc.record({ key: fc.nat(5), at: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 4,
    selector: ({ key }) => key,
  }),
  isLast: fc.boolean(),
  forgetBefore: fc.integer({ min: 1, max: 9 }),
  /** A reader that another one has overtaken, or whose plan is full. */
  fault: fc.constantFrom('none', 'none', 'none', 'overtaken', 'full'),
});
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

interface Known {
  pages: number;
  state: string | null;
  completeAt: string | null;
  completePages: number;
  readonly rows: Map<string, string>;
}

const bodyOf = ({ account, body, fault }: Page, plan: 'pro' | 'free') => {
  if (body === null) return null;
  const received = fault === 'full' ? planLimits.free.bytes_a_day + 1 : 1;
  const trades = { trades: [{ ticket: `${body}` }] };
  const more = { source: 'broker_api', plan, received } as const;
  return sentRows(`a${account}`, `${account} ${body} ${fault === 'full'}`, trades, more);
};

/** Stores a page as a reader does, and tells what it does to plain variables. */
async function store(database: DeliveryDatabase, each: Page, known: Known, bodies: Set<string>) {
  const { account, rows, isLast, forgetBefore, fault } = each;
  const delivery = bodyOf(each, fault === 'full' ? 'free' : 'pro');
  const state = `state ${known.pages + 1}`;
  const stored = storePage(
    database,
    { connection: 'c', brokerId: `${account}`, accountId: `a${account}` },
    {
      delivery,
      state,
      forgetBefore: day(forgetBefore),
      pages: fault === 'overtaken' ? known.pages + 1 : known.pages,
      completeAt: isLast ? day(10) : null,
      rows: rows.map(({ key, at }) => ({
        table: 'trades',
        key: `${key}`,
        digest: `${known.pages} ${at}`,
        at: key === 0 ? '' : day(at),
      })),
    },
  );
  if (fault === 'overtaken') {
    const error = await stored.then(() => null, String);
    assert.match(error ?? 'stored', 'another reader stored a page of this account');
    return;
  }
  const entered = await stored;
  if (fault === 'full' && delivery !== null) {
    assert.equal(entered, { limit: 'bytes_a_day' });
    return;
  }
  if (delivery === null) assert.is(entered, null);
  else assert.ok(entered !== null && typeof entered === 'object' && 'receipt' in entered);
  if (delivery !== null) bodies.add(delivery.digest);
  known.pages += 1;
  known.state = state;
  if (isLast) {
    known.completeAt = day(10);
    known.completePages = known.pages;
    for (const [key, text] of known.rows) {
      const [, at = ''] = text.split(' at ');
      if (at !== '' && at < day(forgetBefore)) known.rows.delete(key);
    }
  }
  for (const { key, at } of rows) {
    // Older rows are compared only if the last page has them again.
    if (!isLast && key !== 0 && at < forgetBefore) continue;
    known.rows.set(`trades ${key}`, `${known.pages - 1} ${at} at ${key === 0 ? '' : day(at)}`);
  }
}

async function assertKnown(database: DeliveryDatabase, account: number, known: Known) {
  const source = { connection: 'c', brokerId: `${account}`, accountId: `a${account}` };
  const { state, pages, completeAt, completePages } = known;
  assert.equal(await brokerProgress(database, source), {
    state,
    pages,
    completeAt,
    isCutOff: pages !== completePages,
  });
  const rows = await deliveredRows(database, source);
  assert.equal(
    [...rows].map(([id, { digest, at }]) => `${id}: ${digest} at ${at}`).sort(),
    [...known.rows].map(([id, text]) => `${id}: ${text}`).sort(),
  );
  for (const [id, row] of rows) assert.is(rowId(row), id);
}

const knownNothing = (): Known => ({
  pages: 0,
  state: null,
  completeAt: null,
  completePages: 0,
  rows: new Map(),
});

reads('are stored with their progress and their rows, or not at all', () =>
  fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 3, maxLength: 12 }), (pages) =>
      withDatabase(async (database, folder) => {
        const known = [knownNothing(), knownNothing()] as const;
        const bodies = new Set<string>();
        for (const each of pages) {
          await store(database, each, known[each.account as 0 | 1], bodies);
          for (const account of [0, 1] as const)
            await assertKnown(database, account, known[account]);
          const entered = await database.read((db) =>
            db.selectFrom('deliveries').select('digest').execute(),
          );
          assert.equal(entered.map(({ digest }) => digest).sort(), [...bodies].sort());
        }
        // What machines share has the same progress.
        const shared = await openSqlite(join(folder, 'shared', 'b.db'), () => atNoon);
        try {
          await moveToShared(join(folder, 'inbox', 'a.db'), shared);
          for (const account of [0, 1] as const) {
            await assertKnown(shared, account, known[account]);
          }
        } finally {
          await shared.close();
        }
      }),
    ),
    { numRuns: 12, seed: 3 },
  ),
);

reads('of removed connections are forgotten, and no others', () =>
  withDatabase(async (database) => {
    const rows = [{ table: 'trades', key: '1', digest: 'd', at: '' }];
    for (const connection of ['kept', 'gone', 'added']) {
      const stored = { delivery: null, rows, state: '{}', pages: 0, completeAt: null };
      await storePage(
        database,
        { connection, brokerId: '1', accountId: 'a' },
        { ...stored, forgetBefore: '' },
      );
    }
    // Asked after the progress was read, so that one added meanwhile is known.
    await forgetBrokerReads(database, async () => new Set(['kept', 'added']));
    for (const [connection, pages] of [
      ['kept', 1],
      ['gone', 0],
      ['added', 1],
    ] as const) {
      const source = { connection, brokerId: '1', accountId: 'a' };
      assert.is((await brokerProgress(database, source)).pages, pages, connection);
      assert.is((await deliveredRows(database, source)).size, pages, connection);
    }
    await forgetBrokerReads(database, async () => new Set());
    const left = await database.read((db) => db.selectFrom('broker_reads').selectAll().execute());
    assert.equal(left, []);
  }),
);

reads('begin anew for an account whose rows are gone, and with pages that are new', () =>
  withDatabase(async (database) => {
    const [gone, other] = ['a', 'b'].map((accountId) => ({
      connection: 'c',
      brokerId: accountId,
      accountId,
    }));
    assert.ok(gone && other);
    const rows = [{ table: 'trades', key: '1', digest: 'd', at: '' }];
    const page = { delivery: null, rows, state: '{"at":1}', completeAt: day(1), forgetBefore: '' };
    for (const source of [gone, other]) await storePage(database, source, { ...page, pages: 0 });
    await database.write((db) => readAgain(db, 'a'));
    const fresh = { state: 'null', pages: 1, completeAt: null };
    assert.equal(await brokerProgress(database, gone), { ...fresh, isCutOff: false });
    assert.is((await deliveredRows(database, gone)).size, 0);
    assert.is((await brokerProgress(database, other)).state, '{"at":1}');
    assert.is((await deliveredRows(database, other)).size, 1);
    // Recorded under another account, it has delivered nothing there yet.
    const moved = { ...other, accountId: 'c' };
    const unread = { state: null, pages: 1, completeAt: null, isCutOff: true };
    assert.equal(await brokerProgress(database, moved), unread);
    assert.is((await deliveredRows(database, moved)).size, 0);
    await storePage(database, moved, { ...page, pages: 1 });
    assert.is((await brokerProgress(database, moved)).pages, 2);
    assert.is((await deliveredRows(database, moved)).size, 1);
  }),
);

reads.run();
