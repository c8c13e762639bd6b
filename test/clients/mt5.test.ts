import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../support/within.ts';
import { addCodes } from './codes.ts';
import { addRefusals } from './refusals.ts';
import { noon, prepareExpert, type Running, tickets } from './running.ts';
import { word } from './terminal.ts';

const mt5 = suite('Expert Advisor for MetaTrader 5');

const expert = prepareExpert('mt5');

/** Starts an Expert Advisor on an account with a deposit, in a terminal with the whole history. */
const withExpert = async (
  work: (running: Running) => Promise<void>,
  inputs: Record<string, string> = {},
): Promise<void> =>
  expert?.withExpert(async (running) => {
    await running.ea.say(deal(1, { type: 2, entry: 0, profit: 1000, comment: 'Deposit' }));
    await work(running);
  }, inputs);
const byExpert = within(mt5, withExpert);

/** Fields of a deal that matter to a test; the others have defaults. */
interface Told {
  position?: number;
  type?: number;
  entry?: number;
  profit?: number;
  symbol?: string;
  price?: number;
  comment?: string;
}

const deal = (ticket: number, fields: Told = {}): string => {
  const { position = ticket, type = 0, entry = 0, profit = 0, comment = '' } = fields;
  const { symbol = 'EURUSD', price = 1.1 } = fields;
  const time = noon - 86_400 + ticket;
  const amounts = [type > 1 ? 0 : 0.1, price, profit, 0, 0, 0, 0, 0];
  const name = type > 1 ? '' : symbol;
  return [
    'deal',
    ticket,
    position,
    time,
    type,
    entry,
    word(name),
    ...amounts,
    word(comment),
    7,
  ].join(' ');
};

if (expert !== null) {
  byExpert('does not start without a key, and says what to set', { InpKey: '' }, async ({ ea }) => {
    assert.is(await ea.say('init'), '2');
    assert.match(ea.takeLog()[0] ?? '', 'Set the server');
  });

  byExpert(
    'says once which address to allow',
    { InpServer: 'http://127.0.0.1:1' },
    async ({ ea, server }) => {
      await ea.say('init', 'pass 20');
      assert.equal(ea.takeLog(), [
        'Allow http://127.0.0.1:1 in Tools > Options > Expert Advisors > Allow WebRequest for listed URL.',
      ]);
      assert.is(server.asked, 0);
    },
  );

  byExpert(
    'sends the account, every deal as the terminal has it, equity and positions',
    async ({ ea, server }) => {
      await ea.say(
        `deal 10 9 ${noon} 0 0 ${word('Ж"\\ .x')} 0.07 1.09999 0 -0.1 0.30000000000000004 -0 1.05 1.2 ${word('a\tb')} 42`,
        `open 9 ${noon} 0 XAUUSD 1.5 2000.129 0 2100 -12.34 -0.5 - 42`,
        'margin 30.02',
        'init',
      );
      assert.equal(server.take(), [], 'nothing is sent while the terminal starts');
      await ea.say('pass 2');
      const [asked, facts, ...more] = server.take();
      assert.equal(more, []);
      assert.equal(asked, { path: '/connect/v1/state', key: 'Bearer tr_conn_x' });
      assert.is(facts?.path, '/connect/v1/facts');
      assert.equal(facts?.sent?.account, {
        platform: 'MT5',
        number: 5001,
        server: 'Simulated-Live',
        broker: 'Simulated "Broker" Ltd',
        currency: 'USD',
        leverage: 100,
        demo: false,
        balance: 1000,
        equity: 1000.5,
        server_time: noon + 7202,
        gmt_time: noon + 2,
        clock: '',
        deals_total: 2,
      });
      assert.equal(facts?.sent?.deals[1], {
        ticket: 10,
        position: 9,
        time: noon,
        type: 0,
        entry: 0,
        symbol: 'Ж"\\ .x',
        volume: 0.07,
        price: 1.09999,
        sl: 1.05,
        tp: 1.2,
        profit: 0,
        commission: -0.1,
        swap: 0.3,
        fee: 0,
        comment: 'a\tb',
        magic: 42,
      });
      assert.equal(facts?.sent?.equity, [
        { at: '2024-03-04T12:00:02Z', balance: 1000, equity: 1000.5, margin: 30.02 },
      ]);
      assert.equal(facts?.sent?.positions, [
        {
          ticket: 9,
          time: noon,
          type: 0,
          symbol: 'XAUUSD',
          volume: 1.5,
          price: 2000.129,
          sl: 0,
          tp: 2100,
          profit: -12.34,
          swap: -0.5,
          comment: '',
          magic: 42,
        },
      ]);
    },
  );

  byExpert(
    'sends the best and worst price of closed trades, from whole minutes',
    async ({ ea, server }) => {
      const bar = (symbol: string, minute: number, high: number, low: number) =>
        `bar ${symbol} ${noon + 60 * minute} ${high} ${low}`;
      await ea.say(
        // Bars of the minutes in which a trade opened or closed also have prices from before and
        // after it.
        ...[bar('XAUUSD', -9, 1, 1), bar('XAUUSD', 0, 2500, 1500), bar('XAUUSD', 1, 2003, 1999)],
        ...[bar('XAUUSD', 2, 2001, 1996), bar('XAUUSD', 5, 2500, 1500)],
        ...[bar('GBPUSD', 0, 2, 1), bar('GBPUSD', 1, 1.251, 1.2495), 'tick GBPUSD 1 0.00001'],
        `deal 10 9 ${noon + 1} 0 0 XAUUSD 0.5 2000 0 0 0 0 0 0 - 0`,
        `deal 11 9 ${noon + 301} 1 1 XAUUSD 0.5 2002 100 -7 0 0 0 0 - 0`,
        `deal 12 12 ${noon + 1} 1 0 GBPUSD 0.5 1.25 0 0 0 0 0 0 - 0`,
        `deal 13 12 ${noon + 150} 0 1 GBPUSD 0.5 1.24999 0.4 0 0 0 0 0 - 0`,
        // Opened and closed within a minute, without bars, and opened by two deals.
        `deal 14 14 ${noon + 1} 0 0 XAUUSD 0.5 2000 0 0 0 0 0 0 - 0`,
        `deal 15 14 ${noon + 9} 1 1 XAUUSD 0.5 1999 -50 0 0 0 0 0 - 0`,
        `deal 16 16 ${noon + 1} 0 0 EURUSD 1 1.1 0 0 0 0 0 0 - 0`,
        `deal 17 16 ${noon + 301} 1 1 EURUSD 1 1.2 10000 0 0 0 0 0 - 0`,
        `deal 18 18 ${noon + 1} 0 0 XAUUSD 0.5 2000 0 0 0 0 0 0 - 0`,
        `deal 19 18 ${noon + 2} 0 0 XAUUSD 0.5 2001 0 0 0 0 0 0 - 0`,
        `deal 20 18 ${noon + 301} 1 1 XAUUSD 1 2002 150 0 0 0 0 0 - 0`,
        'init',
        'pass 2',
      );
      const sent = server.take().flatMap(({ sent: body }) => body?.deals ?? []);
      const found = Object.fromEntries(
        sent.flatMap(({ ticket, mae, mfe }) =>
          mae === undefined && mfe === undefined ? [] : [[ticket, [mae, mfe]]],
        ),
      );
      assert.equal(found, { 11: [-200, 150], 13: [-50, 25], 15: [-50, 0] });
    },
  );

  byExpert(
    'sends equity each minute, positions when they change, and their results every ten minutes',
    async ({ ea, server }) => {
      await ea.say('init', 'pass 2');
      server.take();
      await ea.say('pass 180');
      const points = server.takeSent();
      assert.equal(
        points.map(({ deals, equity, positions }) => [deals, equity.length, positions]),
        [
          [[], 1, undefined],
          [[], 1, undefined],
          [[], 1, undefined],
        ],
      );
      await ea.say(`open 20 ${noon} 1 EURUSD 1 1.3 0 0 5 0 - 0`, 'trade', 'trade');
      await ea.say('close 20', 'trade');
      assert.equal(
        server.takeSent().map(({ positions }) => positions?.map(({ profit }) => profit)),
        [[5], []],
      );
      await ea.say('pass 600');
      assert.is(server.takeSent().filter(({ positions }) => positions).length, 1);
    },
  );

  byExpert(
    'waits for the history after a start, and finds late deals that are older than others',
    async ({ ea, server }) => {
      await ea.say('loaded 0', 'init', 'pass 20');
      assert.equal(
        server.take(),
        [],
        'a balance without a deal is a history that is not there yet',
      );
      await ea.say(
        'loaded 1',
        deal(200),
        deal(201, { position: 200, type: 1, entry: 1 }),
        'pass 2',
      );
      assert.equal(tickets(server.takeSent()), [[1, 200, 201]]);
      for (let ticket = 300; ticket < 340; ticket++) await ea.say(deal(ticket));
      await ea.say('trade');
      server.take();
      await ea.say(deal(150), deal(151, { position: 150, type: 1, entry: 1 }), 'trade');
      const [end, all] = server.takeSent();
      assert.is(end?.deals.length, 22, 'two that look new, and twenty before them');
      assert.is(all?.deals.length, 45);
      assert.equal([...server.tickets].includes(150), true);
      await ea.say('trade');
      assert.equal(server.take(), []);
    },
  );

  byExpert('sends a long history in parts, then only its end', async ({ ea, server }) => {
    const later = Array.from({ length: 1200 }, (_, at) => deal(at + 2));
    await ea.say(...later, 'init', 'pass 2');
    assert.equal(
      server.takeSent().map(({ deals }) => deals.length),
      [500, 500, 201],
    );
    await ea.say('deinit', 'init', deal(5000), 'pass 2');
    assert.equal(tickets(server.takeSent())[0]?.slice(19), [1201, 5000]);
  });

  byExpert(
    'sends the end of a history if the terminal lists fewer deals than before',
    async ({ ea, server }) => {
      for (let ticket = 2; ticket < 60; ticket++) await ea.say(deal(ticket));
      await ea.say('init', 'pass 2', 'forget', deal(58), deal(59), deal(60), 'pass 2');
      assert.is(server.tickets.size, 60);
    },
  );

  byExpert(
    'retries ever later if the server is down, and sends again if the answer was lost',
    async ({ ea, server }) => {
      await ea.say('init', 'pass 2');
      server.take();
      server.mood = 'down';
      await ea.say(deal(30), 'pass 200');
      assert.equal(ea.takeLog(), ['The server answered 503: ']);
      server.mood = 'loses answers';
      await ea.say('pass 64');
      assert.match(ea.takeLog()[0] ?? '', 'cannot be reached (error 5203)');
      const [lost] = server.takeSent();
      assert.equal(lost?.equity.length, 4, 'each minute of the outage');
      server.mood = 'well';
      await ea.say('pass 64');
      const [again, ...more] = server.takeSent();
      assert.equal(tickets([again ?? { deals: [] }]), [[1, 30]]);
      assert.equal(again?.equity.slice(0, 4), lost?.equity);
      assert.is(more.length, 0);
      assert.equal(ea.takeLog(), ['The server answers again.']);
    },
  );

  byExpert('waits as long as Retry-After says', async ({ ea, server }) => {
    server.mood = 'busy';
    await ea.say('init', 'pass 140');
    assert.is(server.asked, 1);
    await ea.say('pass 20');
    assert.is(server.asked, 2);
  });

  byExpert('waits longer after each failure', async ({ ea, server }) => {
    server.mood = 'down';
    await ea.say('init', 'pass 600');
    assert.is(server.asked, 14);
  });

  byExpert('gives up on a server that hangs after its time limit', async ({ ea, server }) => {
    server.mood = 'hangs';
    await ea.say('patience 200', 'init', 'pass 2', 'patience 20000');
    assert.equal(ea.takeLog(), ['The server cannot be reached (error 5202); trying again.']);
    server.mood = 'well';
    await ea.say('pass 4');
    assert.equal(tickets(server.takeSent()), [[1]]);
  });

  byExpert('starts again if the terminal changes to another account', async ({ ea, server }) => {
    await ea.say('init', 'pass 2');
    server.take();
    server.tickets.clear();
    await ea.say('forget', 'account 5002 EUR 10 10', deal(1, { type: 2, profit: 10 }), 'pass 2');
    const [asked, facts] = server.take();
    assert.is(asked?.path, '/connect/v1/state');
    assert.equal([facts?.sent?.account.number, facts?.sent?.account.currency], [5002, 'EUR']);
  });

  byExpert(
    'writes numbers as the terminal shows them, without floating-point noise',
    async ({ ea, server }) => {
      const prices = ['0.1', '0.00000001', '123456789.12', '98765432109.87', '-0.0', '1e22'];
      await ea.say(...prices.map((price, at) => deal(at + 2, { price: Number(price) })), 'init');
      await ea.say('pass 2');
      const [facts] = server.takeSent();
      assert.equal(
        facts?.deals.slice(1).map(({ price }) => price),
        [0.1, 0.00000001, 123456789.12, 98765432109.87, 0, 1e22],
      );
    },
  );

  addRefusals(mt5, withExpert, (ea) => ea.say('init', 'pass 2'));
  addCodes(mt5, withExpert, (ea) => ea.say('init', 'pass 2'));
}

mt5.run();
