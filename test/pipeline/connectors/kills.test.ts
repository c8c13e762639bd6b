import { text } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isInFull } from '../../support/in-full.ts';
import { randomFrom } from '../../support/random.ts';
import { whileOpen } from '../../support/while-open.ts';
import { query } from '../desk.ts';
import { connectBoth, credentials, ctrader, grant, metaapi } from './connect-both.ts';
import { type DoubleAccount, endAt, makeAccount } from './ctrader/account.ts';
import { withDouble as withCtrader } from './ctrader/reading.ts';
import { killSync, startSync } from './killing.ts';
import { begin, trade } from './metaapi/account.ts';
import { withDouble as withMetaapi } from './metaapi/reading.ts';
import { roundTrip, startTradelocker } from './tradelocker-server.ts';
import { day, runWorld, withConnectors } from './world.ts';

const kills = suite('killed reads');

/**
 * Number of the account's round trips (opening and closing). An answer holds 10 of their orders.
 */
const trips = 150;

kills('continue where they stopped, and nothing is lost or doubled', () =>
  withConnectors(async (world) => {
    const random = randomFrom(38);
    await whileOpen(startTradelocker(), async (double) => {
      const [account] = double.accounts;
      if (account === undefined) throw new Error('the double has no account');
      const today = Date.now();
      const openedAt = (at: number) => today - (trips + 1 - at) * (day / 4);
      account.orders = Array.from({ length: trips }, (_, at) =>
        roundTrip(openedAt(at), openedAt(at) + 3_600_000, 1),
      ).flat();
      account.balance = `${10_000 + trips}.00`;
      double.knobs.rows = 10;
      double.knobs.delay = 5;
      world.now = new Date();
      await world.connect(double.address);
      const history = () => double.requests.filter((path) => path.includes('ordersHistory')).length;
      const wanted = isInFull ? 30 : 3;
      let killed = 0;
      let pages = 0;
      for (let turn = 0; turn < wanted; turn += 1) {
        const child = startSync(world, { tradelocker: double.address });
        const after = history() + 1 + Math.floor(random() * 6);
        if (await killSync(child, () => history() >= after, random)) killed += 1;
        const rows = await world.deliveries.read((db) =>
          db.selectFrom('broker_reads').select('pages').execute(),
        );
        const reached = Number(rows[0]?.pages ?? 0);
        assert.ok(reached >= pages, `${reached} pages after ${pages}`);
        pages = reached;
      }
      assert.ok(killed > 0 && pages > 0, `${killed} killed, ${pages} pages`);
      const last = startSync(world, { tradelocker: double.address });
      assert.match(await text(last.stdout), /"read":1/);
      const { trades = [], accounts = [] } = await world.delivered();
      const tickets = new Set(trades.map(({ ticket }) => ticket));
      assert.equal([trades.length, tickets.size], [trips, trips]);
      assert.is(accounts.at(-1)?.reported_balance, double.accounts[0]?.balance);
    });
  }),
);

/** Number of the account's deals at the gateway. An answer holds 1,000. */
const gatewayDeals = isInFull ? 100_000 : 4_000;

/** Number of closings at cTrader. A page holds half a year, which is about 180 of them. */
const closings = isInFull ? 4000 : 200;

/** Least number of kills while both read for the first time. The others hit a later read. */
const leastKills = isInFull ? 10 : 1;

/** Makes the account at cTrader. Its years of deals have all happened. */
function killedAccount(): DoubleAccount {
  const { account } = makeAccount('killed', { deals: closings });
  endAt(account, Date.now() - day);
  return account;
}

kills('of ctrader and metaapi at the same time continue too, and nothing is lost or doubled', () =>
  withConnectors((world) =>
    withCtrader([killedAccount()], (open) =>
      withMetaapi('mt5', async (gateway, broker) => {
        const random = randomFrom(39);
        const { made } = makeAccount('killed', { deals: closings });
        broker.deals = Array.from({ length: gatewayDeals }, (_, at) =>
          trade('mt5', String(at + 1), String((at >> 1) + 1), begin + at * 60_000, {
            type: at % 2 === 0 ? 'DEAL_TYPE_BUY' : 'DEAL_TYPE_SELL',
            entryType: at % 2 === 0 ? 'DEAL_ENTRY_IN' : 'DEAL_ENTRY_OUT',
            volume: 0.1,
            price: 1.08,
            profit: at % 2,
          }),
        );
        gateway.knobs.delayMilliseconds = 5;
        open.knobs.delayMilliseconds = 2;
        world.now = new Date();
        const addresses = { ctrader: open.address, metaapi: gateway.address };
        const { add } = await connectBoth(world, addresses);
        await add(ctrader, 'live', grant);
        await add(metaapi, 'london', credentials);
        const readCompletely = async () => {
          const all = await world.deliveries.read((db) =>
            db.selectFrom('broker_reads').select('complete_at').execute(),
          );
          return all.filter(({ complete_at }) => complete_at !== null).length;
        };
        const asked = () => open.requests.length + gateway.requests.length;
        const wanted = isInFull ? 30 : 3;
        let killed = 0;
        let ofFirstReads = 0;
        for (let turn = 0; turn < wanted; turn += 1) {
          const child = startSync(world, addresses);
          const after = asked() + 4 + Math.floor(random() * 12);
          if (!(await killSync(child, () => asked() >= after, random))) continue;
          killed += 1;
          if ((await readCompletely()) === 0) ofFirstReads += 1;
        }
        assert.ok(ofFirstReads >= leastKills, `${killed} killed, ${ofFirstReads} in first reads`);
        // If it stopped between getting new tokens and storing them, the owner would have to sign
        // in again.
        let said = '';
        for (let turn = 0; turn < 20 && !said.includes('"read":2'); turn += 1) {
          said = await text(startSync(world, addresses).stdout);
        }
        assert.match(said, /"read":2/);
        const dataDir = await runWorld(world);
        const trades = await query(
          dataDir.warehouse,
          `select account_id, count(*)::integer as trades, count(distinct ticket)::integer as tickets,
            sum(profit)::double as profit
          from trades group by all order by all`,
        );
        const gross = made.closings.reduce((sum, deal) => sum + deal.gross, 0) / 100;
        const count = made.closings.length;
        const pairs = gatewayDeals / 2;
        assert.equal(trades, [
          {
            account_id: 'MT5:51234567@Meadow-Live of north',
            trades: pairs,
            tickets: pairs,
            profit: pairs,
          },
          {
            account_id: `cTrader:${made.login}@meadow of north`,
            trades: count,
            tickets: count,
            profit: Number(gross.toFixed(2)),
          },
        ]);
      }),
    ),
  ),
);

kills.run();
