import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { collectReceived, newestShared, tellReceipts } from '../../../pipeline/inbox/bring.ts';
import { noteLoaded, notePublished } from '../../../pipeline/inbox/collect.ts';
import { type Receiving, receiveHere, receiveInto } from '../../../pipeline/inbox/receive.ts';
import { createRefusals, sharedRefusals } from '../../../pipeline/inbox/refused.ts';
import { sharedInbox } from '../../../pipeline/inbox/shared-inbox.ts';
import { withInbox } from '../../../pipeline/inbox/store.ts';
import { refuseUndescribed } from '../../../pipeline/inbox/undescribed.ts';
import { openShared, type Shared } from '../../../pipeline/publish/snapshot/shared.ts';
import { openStore } from '../../../pipeline/publish/store/open.ts';
import { openSendings } from '../../../pipeline/publish/store/sendings.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { withDirectory } from '../../support/directory.ts';
import { trade as deskTrade, idOf, registeredAccount, withDesk } from '../desk.ts';
import {
  clientDuring,
  emptyDatabase,
  startPostgres,
  type TestDatabase,
} from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';

const sharing = suite('what several machines receive');

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

/** Now, on a server two hours ahead of UTC. */
const noon = Math.floor(Date.now() / 1000) + 7200;
const deal = (ticket: number, entry: 0 | 1, profit = 0) => ({
  ...{ ticket, position: 10, type: entry, entry, time: noon + ticket, symbol: 'EURUSD', volume: 1 },
  ...{ price: 1.1, profit, commission: -1, swap: 0, fee: 0 },
});
const terminal = {
  ...{ platform: 'MT5', number: 1, server: 'Live', broker: '', currency: 'USD', leverage: 100 },
  ...{ demo: true, balance: 1000, gmt_time: noon - 7200, server_time: noon, deals_total: 2 },
};
const described = {
  ...{ platform: 'MT5', currency: 'USD', opening_balance: '1000' },
  ...{ created_at: '2024-03-04T00:00:00Z', updated_at: '2024-03-04T10:00:00Z' },
};

const trade = (ticket: string, profit = 10) => ({
  ...{ ticket, symbol: 'EURUSD', side: 'buy', volume: 0.1, open_price: 1.1, close_price: 1.2 },
  ...{ opened_at: '2024-03-01T08:00:00Z', closed_at: '2024-03-01T09:00:00Z', profit },
});

/** Machines that share a store. */
interface World {
  readonly shared: Shared;
  readonly storePath: string;
  /** One more machine that receives. */
  receiver(): Promise<Receiving>;
  machine(name: string): ReturnType<typeof dataDirectory>;
  /** Takes up on a machine what any received. */
  collect(name: string, shared?: Shared): Promise<readonly string[]>;
  /** Files of a machine's inbox with what is in them. */
  facts(name: string): Record<string, string>;
}

const send = (
  receiving: Receiving,
  accountId: string,
  body: object,
  idempotencyKey: string | null = null,
) =>
  receiving.receive({
    ...{ bytes: Buffer.from(JSON.stringify(body)), type: 'application/json', isGzip: false },
    ...{ keyId: `key of ${accountId}`, accountId, owner: 'north', plan: 'free', idempotencyKey },
  });

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
      await emptyDatabase(client);
      const storePath = join(directory, 'store');
      const settings = { storeEndpoint: null, storeRegion: '', databaseUrl: url };
      const shared = await openShared({ ...settings, store: storePath });
      if (shared === null) throw new Error('nothing is shared');
      const opened: Receiving[] = [];
      const machine = (name: string) => dataDirectory(join(directory, name));
      try {
        await work({
          ...{ shared, storePath, machine },
          async receiver() {
            const store = await openStore({ address: storePath, endpoint: null, region: '' });
            const receiving = receiveInto(sharedInbox(openSendings(url), store));
            opened.push(receiving);
            return receiving;
          },
          async collect(name, from = shared) {
            const publisher = await shared.pointer.lease(name, 60);
            if (publisher === null) throw new Error('another machine publishes');
            const dataDir = machine(name);
            try {
              return (await collectReceived({ dataDir, shared: from, publisher, log: silentLog }))
                .sources;
            } finally {
              await publisher.release();
            }
          },
          facts(name) {
            const { facts } = machine(name).inbox;
            const files = readdirSync(facts, { recursive: true, withFileTypes: true });
            const paths = files
              .filter((file) => file.isFile())
              .map(({ parentPath, name: file }) => join(parentPath, file));
            return Object.fromEntries(
              paths.sort().map((path) => [path.slice(facts.length), readFileSync(path, 'utf8')]),
            );
          },
        });
      } finally {
        for (const receiving of opened) await receiving.close();
        await shared.close();
      }
    });

  sharing('is received once, by whichever machine it comes to', () =>
    inWorld(async ({ receiver }) => {
      const [one, other] = [await receiver(), await receiver()];
      const body = { trades: [trade('1')] };
      const receipts = await Promise.all(
        [one, other, one, other].map((machine) => receiptOf(send(machine, 'a', body))),
      );
      assert.is(new Set(receipts).size, 1);
      const [receipt = ''] = receipts;
      const found = await other.find('key of a', receipt);
      assert.equal([found?.state, found?.accepted, found?.run], ['received', 1, null]);
      assert.is(await other.find('key of b', receipt), null, 'it is told to its key alone');

      const named = await receiptOf(send(one, 'a', { trades: [trade('2')] }, 'mine'));
      assert.is(await receiptOf(send(other, 'a', { trades: [trade('2')] }, 'mine')), named);
      const used = await send(other, 'a', { trades: [trade('3')] }, 'mine');
      assert.is('status' in used && used.status, 422);
      assert.is.not(await receiptOf(send(other, 'b', { trades: [trade('3')] }, 'mine')), named);

      const bad = await send(other, 'a', { trades: [{ ...trade('4'), side: 'neither' }] });
      assert.is('receipt' in bad && bad.receipt.state, 'refused');
      const [refused] = await one.refused(['key of a']);
      assert.equal([refused?.count, refused?.rows[0]?.table], [1, 'trades']);
      assert.equal(await one.refused(['key of b']), []);
      assert.is((await one.refused('all')).length, 1);
    }),
  );

  sharing(
    'knows the deals of a terminal wherever it comes to, and lists of positions by their turn',
    () =>
      inWorld(async ({ receiver }) => {
        const [one, other] = [await receiver(), await receiver()];
        const first = await send(one, 'a', { account: terminal, deals: [deal(1, 0)] });
        assert.is('receipt' in first && first.deals, 1);
        const next = await send(other, 'a', { account: terminal, deals: [deal(1, 0), deal(2, 1)] });
        assert.is('receipt' in next && next.deals, 2);
        assert.equal(await one.heldDeals('a'), { deals: 2, newest: noon + 2 });
        const changed = { account: { ...terminal, number: 2 }, deals: [] };
        const outcome = await send(other, 'a', changed);
        assert.is('status' in outcome && outcome.status, 422);

        const none = { positions: [] };
        const { close_price, closed_at, ...opened } = trade('7');
        const some = { positions: [{ ...opened, reported_at: '2024-03-04T10:00:00Z' }] };
        const closed = await receiptOf(send(one, 'b', none, 'mine'));
        assert.is(await receiptOf(send(other, 'b', none)), closed, 'the same again');
        await receiptOf(send(other, 'b', some));
        assert.is(await receiptOf(send(one, 'b', none, 'mine')), closed, 'sent again, not anew');
        assert.is.not(await receiptOf(send(one, 'b', none)), closed, 'closed anew');
      }),
  );

  sharing('reaches the files of one machine, and the same files of one that takes over', () =>
    inWorld(async ({ receiver, collect, facts, machine, shared }) => {
      const receiving = await receiver();
      await receiptOf(send(receiving, 'a', { account: terminal, deals: [deal(1, 0)] }));
      const first = await receiptOf(send(receiving, 'b', { trades: [trade('1')] }));
      await collect('one');
      const closing = { account: { ...terminal, balance: 1003 }, deals: [deal(2, 1, 5)] };
      await receiptOf(send(await receiver(), 'a', closing));
      await receiptOf(send(receiving, 'b', { trades: [trade('1', 12)] }));
      await collect('one');
      assert.equal(await collect('one'), [machine('one').inbox.facts], 'nothing new');
      const files = facts('one');
      const of = (start: string): string[] =>
        Object.entries(files).flatMap(([path, text]) =>
          path.startsWith(start) ? text.trimEnd().split('\n') : [],
        );
      assert.is(of('/trades/a/').length, 1, 'both deals make a trade');
      assert.equal(
        of('/trades/b/').map((line) => JSON.parse(line).profit),
        [10, 12],
      );

      const { inbox } = machine('one');
      noteLoaded(inbox, 'run', { failures: [], closed: [] }, silentLog);
      notePublished(
        inbox,
        '000001-aaaaaaaaaaaa',
        (id) => id === 'b',
        () => new Date(),
      );
      await tellReceipts(inbox, shared);
      const told = await receiving.find('key of b', first);
      assert.equal(
        [told?.state, told?.run, told?.version],
        ['published', 'run', '000001-aaaaaaaaaaaa'],
      );

      await collect('two');
      assert.equal(facts('two'), files);
      const { inbox: later } = machine('two');
      noteLoaded(later, 'later', { failures: [], closed: [] }, silentLog);
      notePublished(
        later,
        '000002-bbbbbbbbbbbb',
        () => true,
        () => new Date(),
      );
      await tellReceipts(later, shared);
      assert.equal(await receiving.find('key of b', first), told, 'what was published stays so');
      const [left] = await shared.sendings.ask("select 1 from sendings where state <> 'published'");
      assert.is(left, undefined);
      assert.is(await newestShared(shared), null);
    }),
  );

  sharing('is refused while nothing describes its account, and published afterwards', () =>
    inWorld(async ({ receiver, collect, machine, shared }) => {
      const receiving = await receiver();
      const bad = { account: { ...described, currency: 'EURO' }, trades: [trade('1')] };
      const receipt = await receiptOf(send(receiving, 'b', bad));
      const none = { of: async () => new Map() };
      const after = async (name: string, isKnown: boolean) => {
        await collect(name);
        const { inbox } = machine(name);
        noteLoaded(inbox, name, { failures: [], closed: [] }, silentLog);
        notePublished(
          inbox,
          '000001-aaaaaaaaaaaa',
          () => isKnown,
          () => new Date(),
        );
        await refuseUndescribed(inbox, () => isKnown, none);
        await tellReceipts(inbox, shared);
        const found = await receiving.find('key of b', receipt);
        return [found?.state, found?.rejected.length, found?.rejected_count];
      };
      assert.equal(await after('one', false), ['refused', 2, 2]);
      assert.equal(await after('two', false), ['refused', 2, 2], 'said once');
      assert.equal(await after('two', true), ['published', 1, 1]);
    }),
  );

  sharing('comes once where it was brought in part, and to nobody who may not publish', () =>
    inWorld(async ({ receiver, collect, facts, shared, machine }) => {
      const receiving = await receiver();
      const [one, two] = [{ trades: [trade('1')] }, { trades: [trade('2')] }];
      await receiptOf(send(receiving, 'a', one));
      await receiptOf(send(receiving, 'a', two));
      let left = 1;
      const broken: Shared = {
        ...shared,
        store: {
          ...shared.store,
          async fetch(...about) {
            if (left-- === 0) throw new Error('the store is gone');
            await shared.store.fetch(...about);
          },
        },
      };
      assert.match(await collect('one', broken).then(String, String), /the store is gone/);
      await collect('one');
      await collect('two');
      assert.equal(facts('one'), facts('two'));
      const [text = ''] = Object.values(facts('one'));
      assert.is(text.trimEnd().split('\n').length, 2);

      await receiptOf(send(receiving, 'a', { trades: [trade('3')] }));
      const publisher = { commit: async () => false };
      const dataDir = machine('three');
      const options = { dataDir, shared, publisher, log: silentLog };
      assert.is((await refusal(collectReceived(options))).exitCode, 75);
    }),
  );

  sharing('is brought in portions, of which one is held at a time', () =>
    inWorld(async ({ receiver, shared, machine, facts, collect }) => {
      const receiving = await receiver();
      const count = 6;
      for (let ticket = 1; ticket <= count; ticket += 1) {
        await receiptOf(send(receiving, 'a', { trades: [trade(`${ticket}`)] }));
      }
      const [{ bytes } = { bytes: 0 }] = await shared.sendings.ask<{ bytes: number }>(
        'select max(bytes)::integer as bytes from sendings',
      );
      const maxHeld = async (name: string, heldBytes: number): Promise<number> => {
        const dataDir = machine(name);
        let [fetched, max] = [0, 0];
        const store: Shared['store'] = {
          ...shared.store,
          async fetch(...about) {
            fetched += 1;
            const [row] = withInbox(dataDir.inbox.database, (inbox) =>
              inbox.prepare('select count(*) as kept from sendings').all(),
            ) as { kept: number }[];
            max = Math.max(max, fetched - (row?.kept ?? 0));
            await shared.store.fetch(...about);
          },
        };
        const publisher = { commit: async () => true };
        const options = { dataDir, publisher, log: silentLog, heldBytes };
        await collectReceived({ ...options, shared: { ...shared, store } });
        assert.is(fetched, count);
        return max;
      };
      await collect('one');
      assert.is(await maxHeld('two', 1), 1);
      assert.is(await maxHeld('three', 2 * bytes), 2);
      for (const name of ['two', 'three']) assert.equal(facts(name), facts('one'));
    }),
  );

  sharing('beside what a machine had received before it shared anything', () =>
    inWorld(async ({ receiver, collect, facts, machine }) => {
      const body = { trades: [trade('1')] };
      const alone = receiveHere(machine('one').inbox.database);
      await receiptOf(send(alone, 'a', body, 'mine'));
      await alone.close();
      await receiptOf(send(await receiver(), 'a', body, 'mine'));
      await collect('one');
      const [text = ''] = Object.values(facts('one'));
      const lines = text.trimEnd().split('\n');
      assert.is(lines.length, 2);
      assert.is(lines[0], lines[1]);
    }),
  );

  sharing('is refused past a limit of the plan, at two machines at once too', () =>
    inWorld(async ({ receiver }) => {
      const machines = [await receiver(), await receiver()];
      const [one] = machines;
      if (!one) throw new Error('no machine');
      await receiptOf(send(one, 'a', { trades: [trade('1')] }));
      const { rows, bytes, bytes_a_day: today } = planLimits.free;
      const bodies = (from: number) =>
        [from, from + 1].map((ticket) => ({ trades: [trade(`${ticket}`)] }));
      for (const [limit, set] of [
        ['rows', `sending_kept set rows = ${rows - 1}`],
        ['bytes', `sending_kept set rows = 0, bytes = ${bytes - 300}`],
        [
          'bytes_a_day',
          `sending_kept set bytes = 0; update sending_days set bytes = ${today - 300}`,
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

  sharing('is compacted where its owner met a limit, and all are told', () =>
    inWorld(async ({ receiver, collect, facts }) => {
      const receiving = await receiver();
      for (const profit of [1, 2, 3]) {
        await receiptOf(send(receiving, 'a', { trades: [trade('1', profit)] }));
      }
      await client.query(`update sending_kept set rows = ${planLimits.free.rows}`);
      assert.ok('limit' in (await send(receiving, 'a', { trades: [trade('2')] })));
      await collect('one');
      const [text = ''] = Object.values(facts('one'));
      assert.is(text.trimEnd().split('\n').length, 1);
      assert.match(text, '"profit":3');
      const use = (await receiving.uses(['north'])).get('north');
      assert.is(use?.rows, 1);
      assert.is(use?.bytes, text.length);
      await receiptOf(send(receiving, 'a', { trades: [trade('2')] }));
      assert.is((await receiving.uses(['north'])).get('north')?.rows, 2);
    }),
  );

  sharing('is not taken while one of both is away, and taken when it comes again', () =>
    inWorld(async ({ receiver, storePath }) => {
      const receiving = await receiver();
      const body = { trades: [trade('1')] };
      await receiptOf(send(receiving, 'a', { trades: [trade('0')] }));
      const refused = async (): Promise<string> => {
        const outcome = await send(receiving, 'a', body);
        if (!('status' in outcome)) throw new Error('it was taken');
        const { status, detail, reason = '' } = outcome;
        const answer = 'Nothing was taken: what keeps it is out of reach. Send it again.';
        assert.equal([status, detail], [503, answer]);
        return reason;
      };
      renameSync(storePath, `${storePath}-away`);
      writeFileSync(storePath, 'no directory');
      assert.match(await refused(), /^store \S+: inbox\//);
      rmSync(storePath);
      renameSync(`${storePath}-away`, storePath);
      await client.query('alter table sendings rename to elsewhere');
      assert.match(await refused(), /^what is sent in, in PostgreSQL: /);
      await client.query('alter table elsewhere rename to sendings');
      await receiptOf(send(receiving, 'a', body));
      const { rows } = await client.query('select count(*)::integer as sent from sendings');
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
          ...{ platform: 'MT5', currency: 'USD', opening_balance: '1000' },
          ...{ created_at: '2024-01-01T00:00:00Z', updated_at: '2024-03-02T00:00:00Z' },
        };
        const receipt = await receiptOf(send(receiving, id, { account, trades: [trade('1')] }));
        desk.write('trades.csv', [deskTrade('a', 1, { side: 'neither' })]);
        const { version } = await desk.run({ shared });
        const found = await receiving.find(`key of ${id}`, receipt);
        assert.equal([found?.state, found?.version], ['published', version]);
        const summary = desk.read((snapshot) => String(snapshot.part(id, 'summary')));
        assert.is(JSON.parse(summary).balance, 1010);

        const refusals = createRefusals(sharedRefusals(shared.sendings), receiving);
        const refused = (await refusals.of([id, 'other'], [])).get(id);
        assert.equal([refused?.count, refused?.rows[0]?.from], [1, 'trades.csv']);
        const [newest] = await refusals.newest();
        assert.is(newest?.accountId, id);
        await desk.run({ shared, rebuild: true });
        assert.is((await refusals.of([id], [])).get(id)?.count, 1, 'found again');
      }),
    ),
  );
}

sharing.run();
