import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf } from '../support/fields.ts';
import { within } from '../support/within.ts';
import { addCodes } from './codes.ts';
import { addRefusals } from './refusals.ts';
import { noon, prepareExpert, type Running, tickets } from './running.ts';
import { word } from './terminal.ts';

const mt4 = suite('Expert Advisor for MetaTrader 4');

const expert = prepareExpert('mt4');

/**
 * Starts an Expert Advisor on an account with a deposit. Its terminal gets a quote every other
 * second.
 */
const withExpert = async (
  work: (running: Running) => Promise<void>,
  inputs: Record<string, string> = {},
): Promise<void> =>
  expert?.withExpert(async (running) => {
    await running.ea.say(order(1, { type: 6, profit: 1000, comment: 'Deposit' }));
    await work(running);
  }, inputs);

const byExpert = within(mt4, withExpert);

const order = (
  ticket: number,
  { type = 0, profit = 0, comment = '' }: { type?: number; profit?: number; comment?: string } = {},
): string => {
  const [opened, closed] = [noon - 86_400 + ticket, noon - 80_000 + ticket];
  const amounts = [0, 0, -0.7, 0, profit];
  return `order ${ticket} ${type} EURUSD 0.1 ${opened} 1.1 ${closed} 1.2 ${amounts.join(' ')} ${word(comment)} 7`;
};

/** Starts it, and sends quotes until it knows the server's clock. */
const begin = (ea: Running['ea']) => ea.say('init', 'quote', 'pass 2', 'quote', 'pass 2');

if (expert !== null) {
  byExpert("waits for a quote, to learn the server's time zone", async ({ ea, server }) => {
    await ea.say('init', 'pass 7200');
    assert.equal(ea.takeLog(), [
      "Waiting for a quote, which tells the clock of the broker's server.",
    ]);
    assert.is(server.asked, 0);
    await ea.say('quote', 'pass 2');
    const [, facts] = server.take();
    const { gmt_time, server_time } = facts?.sent?.account ?? {};
    assert.is(Number(server_time) - Number(gmt_time), 7200);
  });

  byExpert(
    'keeps the known time zone while no quotes come, rounded to 15 minutes',
    async ({ ea, server }) => {
      await ea.say('ahead 12605');
      await begin(ea);
      await ea.say('pass 43200');
      const clocks = server
        .takeSent()
        .map(({ account }) => Number(account.server_time) - Number(account.gmt_time));
      assert.equal([...new Set(clocks)], [12_600]);
      assert.ok(clocks.length > 700);
    },
  );

  byExpert(
    'does not wait if the time zone is set',
    { InpClock: 'NY+7' },
    async ({ ea, server }) => {
      await ea.say('init', 'pass 2');
      const { clock, server_time } = server.takeSent()[0]?.account ?? {};
      assert.equal([clock, server_time], ['NY+7', 0]);
    },
  );

  byExpert(
    'sends closed orders, bookings and open orders as the terminal has them',
    async ({ ea, server }) => {
      await ea.say(
        order(2, { type: 2 }),
        `order 3 1 ${word('GOLD.x')} 0.07 ${noon} 2000.1 ${noon + 60} 1999.9 2010 1990 -0.7 -0.1 14.000000000000002 ${word('to #4')} 42`,
        `open 4 1 GOLD.x 0.03 ${noon} 2000.1 0 1999.95 2010 1990 -0.3 0 4.5 ${word('from #3')} 42`,
        `open 5 3 GOLD.x 1 ${noon} 2100 0 0 0 0 0 0 0 - 0`,
      );
      await begin(ea);
      const [facts] = server.takeSent();
      assert.equal(
        [facts?.account.platform, facts?.account.deals_total, facts?.deals.length],
        ['MT4', 2, 2],
        'without a cancelled order',
      );
      assert.equal(facts?.deals[1], {
        ticket: 3,
        type: 1,
        symbol: 'GOLD.x',
        lots: 0.07,
        open_time: noon,
        open_price: 2000.1,
        close_time: noon + 60,
        close_price: 1999.9,
        sl: 2010,
        tp: 1990,
        commission: -0.7,
        swap: -0.1,
        profit: 14,
        comment: 'to #4',
        magic: 42,
        mae: 0,
        mfe: 14,
      });
      assert.equal(facts?.positions, [
        {
          ticket: 4,
          time: noon,
          type: 1,
          symbol: 'GOLD.x',
          volume: 0.03,
          price: 2000.1,
          sl: 2010,
          tp: 1990,
          commission: -0.3,
          profit: 4.5,
          swap: 0,
          comment: 'from #3',
          magic: 42,
        },
      ]);
    },
  );

  byExpert(
    'sends the best and worst price of closed orders, from whole minutes',
    async ({ ea, server }) => {
      const closed = (ticket: number, symbol: string, close: number, profit: number) =>
        `order ${ticket} 1 ${symbol} 0.1 ${noon + 1} 2000 ${noon + 190} ${close} 0 0 -0.7 0 ${profit} - 0`;
      await ea.say(
        ...[`bar GOLD ${noon} 2500 1500`, `bar GOLD ${noon + 60} 2004 1999`],
        ...[`bar GOLD ${noon + 120} 2001 1990`, `bar GOLD ${noon + 180} 2500 1500`],
        closed(3, 'GOLD', 1998, 20),
        closed(4, 'SILVER', 1998, 20),
      );
      await begin(ea);
      const deals = server.takeSent()[0]?.deals ?? [];
      assert.equal(fieldsOf(deals, 'ticket', 'mae', 'mfe'), [
        [1, undefined, undefined],
        [3, -40, 100],
        [4, undefined, undefined],
      ]);
    },
  );

  byExpert(
    'sends later closed orders, even if the history tab shows only the newest',
    async ({ ea, server }) => {
      for (let ticket = 2; ticket < 90; ticket++) await ea.say(order(ticket));
      await begin(ea);
      assert.is(server.takeSent()[0]?.deals.length, 89);
      await ea.say('shown 3', 'pass 4');
      assert.equal(tickets(server.takeSent()), [[87, 88, 89]]);
      await ea.say(order(90), 'shown 4', 'pass 2');
      assert.equal(tickets(server.takeSent()).at(-1)?.includes(90), true);
      assert.is(server.tickets.size, 90);
    },
  );

  byExpert(
    'says how to allow the address if MQL4 returns its error number',
    { InpServer: 'http://127.0.0.1:1' },
    async ({ ea }) => {
      await begin(ea);
      assert.match(ea.takeLog().at(-1) ?? '', 'Allow http://127.0.0.1:1 in Tools > Options');
    },
  );

  byExpert(
    'learns the time zone again if the terminal changes to another server',
    async ({ ea, server }) => {
      await begin(ea);
      server.take();
      await ea.say('forget', 'server Other', 'account 6 EUR 0 0', 'ahead 0', 'pass 2');
      assert.is(server.asked, 2, 'nothing is sent on the clock of the other');
      await ea.say('quote', 'pass 2');
      const { account } = server.takeSent()[0] ?? {};
      assert.equal([account?.number, account?.server], [6, 'Other']);
      assert.is(account?.server_time, account?.gmt_time);
    },
  );

  addRefusals(mt4, withExpert, begin);
  addCodes(mt4, withExpert, begin);
}

mt4.run();
