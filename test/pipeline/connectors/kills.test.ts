import { text } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isInFull } from '../../support/in-full.ts';
import { randomFrom } from '../../support/random.ts';
import { killSync, startSync } from './killing.ts';
import { roundTrip, startTradelocker } from './tradelocker-server.ts';
import { day, withConnectors } from './world.ts';

const kills = suite('killed reads');

/** Round trips of the account; an answer holds 10 of their orders. */
const trips = 150;

kills('go on where they stopped, and nothing is lost or doubled', () =>
  withConnectors(async (world) => {
    const random = randomFrom(38);
    const double = await startTradelocker();
    try {
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
        const child = startSync(world, double.address);
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
      const last = startSync(world, double.address);
      assert.match(await text(last.stdout), /"read":1/);
      const { trades = [], accounts = [] } = await world.delivered();
      const tickets = new Set(trades.map(({ ticket }) => ticket));
      assert.equal([trades.length, tickets.size], [trips, trips]);
      assert.is(accounts.at(-1)?.opening_balance, '10000.00');
    } finally {
      await double.stop();
    }
  }),
);

kills.run();
