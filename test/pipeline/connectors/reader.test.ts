import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { limitTime } from '../../../pipeline/base/time-limit.ts';
import { backoffMilliseconds } from '../../../pipeline/connectors/backoff.ts';
import { batchedWrites } from '../../../pipeline/connectors/batched-writes.ts';
import { chooseAccounts } from '../../../pipeline/connectors/choose-accounts.ts';
import { ConnectorError } from '../../../pipeline/connectors/errors.ts';
import type { Access, AccountRead } from '../../../pipeline/connectors/kind.ts';
import { request, retryInstant } from '../../../pipeline/connectors/request.ts';
import { seal } from '../../../pipeline/connectors/seal.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import {
  addConnection,
  connectionsOf,
  pauseConnection,
  removeConnection,
} from '../../../pipeline/registry/broker-connections.ts';
import { connectionsToRead } from '../../../pipeline/registry/connections-to-read.ts';
import { fieldOf } from '../../support/fields.ts';
import { listenLocally } from '../../support/listen.ts';
import { whileOpen } from '../../support/while-open.ts';
import { roundTrip, type TradelockerDouble } from './tradelocker-server.ts';
import { type ConnectorWorld, day, noon, withConnectors, withTradelocker } from './world.ts';

const reader = suite('connector reader');

const withHistory = (
  work: (world: ConnectorWorld, double: TradelockerDouble, id: string) => Promise<void>,
): Promise<void> =>
  withTradelocker(async (world, double) => {
    const [account] = double.accounts;
    if (account === undefined) throw new Error('the double has no account');
    account.orders = Array.from({ length: 40 }, (_, at) =>
      roundTrip(noon.getTime() - (60 - at) * day, noon.getTime() - (59.5 - at) * day, 1),
    ).flat();
    account.balance = '10040.00';
    double.knobs.rows = 10;
    const { id } = await world.connect(double.address);
    await work(world, double, id);
  });

reader('waits twice as long after each further failure, up to six hours', () => {
  const minutes = [0, 1, 2, 3, 4, 8, 9, 10, 1000].map(
    (count) => backoffMilliseconds(count) / 60_000,
  );
  assert.equal(minutes, [0, 1, 2, 4, 8, 128, 256, 360, 360]);
  const at = (text: string | null) => retryInstant(text, noon)?.toISOString() ?? null;
  assert.is(at('90'), '2026-03-02T12:01:30.000Z');
  assert.is(at('Mon, 02 Mar 2026 12:05:00 GMT'), '2026-03-02T12:05:00.000Z');
  assert.is(at('Mon, 02 Mar 2026 11:05:00 GMT'), noon.toISOString());
  assert.is(at('999999999'), '2026-03-03T12:00:00.000Z');
  for (const text of [null, '', 'soon', '-5', '1e9']) assert.is(at(text), null);
});

reader('lets one reader at a time read a connection', () =>
  withHistory(async (world, double) => {
    const turns = await Promise.all([world.sync(), world.sync(), world.sync()]);
    const total = (name: 'read' | 'skipped' | 'failed') =>
      turns.reduce((sum, turn) => sum + turn[name], 0);
    assert.equal([total('read'), total('skipped'), total('failed')], [1, 2, 0]);
    const { trades = [] } = await world.delivered();
    assert.is(trades.length, 40);
    const configs = double.requests.filter((path) => path === '/trade/config');
    assert.is(configs.length, 1);
  }),
);

for (const [name, stop] of [
  ['paused', pauseConnection],
  ['removed', removeConnection],
] as const) {
  reader(`stores no page of a connection that was ${name} meanwhile`, () =>
    withHistory(async (world, double, id) => {
      let asked = 0;
      double.knobs.change = (path, json) => {
        if (path.endsWith('/ordersHistory')) asked += 1;
        return json;
      };
      double.knobs.delay = 20;
      const turn = world.sync();
      while (asked < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      await stop(world.registry, 'north', id, 'north');
      const before = (await world.delivered()).trades?.length ?? 0;
      await turn;
      const after = (await world.delivered()).trades?.length ?? 0;
      // A page may still arrive that was being stored at that time.
      assert.ok(after - before <= 10, `${after} after ${before}`);
      assert.ok(after < 40);
      const [connection] = await connectionsOf(world.registry, 'north');
      assert.is(connection?.paused_by, name === 'paused' ? 'owner' : undefined);
    }),
  );
}

reader('reads those that are well first, and leaves slow ones for the next turn', () =>
  withHistory(async (world, _, id) => {
    const orderOf = async () =>
      (await connectionsToRead(world.registry, world.now)).map((connection) => connection.id);
    const set = (id: string, values: { failures?: number; last_read_at?: string | null }) =>
      world.registry.store.write((db) =>
        db.updateTable('broker_connections').set(values).where('id', '=', id).execute(),
      );
    const copies = ['brk_failed', 'brk_never', 'brk_well'];
    await world.registry.store.write(async (db) => {
      const row = await db.selectFrom('broker_connections').selectAll().executeTakeFirstOrThrow();
      for (const copy of copies) {
        await db
          .insertInto('broker_connections')
          .values({ ...row, id: copy })
          .execute();
        const shown = { connection: copy, broker_id: '1', details: '{}', account: copy };
        await db
          .insertInto('broker_accounts')
          .values({ ...shown, last_read_at: null, fault: null, notes: '[]' })
          .execute();
      }
    });
    await set('brk_failed', { failures: 1, last_read_at: '2026-03-01T12:00:00Z' });
    await set('brk_well', { last_read_at: '2026-03-02T11:45:00Z' });
    await set(id, { last_read_at: '2026-03-02T11:30:00Z' });
    assert.equal(await orderOf(), [id, 'brk_well', 'brk_never', 'brk_failed']);
    const logged: unknown[] = [];
    const limits = { ...world.reader.limits, slowMilliseconds: 0 };
    const log = {
      info: (...words: unknown[]) => void logged.push(words),
      warn: () => {},
    };
    const { read, failed } = await syncConnections({ ...world.reader, limits, log }, {});
    // Even the undamaged copy can't be read: its secret is sealed for another row.
    assert.equal([read, failed], [1, 1]);
    assert.equal(logged.at(-1), ['slow connections wait for the next turn', { count: 2 }]);
  }),
);

/** Adds a connection of an owner with one account, both of this name. */
async function addOne(
  { registry, reader }: ConnectorWorld,
  owner: string,
  kind: string,
  name: string,
): Promise<string> {
  const about = { kind, environment: 'demo', label: name };
  const account = { id: name, platform: 'TradeLocker', number: name, server: 'M', name };
  const details = JSON.stringify({ ...account, currency: 'USD', isDemo: true });
  const id = await addConnection(
    registry,
    owner,
    { ...about, accounts: [{ id: name, details }] },
    (id) => seal(reader.keys, { id, owner, ...about }, {}),
    owner,
  );
  await chooseAccounts(registry, owner, id, [name], []);
  return id;
}

reader('reads no kind later because of another, and cuts slow ones off at the end of a turn', () =>
  withConnectors(async (world) => {
    const { reader } = world;
    const page = { rows: {}, terminal: null, state: null, notes: [] };
    const gates = { began: () => {}, isLate: false };
    const tradelockerBegan = new Promise<void>((resolve) => {
      gates.began = resolve;
    });
    const late = setTimeout(() => {
      gates.isLate = true;
      gates.began();
    }, 20_000);
    const kindOf = (kind: 'ctrader' | 'tradelocker', wait: (access: Access) => Promise<void>) => ({
      ...tradelocker,
      kind,
      async *read(access: Access) {
        await wait(access);
        yield page;
      },
    });
    const kinds = [
      kindOf('ctrader', () => tradelockerBegan),
      kindOf('tradelocker', async ({ signal }) => {
        gates.began();
        if (!signal.aborted) await once(signal, 'abort');
        throw new ConnectorError('unavailable', quotedReason('cut off'));
      }),
    ];
    for (const { kind } of kinds) await addOne(world, 'north', kind, kind);
    const limits = { ...reader.limits, turnMilliseconds: 300 };
    const addressOf = () => 'http://127.0.0.1:9';
    // The connection to cTrader is first in the queue.
    const result = await syncConnections(
      { ...reader, kinds, limits, addressOf },
      { concurrency: 1 },
    );
    clearTimeout(late);
    assert.equal(result, { read: 1, failed: 1, paused: 0, skipped: 0 });
    assert.not(gates.isLate);
  }),
);

reader('reads one connection of an owner at a time, and no more than the part of a turn', () =>
  withConnectors(async (world) => {
    const { registry, reader } = world;
    await applyRegistry(registry, { owners: [{ slug: 'south', name: 'South', plan: 'pro' }] });
    const page = { rows: {}, terminal: null, state: null, notes: [] };
    const state = { underWay: 0, most: 0, ofSouth: 0, began: () => {} };
    const southIsRead = new Promise<void>((resolve) => {
      state.began = resolve;
    });
    // Reads of the first owner end once the other owner was read, or several are under way.
    const kind = {
      ...tradelocker,
      async *read({ owner }: Access) {
        if (owner === 'south') state.ofSouth += 1;
        if (owner === 'south') state.began();
        state.underWay += Number(owner === 'north');
        state.most = Math.max(state.most, state.underWay);
        if (state.most > 1) state.began();
        if (owner === 'north') await southIsRead;
        state.underWay -= Number(owner === 'north');
        yield page;
      },
    };
    const connectionOf = async (owner: string, name: string) => {
      const id = await addOne(world, owner, 'tradelocker', name);
      const stamp = owner === 'north' ? '2026-03-02T11:00:00Z' : '2026-03-02T11:30:00Z';
      await registry.store.write((db) =>
        db
          .updateTable('broker_connections')
          .set({ last_read_at: stamp })
          .where('id', '=', id)
          .execute(),
      );
    };
    for (const name of ['1', '2', '3', '4']) await connectionOf('north', name);
    await connectionOf('south', '5');
    const addressOf = () => 'http://127.0.0.1:9';
    const both = { ...reader, kinds: [kind], addressOf };
    assert.is((await syncConnections(both, { concurrency: 2 })).read, 5);
    assert.equal([state.most, state.ofSouth], [1, 1]);
    // What is left of an owner's connections waits for the next turn, and comes first there.
    const limits = { ...reader.limits, ownerMilliseconds: Number.MIN_VALUE };
    const order: string[] = [];
    const noting = {
      ...kind,
      async *read(_: Access, { account }: AccountRead) {
        order.push(account.number);
        yield page;
      },
    };
    for (let turn = 0; turn < 4; turn += 1) {
      world.now = new Date(world.now.getTime() + 1000);
      await syncConnections({ ...both, kinds: [noting], limits }, { concurrency: 1 });
    }
    assert.equal(order.filter((name) => name !== '5').sort(), ['1', '2', '3', '4']);
    assert.is(order.filter((name) => name === '5').length, 4);
  }),
);

reader('repeats a request that only reads if the connection breaks, and no other', async () => {
  let breaks = 2;
  let asked = 0;
  const listening = listenLocally((incoming, response) => {
    asked += 1;
    if (breaks > 0) {
      breaks -= 1;
      incoming.socket.destroy();
      return;
    }
    response.end('{"ok":true}');
  });
  const waits: number[] = [];
  await whileOpen(listening, async ({ url: address }) => {
    const access = {
      address,
      signal: new AbortController().signal,
      clock: () => noon,
      requestMilliseconds: 10_000,
      wait: async (milliseconds: number) => void waits.push(milliseconds),
    };
    const ask = (method: 'GET' | 'POST') =>
      request(access, { method, path: '/x' }).then(
        ({ status }) => status,
        ({ code, message }: ConnectorError) => `${code}: ${message}`,
      );
    assert.is(await ask('GET'), 200);
    assert.equal([asked, waits], [3, [250, 1000]]);
    breaks = 3;
    assert.is(await ask('GET'), 'unavailable: The server could not be reached.');
    assert.is(asked, 6);
    breaks = 1;
    assert.is(await ask('POST'), 'unavailable: The server could not be reached.');
    assert.is(asked, 7);
  });
});

reader('keeps its time limits while memory is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { url: address, close } = await listenLocally(() => {});
  const collecting = setInterval(collect, 20);
  try {
    const stop = new AbortController();
    const ask = async () => {
      using limit = limitTime([stop.signal], 600_000);
      const access = {
        address,
        clock: () => noon,
        requestMilliseconds: 300,
        wait: async () => {},
        signal: limit.signal,
      };
      return await request(access, { path: '/x' }).catch(({ message }: ConnectorError) => message);
    };
    // Without this limit, the client's own limit would end them after five minutes.
    const all = await Promise.all(Array.from({ length: 16 }, ask));
    assert.equal(new Set(all), new Set(['The server did not answer in time.']));
  } finally {
    clearInterval(collecting);
    await close();
  }
});

reader('waits until midnight once the daily limit of the plan is met', () =>
  withHistory(async (world) => {
    await applyRegistry(world.registry, { owners: [{ slug: 'north', plan: 'free' }] });
    await world.deliveries.write(async (db) => {
      const use = { owner: 'north', day: '2026-03-02', bytes: 64 * 1024 * 1024 };
      await db.insertInto('received_days').values(use).execute();
    });
    assert.is((await world.sync()).failed, 1);
    const [connection] = await connectionsOf(world.registry, 'north');
    assert.match(
      inEnglish(connection?.fault ?? quotedReason('')),
      /free plan allows 64 MiB of data received a day/,
    );
    assert.is(connection?.due_at, '2026-03-03T00:00:00Z');
    world.now = new Date('2026-03-03T00:00:00Z');
    assert.is((await world.sync()).read, 1);
    assert.is((await world.delivered()).trades?.length, 40);
  }),
);

reader('keeps reading only accounts that their owner still has', () =>
  withHistory(async (world) => {
    const [account] = await world.registry.accountsOfOwner('north');
    await applyRegistry(world.registry, {
      owners: [{ slug: 'south', name: 'South' }],
      accounts: [{ slug: account?.slug, owner: 'south' }],
    });
    assert.is((await world.sync()).failed, 1);
    assert.is((await world.delivered()).trades, undefined);
  }),
);

reader("combines waiting writes, and a failure undoes no other reader's work", async () => {
  let transactions = 0;
  let stored: string[] = [];
  const write = batchedWrites<string[]>(async (work) => {
    transactions += 1;
    const draft = [...stored];
    const result = await work(draft);
    await new Promise(setImmediate);
    stored = draft;
    return result;
  });
  const put = (text: string) =>
    write(async (db) => {
      db.push(text);
      if (text === 'bad') throw new Error('bad');
      return text;
    });
  assert.equal(await Promise.all(['a', 'b', 'c'].map(put)), ['a', 'b', 'c']);
  assert.equal([stored, transactions], [['a', 'b', 'c'], 1]);
  const settled = await Promise.allSettled(['d', 'e', 'bad', 'f'].map(put));
  assert.equal(fieldOf(settled, 'status'), ['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  assert.equal(stored, ['a', 'b', 'c', 'd', 'e', 'f']);
});

reader.run();
