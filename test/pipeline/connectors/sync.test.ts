import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { connect, disconnect, reconnect } from '../../../pipeline/connectors/connect.ts';
import { ConnectorError } from '../../../pipeline/connectors/errors.ts';
import { connectorKinds } from '../../../pipeline/connectors/kinds.ts';
import { metaapi } from '../../../pipeline/connectors/metaapi/kind.ts';
import { seal } from '../../../pipeline/connectors/seal.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { shownAccounts } from '../../../pipeline/registry/broker-accounts.ts';
import { connectionOf, connectionsOf } from '../../../pipeline/registry/broker-connections.ts';
import { deleteEntry, deleteOwner } from '../../../pipeline/registry/deletions.ts';
import {
  keptByService,
  leaveSignIn,
  leftSignIns,
} from '../../../pipeline/registry/left-sign-ins.ts';
import { fieldOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { query } from '../desk.ts';
import { connectBoth, credentials, ctrader, grant, settings, signIn } from './connect-both.ts';
import { makeAccount } from './ctrader/account.ts';
import { withDouble as withCtrader } from './ctrader/reading.ts';
import { begin, booking, trade } from './metaapi/account.ts';
import type { BrokerRecord } from './metaapi/double.ts';
import { withDouble as withMetaapi } from './metaapi/reading.ts';
import { noon, runWorld, withConnectors } from './world.ts';

const sync = suite('sync of ctrader and metaapi');
const overConnectors = within(sync, withConnectors);

/** Gives an account at the gateway a deposit. */
function deposit(broker: BrokerRecord): void {
  broker.deals = [booking('mt5', '1', 'DEAL_TYPE_BALANCE', begin, 100)];
  Object.assign(broker.information, { balance: 100, equity: 100 });
}

overConnectors("loads the brokers' trades into the warehouse, each once", (world) =>
  withCtrader([makeAccount('synced', { deals: 60 }).account], (open) =>
    withMetaapi('mt5', async (gateway, broker) => {
      const { made } = makeAccount('synced', { deals: 60 });
      broker.deals = [
        booking('mt5', '1', 'DEAL_TYPE_BALANCE', begin, 10_000, 'Deposit'),
        ...[0, 1, 2].flatMap((at) => {
          const [id, time] = [10 * (at + 1), begin + at * 86_400_000];
          const deal = { volume: 0.1, price: 1.08 + at / 1000 };
          const opening = { ...deal, type: 'DEAL_TYPE_BUY', entryType: 'DEAL_ENTRY_IN' };
          const closing = { ...deal, type: 'DEAL_TYPE_SELL', entryType: 'DEAL_ENTRY_OUT' };
          return [
            trade('mt5', String(id), String(id), time, { ...opening, commission: -1 }),
            trade('mt5', String(id + 1), String(id), time + 1000, { ...closing, profit: 10 }),
          ];
        }),
      ];
      Object.assign(broker.information, { balance: 10_027, equity: 10_027 });
      const addresses = { ctrader: open.address, metaapi: gateway.address };
      const { connecting, add, read } = await connectBoth(world, addresses);
      await add(ctrader, 'live', grant);
      await add(metaapi, 'london', credentials);
      assert.equal(await read(), { read: 2, failed: 0, paused: 0, skipped: 0 });
      const rows = await world.delivered();
      // Nothing has changed a quarter of an hour later. The time that is read again fits into one
      // week, so cTrader is asked once for deals and once for cash flows.
      const asked = open.requests.length;
      world.now = new Date(noon.getTime() + 15 * 60_000);
      assert.is((await read()).read, 2);
      assert.equal(await world.delivered(), rows);
      assert.equal(
        open.requests.slice(asked).filter((name) => /DealList|CashFlow/.test(name)),
        ['ProtoOADealListReq', 'ProtoOACashFlowHistoryListReq'],
      );

      const dataDir = await runWorld(world);
      const { registry } = world;
      const trades = await query(
        dataDir.warehouse,
        `select account_id, source, count(*)::integer as trades,
            sum(profit + commission + swap)::double as net
          from trades group by all order by all`,
      );
      const money = made.closings.map(
        (deal) => deal.gross + deal.swap + deal.commission + deal.fee,
      );
      const net = money.reduce((sum, each) => sum + each, 0) / 100;
      assert.equal(trades, [
        {
          account_id: 'MT5:51234567@Meadow-Live of north',
          source: 'broker_api',
          trades: 3,
          net: 27,
        },
        {
          account_id: `cTrader:${made.login}@meadow of north`,
          source: 'broker_api',
          trades: made.closings.length,
          net: Number(net.toFixed(2)),
        },
      ]);
      const accounts = await query(
        dataDir.warehouse,
        'select platform, reported_balance::double as balance from accounts order by platform',
      );
      assert.equal(accounts, [
        { platform: 'MT5', balance: 10_027 },
        { platform: 'cTrader', balance: made.balance / 100 },
      ]);

      // A withdrawn grant pauses its connection, and the other goes on.
      open.revoke();
      world.now = new Date(noon.getTime() + 30 * 60_000);
      assert.equal(await read(), { read: 1, failed: 0, paused: 1, skipped: 0 });
      const paused = (await connectionsOf(registry, 'north')).find(
        ({ kind }) => kind === 'ctrader',
      );
      assert.match(inEnglish(paused?.fault ?? quotedReason('')), /Sign in again/);

      // The owner changed the investor password at the broker, and signs in with the new one. The
      // same account goes on, and MetaApi has it once.
      const connections = await connectionsOf(registry, 'north');
      const changed = connections.find(({ kind }) => kind === 'metaapi');
      assert.ok(changed);
      broker.investor = 'new-password';
      world.now = new Date(noon.getTime() + 45 * 60_000);
      assert.equal(await read(), { read: 0, failed: 1, paused: 0, skipped: 0 });
      const renewed = { ...credentials, password: 'new-password' };
      await reconnect(connecting, changed, metaapi, renewed);
      assert.is(gateway.accounts.size, 1);
      assert.is((await shownAccounts(registry, changed.id)).length, 1);
      assert.equal(await read(), { read: 1, failed: 0, paused: 0, skipped: 0 });

      // Removing a connection removes its account from the gateway, and never waits for that.
      for (const { id } of await connectionsOf(registry, 'north')) {
        await disconnect(connecting, 'north', id, [ctrader, metaapi]);
      }
      assert.is(gateway.accounts.size, 0);
      assert.equal(await connectionsOf(registry, 'north'), []);
      await add(metaapi, 'london', renewed);
      const [last] = await connectionsOf(registry, 'north');
      const down = { ...settings, metaapiToken: 'wrong' };
      await disconnect({ ...connecting, settings: down }, 'north', last?.id ?? '', [metaapi]);
      assert.equal(await connectionsOf(registry, 'north'), []);
      assert.is(gateway.accounts.size, 1, 'the gateway refused');
      await read();
      assert.equal([gateway.accounts.size, await leftSignIns(registry)], [0, []]);
    }),
  ),
);

overConnectors(
  'takes an account from the gateway once nobody uses it, and from no other owner',
  (world) =>
    withMetaapi('mt5', async (gateway, broker) => {
      const { registry } = world;
      deposit(broker);
      await applyRegistry(registry, { owners: [{ slug: 'south', name: 'South', plan: 'pro' }] });
      const { connecting } = await connectBoth(world, { metaapi: gateway.address });
      const owners = ['north', 'south', 'south'] as const;
      const ids: string[] = [];
      for (const owner of owners) ids.push(await connect(connecting, owner, signIn));
      const [north = '', south = '', again = ''] = ids;
      assert.is(gateway.accounts.size, 2, 'one for each owner');
      await disconnect(connecting, 'north', north, [metaapi]);
      assert.is(gateway.accounts.size, 1);
      await disconnect(connecting, 'south', south, [metaapi]);
      assert.is(gateway.accounts.size, 1, 'another connection of this owner uses it');
      const connection = await connectionOf(registry, 'south', again);
      await reconnect(connecting, connection, metaapi, credentials);
      assert.is(gateway.accounts.size, 1);
      await disconnect(connecting, 'south', again, [metaapi]);
      assert.is(gateway.accounts.size, 0);
    }),
);

overConnectors('takes what nobody uses from the gateway, at each turn until it is gone', (world) =>
  withMetaapi('mt5', async (gateway, broker) => {
    const { registry } = world;
    deposit(broker);
    const { connecting, add, read } = await connectBoth(world, { metaapi: gateway.address });
    const atGateway = () => gateway.accounts.size;
    const after = (hours: number) => {
      world.now = new Date(noon.getTime() + hours * 3_600_000);
      return read();
    };
    // A sign-in that was not finished can be finished within a day.
    gateway.knobs.damage = (path, body) =>
      path.endsWith('account-information') ? { login: 7 } : body;
    const refused = (outcome: Promise<unknown>) =>
      outcome.then(
        () => assert.unreachable('the gateway has no such account'),
        (error) => assert.instance(error, ConnectorError),
      );
    await refused(add(metaapi, 'london', credentials));
    gateway.knobs.damage = null;
    await after(23);
    assert.is(atGateway(), 1);
    await add(metaapi, 'london', credentials);
    await after(49);
    assert.equal([atGateway(), await leftSignIns(registry)], [1, []], 'finished: in use');

    // The only account of a connection is deleted, while the gateway is down.
    const [account] = await registry.accountsOfOwner('north');
    await deleteEntry(registry, 'north', account?.slug ?? '');
    assert.equal(await connectionsOf(registry, 'north'), []);
    gateway.knobs.failing = /./;
    await after(50);
    assert.is(atGateway(), 1);
    assert.is((await leftSignIns(registry)).length, 1);
    gateway.knobs.failing = null;
    await after(51);
    assert.equal([atGateway(), await leftSignIns(registry)], [0, []], 'a deleted account');

    // An owner goes who never chose an account, and signed in twice without finishing it.
    gateway.knobs.damage = (path, body) =>
      path.endsWith('account-information') ? { login: 7 } : body;
    await refused(connect(connecting, 'north', signIn));
    gateway.knobs.damage = null;
    await connect(connecting, 'north', signIn);
    await deleteOwner(registry, 'north');
    await after(52);
    assert.equal([atGateway(), await leftSignIns(registry)], [0, []], 'a deleted owner');
  }),
);

overConnectors('asks hourly for what it can’t remove, at most three of a kind a turn', (world) =>
  withMetaapi('mt5', async (gateway) => {
    const { registry, reader } = world;
    const { read } = await connectBoth(world, { metaapi: gateway.address });
    const leave = (id: string, due: number, { owner = 'north', secret = '' } = {}) => {
      const row = { id, owner, kind: 'metaapi', environment: 'london' };
      const sealed = secret || seal(reader.keys, row, { account: id });
      const at = new Date(noon.getTime() + due * 60_000);
      return registry.store.write((db) => leaveSignIn(db, { ...row, secret: sealed }, at));
    };
    const left = async () => (await leftSignIns(registry)).map(({ id }) => id).sort();
    const asked = () =>
      gateway.requests.filter((name) => name.startsWith('DELETE')).map((name) => name.slice(-1));
    const turnAt = async (minutes: number) => {
      gateway.requests.length = 0;
      world.now = new Date(noon.getTime() + minutes * 60_000);
      await read();
      return asked();
    };
    // Two rows that no key opens, one of the same owner, hold up none of the others.
    await leave('brk_lost', -9, { secret: 'v1.000000000000.AA.AA.AA' });
    await leave('brk_broken', -8, { owner: 'south', secret: 'no secret at all' });
    for (const id of ['a', 'b', 'c', 'd', 'e']) await leave(id, -5);
    assert.equal((await turnAt(0)).sort(), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(await left(), ['brk_broken', 'brk_lost']);

    // A broken gateway is asked three times, then at the next turn for those that wait.
    gateway.knobs.failing = /./;
    for (const id of ['f', 'g', 'h', 'i']) await leave(id, 1);
    assert.equal([...new Set(await turnAt(15))].length, 3);
    assert.equal([...new Set(await turnAt(30))].length, 1);
    assert.equal(await turnAt(45), []);
    gateway.knobs.failing = null;
    assert.equal(await turnAt(59), [], 'an hour after the failure');
    assert.is((await turnAt(75)).length, 3);
    assert.is((await turnAt(90)).length, 1);
    assert.equal(await left(), ['brk_broken', 'brk_lost']);
  }),
);

sync('knows by name the kinds whose service keeps accounts', () => {
  const kinds = connectorKinds.filter(({ forget }) => forget !== undefined);
  assert.equal(fieldOf(kinds, 'kind'), [...keptByService]);
});

overConnectors('stores the tokens that replace others, and reads on with them', (world) =>
  withCtrader([makeAccount('tokens', { deals: 8 }).account], async (open) => {
    const { add, read } = await connectBoth(world, { ctrader: open.address });
    await add(ctrader, 'live', grant);
    for (let turn = 1; turn <= 3; turn++) {
      open.expireToken();
      world.now = new Date(noon.getTime() + turn * 15 * 60_000);
      assert.equal(await read(), { read: 1, failed: 0, paused: 0, skipped: 0 }, `${turn}`);
    }
    // The access token ends after 30 days. It is replaced before.
    const before = open.tokens.access;
    world.now = new Date(noon.getTime() + 29 * 86_400_000);
    assert.is((await read()).read, 1);
    assert.is.not(open.tokens.access, before);
  }),
);

sync.run();
