import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { unconfirmed } from '../../../pipeline/connect/outcome.ts';
import { type Receiving, receiveInto, receiveLocally } from '../../../pipeline/connect/receive.ts';
import {
  brokerProgress,
  deliveredRows,
  storePage,
} from '../../../pipeline/deliveries/broker-reads.ts';
import { compactDeliveries } from '../../../pipeline/deliveries/compact.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { sharedDeliveries } from '../../../pipeline/deliveries/open.ts';
import { openPostgres, ownerLock, writingLock } from '../../../pipeline/deliveries/postgres.ts';
import { addReceived, readUses } from '../../../pipeline/deliveries/quota.ts';
import { createRefusals, refusalsIn } from '../../../pipeline/deliveries/refused-rows.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import {
  newestReceived,
  notePublished,
  refuseUndescribed,
} from '../../../pipeline/deliveries/states.ts';
import { stampColumns } from '../../../pipeline/load/columns.ts';
import { openShared, type Shared } from '../../../pipeline/publish/snapshot/shared.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { isInFull } from '../../support/in-full.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { sentAccount, sentDeal, sentDescription, sentInMarch } from '../../support/sent-rows.ts';
import { trade as deskTrade, idOf, registeredAccount, withDesk } from '../desk.ts';
import { clientDuring, type TestDatabase, withPostgres } from '../registry/postgres-server.ts';
import { type Runs, runsOf } from './run-pending.ts';
import { goThroughStates } from './states-model.ts';
import { stateSteps } from './states-steps.ts';

const sharing = suite('what several machines receive');

await withPostgres(sharing, declare);

/** Now, by the clock of a server two hours ahead of UTC. */
const noon = Math.floor(Date.now() / 1000) + 7200;
const deal = (ticket: number, entry: 0 | 1, profit = 0) => sentDeal(noon, ticket, entry, profit);
const terminal = sentAccount(noon);
const described = sentDescription({
  created_at: '2024-03-04T00:00:00Z',
  updated_at: '2024-03-04T10:00:00Z',
});

/** Makes so many trades that their content is compressed. */
const manyTrades = (from: number, profit = 10) =>
  Array.from({ length: 300 }, (_, at) => sentInMarch(`${from + at}`, profit));

/** Machines that share a store. */
interface World {
  readonly shared: Shared;
  /** Adds a machine that receives. */
  receiver(): Promise<Receiving>;
  machine(name: string): ReturnType<typeof dataDirectory>;
  /** Deliveries in the shared database. */
  readonly deliveries: DeliveryDatabase;
  /** Makes runs of a machine. They load deliveries that any machine received. */
  runs(name: string, shared?: Shared): Runs;
}

const send = (
  receiving: Receiving,
  accountId: string,
  body: object,
  idempotencyKey: string | null = null,
  owner = 'north',
) => {
  const changes = { keyId: `key of ${accountId}`, owner, idempotencyKey };
  return receiving.receive(keyedBody(accountId, JSON.stringify(body), changes));
};

async function receiptOf(outcome: ReturnType<typeof send>): Promise<string> {
  const came = await outcome;
  assert.ok('receipt' in came, JSON.stringify(came));
  return came.receipt.receipt;
}

function declare(database: TestDatabase): void {
  const { url } = database;
  const client = clientDuring(sharing, database);

  const inWorld = (work: (world: World) => Promise<void>) =>
    withDirectory(async (directory) => {
      await client.query('drop schema public cascade; create schema public');
      const storePath = join(directory, 'store');
      mkdirSync(storePath);
      const settings = { storeEndpoint: null, storeRegion: '', databaseUrl: url };
      const shared = await openShared({ ...settings, store: storePath });
      if (shared === null) throw new Error('nothing is shared');
      const opened: Receiving[] = [];
      const deliveries = await openPostgres(url);
      const machine = (name: string) => dataDirectory(join(directory, name));
      try {
        await work({
          shared,
          machine,
          deliveries,
          async receiver() {
            const receiving = receiveInto(await openPostgres(url));
            opened.push(receiving);
            return receiving;
          },
          runs: (name, from = shared) =>
            runsOf(machine(name), {
              deliveries: sharedDeliveries(machine(name), from),
            }),
        });
      } finally {
        for (const receiving of opened) await receiving.close();
        await deliveries.close();
        await shared.close();
      }
    });

  sharing('is received once, by whichever machine it comes to', () =>
    inWorld(async ({ receiver }) => {
      const [one, other] = [await receiver(), await receiver()];
      const body = { trades: [sentInMarch('1')] };
      const receipts = await Promise.all(
        [one, other, one, other].map((machine) => receiptOf(send(machine, 'a', body))),
      );
      assert.is(new Set(receipts).size, 1);
      const [receipt = ''] = receipts;
      const found = await other.find('key of a', receipt);
      assert.equal([found?.state, found?.accepted, found?.run], ['received', 1, null]);
      assert.is(await other.find('key of b', receipt), null, 'it is told to its key alone');

      const named = await receiptOf(send(one, 'a', { trades: [sentInMarch('2')] }, 'mine'));
      assert.is(await receiptOf(send(other, 'a', { trades: [sentInMarch('2')] }, 'mine')), named);
      const used = await send(other, 'a', { trades: [sentInMarch('3')] }, 'mine');
      assert.is('status' in used && used.status, 422);
      assert.is.not(
        await receiptOf(send(other, 'b', { trades: [sentInMarch('3')] }, 'mine')),
        named,
      );

      const bad = await send(other, 'a', { trades: [{ ...sentInMarch('4'), side: 'neither' }] });
      assert.is('receipt' in bad && bad.receipt.state, 'refused');
      const [refused] = await one.refused(['key of a']);
      assert.equal([refused?.count, refused?.rows[0]?.table], [1, 'trades']);
      assert.equal(await one.refused(['key of b']), []);
      assert.is((await one.refused('all')).length, 1);
    }),
  );

  sharing("knows a terminal's deals and newest positions at any machine", () =>
    inWorld(async ({ receiver }) => {
      const [one, other] = [await receiver(), await receiver()];
      const first = await send(one, 'a', { account: terminal, deals: [deal(1, 0)] });
      assert.is('receipt' in first && first.deals, 1);
      const next = await send(other, 'a', { account: terminal, deals: [deal(1, 0), deal(2, 1)] });
      assert.is('receipt' in next && next.deals, 2);
      assert.equal((await one.terminalOf('a'))?.deals, 2);
      assert.equal((await one.terminalOf('a'))?.newest, noon + 2);
      const changed = { account: { ...terminal, number: 2 }, deals: [] };
      const outcome = await send(other, 'a', changed);
      assert.is('status' in outcome && outcome.status, 422);

      const none = { positions: [] };
      const { close_price, closed_at, ...opened } = sentInMarch('7');
      const some = { positions: [{ ...opened, reported_at: '2024-03-04T10:00:00Z' }] };
      const closed = await receiptOf(send(one, 'b', none, 'mine'));
      assert.is(await receiptOf(send(other, 'b', none)), closed, 'the same again');
      await receiptOf(send(other, 'b', some));
      assert.is(await receiptOf(send(one, 'b', none, 'mine')), closed, 'sent again, not anew');
      assert.is.not(await receiptOf(send(one, 'b', none)), closed, 'closed anew');
    }),
  );

  sharing('reaches the runs of one machine, and of one that takes over', () =>
    inWorld(async ({ receiver, runs, deliveries }) => {
      const receiving = await receiver();
      const firstRuns = runs('one');
      await receiptOf(send(receiving, 'a', { account: terminal, deals: [deal(1, 0)] }));
      const first = await receiptOf(send(receiving, 'b', { trades: [sentInMarch('1')] }));
      const began = await firstRuns.next();
      const closing = { account: { ...terminal, balance: 1003 }, deals: [deal(2, 1, 5)] };
      await receiptOf(send(await receiver(), 'a', closing));
      await receiptOf(send(receiving, 'b', { trades: [sentInMarch('1', 12)] }));
      const went = await firstRuns.next();
      assert.equal((await firstRuns.next()).rows, {}, 'nothing new');
      const all = [began, went].flatMap(({ rows }) => rows.trades ?? []);
      assert.equal(
        all.map(({ account_id, profit }) => [account_id, Number(profit)]),
        [
          ['b', 10],
          ['b', 12],
          ['a', 5],
        ],
      );

      const publishedIn = (version: string, isPublished: (id: string) => boolean) =>
        notePublished(deliveries, version, isPublished, () => new Date());
      await publishedIn('000001-aaaaaaaaaaaa', (id) => id === 'b');
      const found = await receiving.find('key of b', first);
      assert.equal(
        [found?.state, found?.run, found?.version],
        ['published', 'run 1', '000001-aaaaaaaaaaaa'],
      );

      const two = await runs('two').next();
      assert.equal(two.rows.trades, all, 'in the same parts');
      await publishedIn('000002-bbbbbbbbbbbb', () => true);
      assert.equal(await receiving.find('key of b', first), found, 'what was published stays so');
      const { rows } = await client.query("select 1 from deliveries where state <> 'published'");
      assert.equal(rows, []);
      assert.is(await newestReceived(deliveries), null);
    }),
  );

  sharing('is refused while nothing describes its account, and published afterwards', () =>
    inWorld(async ({ receiver, runs, deliveries }) => {
      const receiving = await receiver();
      const bad = { account: { ...described, currency: 'EURO' }, trades: [sentInMarch('1')] };
      const receipt = await receiptOf(send(receiving, 'b', bad));
      const none = { of: async () => new Map() };
      const after = async (name: string, isKnown: boolean) => {
        await runs(name).next();
        await notePublished(
          deliveries,
          '000001-aaaaaaaaaaaa',
          () => isKnown,
          () => new Date(),
        );
        await refuseUndescribed(deliveries, () => isKnown, none);
        const found = await receiving.find('key of b', receipt);
        return [found?.state, found?.rejected.length, found?.rejected_count];
      };
      assert.equal(await after('one', false), ['refused', 2, 2]);
      assert.equal(await after('two', false), ['refused', 2, 2], 'said once');
      const [refused] = await receiving.refused(['key of b']);
      assert.is(refused?.rows.at(-1)?.reason.code, 'row_undescribed');
      assert.equal(await after('two', true), ['published', 1, 1]);
    }),
  );

  sharing('beside what a machine had received before it shared anything', () =>
    inWorld(async ({ receiver, runs, machine }) => {
      const body = { trades: [sentInMarch('1')] };
      const { database: path } = machine('one').inbox;
      const alone = await receiveLocally(path);
      const mine = await receiptOf(send(alone, 'a', body, 'mine'));
      const otherReceipt = await receiptOf(send(alone, 'b', { trades: [sentInMarch('2')] }));
      await receiptOf(send(alone, 'c', { account: terminal, deals: [deal(1, 0), deal(2, 1, 5)] }));
      await alone.close();
      const receiving = await receiver();
      const again = await receiptOf(send(receiving, 'a', body, 'mine'));
      assert.is.not(again, mine, 'the other machine knew nothing of it');
      const { rows } = await runs('one').next();
      assert.equal(fieldOf(rows.trades, 'account_id'), ['a', 'b', 'c']);
      assert.is((await receiving.find('key of b', otherReceipt))?.state, 'loaded');
      assert.is(existsSync(path), false);
    }),
  );

  sharing('and connectors go on reading where the machine had stopped', () =>
    inWorld(async ({ deliveries, machine, shared }) => {
      const dataDir = machine('one');
      const { inbox } = dataDir;
      const [read, known] = ['read', 'known'].map((brokerId) => ({
        connection: 'brk_a',
        brokerId,
        accountId: 'a',
      }));
      assert.ok(read && known);
      const row = (key: string) => ({ table: 'trades', key, digest: `d${key}`, at: '2024-03-01' });
      const page = (state: string, rows: readonly ReturnType<typeof row>[], pages = 0) => ({
        delivery: null,
        rows,
        state,
        pages,
        completeAt: null,
        forgetBefore: '',
      });
      const local = await openSqlite(inbox.database);
      const many = Array.from({ length: 450 }, (_, at) => row(`${at}`));
      await storePage(local, read, page('{"at":1}', many));
      await storePage(local, read, page('{"at":2}', [row('last')], 1));
      await storePage(local, known, page('{"at":"here"}', [row('x')]));
      await local.close();
      // Another machine has read the second account in the meantime.
      await storePage(deliveries, known, page('{"at":"there"}', [row('y')]));

      const moving = sharedDeliveries(dataDir, shared);
      await moving.open();
      await moving.close();
      const progress = await brokerProgress(deliveries, read);
      assert.equal(progress, { state: '{"at":2}', pages: 2, completeAt: null, isCutOff: true });
      assert.is((await deliveredRows(deliveries, read)).size, 451);
      assert.is((await brokerProgress(deliveries, known)).state, '{"at":"there"}');
      assert.equal([...(await deliveredRows(deliveries, known)).keys()], ['trades y']);
      assert.is(existsSync(inbox.database), false);
      // It continues there, and no other reader can.
      await storePage(deliveries, read, page('{"at":3}', [], 2));
      assert.is((await brokerProgress(deliveries, read)).pages, 3);
    }),
  );

  sharing(
    'with the rows that runs refused and what owners sent today, however often it is moved',
    () =>
      inWorld(async ({ deliveries, machine, shared }) => {
        const dataDir = machine('one');
        const { database: path } = dataDir.inbox;
        const today = '2024-03-04';
        const refusedBy = (run: string) => ({
          count: 1,
          rows: [
            {
              at: run,
              from: 'trades.csv',
              line: 2,
              table: 'trades',
              reason: quotedReason('no side'),
            },
          ],
        });
        const storeOf = (delivered: DeliveryDatabase) =>
          refusalsIn({ find: async () => delivered, open: async () => delivered });
        const sent = async () => {
          const uses = await deliveries.read((db) => readUses(db, 'all', today));
          return ['north', 'south'].map((owner) => uses.get(owner)?.bytesToday);
        };
        await storeOf(deliveries).keep(new Map([['b', refusedBy('there')]]));
        await deliveries.write((db) => addReceived(db, today, new Map([['south', 700]])));
        for (const _ of ['the first time', 'after a copy of the files was put back']) {
          const local = await openSqlite(path);
          const bytes = new Map([
            ['north', 500],
            ['south', 300],
          ]);
          await local.write((db) => addReceived(db, today, bytes));
          await storeOf(local).keep(new Map(['a', 'b'].map((id) => [id, refusedBy('here')])));
          await local.close();
          const moving = sharedDeliveries(dataDir, shared);
          await moving.open();
          await moving.close();
          assert.is(existsSync(path), false);
          assert.equal(await sent(), [500, 700]);
          const found = await storeOf(deliveries).of(['a', 'b']);
          assert.equal(found.get('a'), refusedBy('here'));
          assert.equal(found.get('b'), refusedBy('there'));
        }
      }),
  );

  sharing('is refused beyond a limit of the plan, at two machines at once too', () =>
    inWorld(async ({ receiver }) => {
      const machines = [await receiver(), await receiver()];
      const [one] = machines;
      if (!one) throw new Error('no machine');
      await receiptOf(send(one, 'a', { trades: [sentInMarch('1')] }));
      const { rows, bytes, bytes_a_day: today } = planLimits.free;
      const bodies = (from: number) =>
        [from, from + 1].map((ticket) => ({ trades: [sentInMarch(`${ticket}`)] }));
      for (const [limit, set] of [
        ['rows', `delivery_accounts set rows = ${rows - 1}`],
        ['bytes', `delivery_accounts set rows = 0, bytes = ${bytes - 300}`],
        [
          'bytes_a_day',
          `delivery_accounts set bytes = 0; update received_days set bytes = ${today - 300}`,
        ],
      ] as const) {
        await client.query(`update ${set}`);
        const came = await Promise.all(
          bodies(limit.length * 10).map((body, at) => send(machines[at] ?? one, 'a', body)),
        );
        assert.is(came.filter((outcome) => 'receipt' in outcome).length, 1, limit);
        assert.equal(
          came.flatMap((outcome) => ('limit' in outcome ? [outcome.limit] : [])),
          [limit],
        );
      }
      const uses = await one.uses(['north']);
      assert.is(uses.get('north')?.rows, 2);
      assert.equal(await one.uses('all'), uses);
    }),
  );

  sharing('does not wait while somebody writes for another owner, but a run does', () =>
    inWorld(async ({ receiver, deliveries }) => {
      const receiving = await receiver();
      assert.is.not(ownerLock('north'), ownerLock('south'));
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock_shared(${writingLock}),
        pg_advisory_xact_lock(${writingLock}, ${ownerLock('north')})`);
      const done: string[] = [];
      const body = { trades: [sentInMarch('1')] };
      const note = (name: string) => () => done.push(name);
      const sent = receiptOf(send(receiving, 'a', body)).then(note('north'));
      await receiptOf(send(receiving, 'b', body, null, 'south'));
      // As the load of a run begins, which must see all deliveries up to the newest.
      const cut = deliveries.write(async () => {}).then(note('run'));
      const isWaiting = async () => {
        const locks = await deliveries.read((db) =>
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db),
        );
        return locks.rows.length > 0;
      };
      while (!(await isWaiting())) {}
      assert.equal(done, []);
      await client.query('commit');
      await Promise.all([sent, cut]);
      assert.equal(done.sort(), ['north', 'run']);
    }),
  );

  sharing('is compacted where its owner met a limit', () =>
    inWorld(async ({ receiver, runs, shared, machine }) => {
      const receiving = await receiver();
      for (const profit of [1, 2, 3]) {
        await receiptOf(send(receiving, 'a', { trades: manyTrades(1, profit) }));
      }
      await client.query(`update delivery_accounts set rows = ${planLimits.free.rows}`);
      assert.ok('limit' in (await send(receiving, 'a', { trades: [sentInMarch('2')] })));
      await runs('one').next();
      const dataDir = machine('one');
      const once = sharedDeliveries(dataDir, shared);
      await compactDeliveries({ deliveries: once, log: silentLog });
      await once.close();
      const { rows } = await runs('two').next();
      const { trades = [] } = rows;
      assert.equal([trades.length, new Set(fieldOf(trades, 'profit'))], [300, new Set([3])]);
      const use = (await receiving.uses(['north'])).get('north');
      // The run adds the source of each row.
      const sent = trades.map((row) =>
        JSON.stringify(row, (name, value) =>
          stampColumns.some((column) => column === name) ? undefined : value,
        ),
      );
      assert.equal([use?.rows, use?.bytes], [300, sent.join('\n').length + 1]);
      await receiptOf(send(receiving, 'a', { trades: [sentInMarch('small')] }));
      assert.is((await receiving.uses(['north'])).get('north')?.rows, 301);
    }),
  );

  sharing('is refused while PostgreSQL is unreachable, and accepted later', () =>
    inWorld(async ({ receiver }) => {
      const receiving = await receiver();
      const body = { trades: manyTrades(2) };
      await receiptOf(send(receiving, 'a', { trades: [sentInMarch('0')] }));
      await client.query('alter table deliveries rename to elsewhere');
      const outcome = await send(receiving, 'a', body);
      if (!('status' in outcome)) throw new Error('it was taken');
      assert.equal([outcome.status, outcome.detail], [503, unconfirmed]);
      assert.match(outcome.reason ?? '', /^PostgreSQL, deliveries: /);
      await client.query('alter table elsewhere rename to deliveries');
      await receiptOf(send(receiving, 'a', body));
      const { rows } = await client.query('select count(*)::integer as sent from deliveries');
      assert.is(rows[0].sent, 2);
    }),
  );

  sharing('is published, and its receipt says so on every machine', () =>
    withDesk((desk) =>
      inWorld(async ({ receiver, shared }) => {
        const receiving = await receiver();
        desk.registered.push(registeredAccount('a'));
        const id = idOf('a');
        const account = {
          platform: 'MT5',
          currency: 'USD',
          opening_balance: '1000',
          created_at: '2024-01-01T00:00:00Z',
          updated_at: '2024-03-02T00:00:00Z',
        };
        const receipt = await receiptOf(
          send(receiving, id, { account, trades: [sentInMarch('1')] }),
        );
        desk.write('trades.csv', [deskTrade('a', 1, { side: 'neither' })]);
        const { version } = await desk.run({ machines: severalMachines(shared) });
        const found = await receiving.find(`key of ${id}`, receipt);
        assert.equal([found?.state, found?.version], ['published', version]);
        const summary = desk.read((snapshot) => String(snapshot.part(id, 'summary')));
        assert.is(JSON.parse(summary).balance, 1010);

        const refusals = createRefusals(
          refusalsIn(sharedDeliveries(desk.dataDir, shared)),
          receiving,
        );
        const refused = (await refusals.of([id, 'other'], [])).get(id);
        assert.equal([refused?.count, refused?.rows[0]?.from], [1, 'trades.csv']);
        const [newest] = await refusals.newest();
        assert.is(newest?.accountId, id);
        await desk.run({ machines: severalMachines(shared), rebuild: true });
        assert.is((await refusals.of([id], [])).get(id)?.count, 1, 'found again');
      }),
    ),
  );

  sharing('has receipts that match the stored data, whatever happens', () =>
    fc.assert(
      fc.asyncProperty(stateSteps(15), (steps) =>
        inWorld(({ deliveries }) => goThroughStates(deliveries, steps, null)),
      ),
      { numRuns: isInFull ? 100 : 4, seed: 1 },
    ),
  );
}

sharing.run();
