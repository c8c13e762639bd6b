import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';
import { type Running as Server, startServer } from '../../server/main.ts';
import { noLimits } from '../server/open-server.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { furnish } from '../support/furnish.ts';
import { runAt } from '../support/run-at.ts';
import { type Expert, prepareExpert } from './running.ts';
import { word } from './terminal.ts';

const figures = suite('figures of what Expert Advisors sent');

const directory = temporaryDirectory();
const dataDir = dataDirectory(directory);
const experts: Record<'mt4' | 'mt5', Expert | null> = {
  mt5: prepareExpert('mt5'),
  mt4: prepareExpert('mt4'),
};

let registry: Registry;
let server: Server;
let key = '';

figures.before(async () => {
  registry = await openRegistry({ dataDir, clock: () => new Date() });
  const account = { type: 'account', owner: 'desk', published: true };
  await applyRegistry(registry, {
    owners: [{ slug: 'desk', name: 'Desk', plan: 'pro' }],
    accounts: [
      { ...account, slug: 'hedged', account_id: 'MT5:5001@Simulated-Live', name: 'Hedged' },
      { ...account, slug: 'netted', account_id: 'netted', name: 'Netted' },
      { ...account, slug: 'four', account_id: 'MT4:7@Simulated-Live', name: 'Four' },
    ],
  });
  key = (await createKey(registry, { owner: 'desk', name: 'test', scopes })).key;
  const settings = { TRACKRECORD_DATA: directory, PORT: '0', CALENDAR_PORT: '0' };
  server = await startServer(readConfig(settings), () => new Date(), silentLog, {
    limits: noLimits,
  });
});

figures.after(async () => {
  await server.close();
  await registry.close();
  rmSync(directory, { recursive: true, force: true });
});

const connectionKey = async (account: string): Promise<string> =>
  (await createConnectionKey(registry, { account, name: 'EA' })).key;

/** Publishes the sent data. */
async function run(): Promise<void> {
  const now = new Date();
  await furnish(dataDir);
  await runAt(now, { dataDir, registry });
  await server.refresh();
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of JSON.
async function read(path: string): Promise<any> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/api/v1/accounts/${path}`, { headers });
  return answer.json();
}

interface Shown {
  ticket: string;
  side: string;
  volume: number;
  open_price: number;
  close_price: number;
  profit: number;
  commission: number;
  swap: number;
  opened_at: string;
}

/** Returns the trades in order of their tickets. */
const tradesOf = async (slug: string): Promise<string[]> =>
  (await read(`${slug}/trades`)).data
    .map(({ ticket, side, volume, open_price, close_price, ...money }: Shown) =>
      [
        ...[ticket, side, volume, open_price, close_price],
        ...[money.profit, money.commission, money.swap, money.opened_at],
      ].join(' '),
    )
    .sort();

/** Returns the current time in whole minutes. The terminal's computer has the right time. */
const gmt = Math.floor(Date.now() / 60_000) * 60;

/** Thursday, 15 January 2026, by the server's clock. */
const at = (time: string): number => Date.parse(`2026-01-15T${time}:00Z`) / 1000;

if (experts.mt5 && experts.mt4) {
  const { mt5, mt4 } = experts;

  figures(
    'of a hedged account are right, although history comes late and the server fails at times',
    async () => {
      const inputs = { InpKey: await connectionKey('hedged') };
      await mt5.withExpert(
        async ({ ea, server: connection }) => {
          // The clock is five and a half hours ahead of GMT all year.
          await ea.say(`gmt ${gmt}`, 'ahead 19800', 'account 5001 USD 9538.05 9568.05');
          const deals = [
            `deal 1 0 ${at('08:00')} 2 0 - 0 0 10000 0 0 0 0 0 Deposit 0`,
            `deal 2 10 ${at('09:00')} 0 0 EURUSD 1 1.1 0 -3.5 0 0 0 0 trend 42`,
            `deal 3 11 ${at('09:10')} 1 0 GBPUSD 0.5 1.25 0 -1.75 0 0 0 0 - 42`,
            `deal 6 14 ${at('10:00')} 0 0 GBPUSD 0.5 1.245 0 -1.75 0 0 0 0 - 42`,
            `deal 7 11 ${at('11:00')} 0 3 GBPUSD 0.5 1.245 250 0 0 0 0 0 - 42`,
            `deal 8 14 ${at('11:00')} 1 3 GBPUSD 0.5 1.245 0 0 0 0 0 0 - 42`,
            `deal 9 0 ${at('12:00')} 3 0 - 0 0 100 0 0 0 0 0 - 0`,
            `deal 10 0 ${at('12:10')} 12 0 - 0 0 1.25 0 0 0 0 0 - 0`,
            `deal 11 0 ${at('12:20')} 2 0 - 0 0 -500 0 0 0 0 0 Withdrawal 0`,
            `deal 12 20 ${at('13:00')} 0 0 XAUUSD 0.2 2000 0 -0.7 0 0 0 0 - 42`,
            'margin 478.4025',
            ...[`bar EURUSD ${at('09:00')} 9 0`, `bar EURUSD ${at('09:10')} 1.112 1.088`],
            `bar EURUSD ${at('09:35')} 1.095 1.085`,
          ];
          const late = [
            `deal 4 10 ${at('09:30')} 1 1 EURUSD 0.4 1.11 400 -1.4 -2 0 0 1.11 tp 42`,
            `deal 5 10 ${at('09:40')} 1 1 EURUSD 0.6 1.09 -600 -2.1 0 0 1.09 0 sl 42`,
          ];
          await ea.say('loaded 0', 'init', 'pass 4', ...deals);
          await ea.say(`open 20 ${at('13:00')} 0 XAUUSD 0.2 2000 0 0 30 0 - 42`, 'loaded 1');
          connection.mood = 'down';
          await ea.say('pass 4');
          connection.mood = 'hangs';
          await ea.say('patience 200', 'pass 4', 'patience 20000');
          connection.mood = 'loses answers';
          await ea.say('pass 16');
          connection.mood = 'well';
          await ea.say('pass 64', ...late, 'pass 70');
          assert.equal(ea.takeLog().at(-1), 'The server answers again.');
        },
        inputs,
        server.url,
      );
      const headers = { authorization: `Bearer ${inputs.InpKey}` };
      const state = await fetch(`${server.url}/connect/v1/state`, { headers });
      assert.equal(await state.json(), { deals: 12, newest: at('13:00') });
      await run();
      // Position 10: 3.50 by volume, and its own closing. The opening of 20 is charged when it is
      // closed.
      assert.equal(await tradesOf('hedged'), [
        '10 buy 0.4 1.1 1.11 400 -2.8 -2 2026-01-15T03:30:00Z',
        '10-2 buy 0.6 1.1 1.09 -600 -4.2 0 2026-01-15T03:30:00Z',
        '11 sell 0.5 1.25 1.245 250 -1.75 0 2026-01-15T03:40:00Z',
        '14 buy 0.5 1.245 1.245 0 -1.75 0 2026-01-15T04:30:00Z',
      ]);
      const shown = await read('hedged?include=advanced,exposure,excursion');
      // 478.4025 of 9568.05 is 5 %. At a leverage of 100 that is 5 times the equity.
      const { max_load_percent, max_leverage_used } = shown.exposure.margin;
      assert.equal([max_load_percent, max_leverage_used], [5, 5]);
      // Excursions: 0.4 lots from -480 to 480, the other 0.6 lots from -900 to 720.
      const { trades, avg_mae, avg_mfe } = shown.excursion;
      assert.equal([trades, avg_mae, avg_mfe], [2, -690, 600]);
      assert.is(shown.balance, 9538.75);
      assert.is(shown.equity, 9568.05);
      assert.equal(shown.reconciliation, { reported_balance: 9538.75, balance: 9538.75, gap: 0 });
      assert.equal([shown.performance.deposits, shown.performance.withdrawals], [10_000, 500]);
      const { total_trades, total_commissions, total_swap } = shown.advanced;
      assert.equal([total_trades, total_commissions, total_swap], [4, -10.5, -2]);
      const { data } = await read('hedged/positions');
      assert.equal(
        data.map((open: Shown) => [open.ticket, open.volume, open.profit, open.commission]),
        [['20', 0.2, 30, -0.7]],
      );
    },
  );

  figures('of a netted account with a reversed position are right after each run', async () => {
    const inputs = { InpKey: await connectionKey('netted') };
    await mt5.withExpert(
      async ({ ea }) => {
        await ea.say(`gmt ${gmt}`, 'ahead 19800', 'account 6 EUR 4998 5038');
        await ea.say(
          `deal 1 0 ${at('08:00')} 2 0 - 0 0 5000 0 0 0 0 0 - 0`,
          `deal 2 2 ${at('09:00')} 0 0 DAX 1 100 0 -1 0 0 0 0 - 0`,
          `deal 3 2 ${at('10:00')} 0 0 DAX 1 110 0 -1 0 0 0 0 - 0`,
          `open 2 ${at('09:00')} 0 DAX 2 105 0 0 40 0 - 0`,
          ...['init', 'pass 2'],
        );
        await run();
        assert.equal(await tradesOf('netted'), []);
        assert.is((await read('netted')).balance, 5000);
        await ea.say(
          'account 6 EUR 5044 5044',
          'close 2',
          `deal 4 2 ${at('11:00')} 1 2 DAX 3 120 30 -3 0 0 0 0 - 0`,
          `deal 5 2 ${at('12:00')} 0 1 DAX 1 100 20 -1 0 0 0 0 - 0`,
          'trade',
        );
        await run();
      },
      inputs,
      server.url,
    );
    // Two thirds of the reversal close, for 2.00 of its 3.00. The rest opens.
    assert.equal(await tradesOf('netted'), [
      '2 buy 2 105 120 30 -4 0 2026-01-15T03:30:00Z',
      '2-2 sell 1 120 100 20 -2 0 2026-01-15T05:30:00Z',
    ]);
    assert.is((await read('netted')).balance, 5044);
    assert.equal((await read('netted/positions')).data, []);
  });

  figures('of closed MT4 orders are right in the time zone that the owner named', async () => {
    const inputs = { InpKey: await connectionKey('four'), InpClock: 'NY+7' };
    await mt4.withExpert(
      async ({ ea }) => {
        await ea.say(`gmt ${gmt}`, 'account 7 USD 2007.55 2000.25');
        const summer = Date.parse('2025-07-15T10:00:00Z') / 1000;
        await ea.say(
          `order 1 6 - 0 ${summer} 0 ${summer} 0 0 0 0 0 2000 Deposit 0`,
          `order 2 2 EURUSD 1 ${summer} 1.1 ${summer} 1.1 0 0 0 0 0 cancelled 0`,
          `order 3 1 GOLD 0.1 ${summer} 2000.1 ${at('10:00')} 1999.9 2010 1990 -0.7 -0.1 14 ${word('to #4')} 42`,
          `order 5 0 EURUSD 0.2 ${at('10:00')} 1.1 ${at('11:00')} 1.05 1.05 0 -0.35 0 -5 ${word('x[sl]')} 42`,
          `order 6 7 - 0 ${summer} 0 ${summer} 0 0 0 0 0 50 Bonus 0`,
          `order 7 6 - 0 ${at('12:00')} 0 ${at('12:00')} 0 0 0 0 0 -0.3 Inactivity%20fee 0`,
          `open 4 1 GOLD 0.05 ${summer} 2000.1 0 1998 0 0 -0.3 -1 -6 ${word('from #3')} 42`,
          ...['init', 'pass 2'],
        );
      },
      inputs,
      server.url,
    );
    await run();
    // 14 - 0.70 - 0.10 - 5 - 0.35 - 0.30
    assert.equal(await tradesOf('four'), [
      '3 sell 0.1 2000.1 1999.9 14 -0.7 -0.1 2025-07-15T07:00:00Z',
      '5 buy 0.2 1.1 1.05 -5 -0.35 0 2026-01-15T08:00:00Z',
    ]);
    const shown = await read('four');
    assert.equal([shown.balance, shown.equity], [2007.55, 2000.25]);
    const [open] = (await read('four/positions')).data;
    assert.equal([open.ticket, open.profit, open.opened_at], ['4', -6, '2025-07-15T07:00:00Z']);
  });

  figures('are refused for another account, and from a computer with a wrong clock', async () => {
    const InpKey = await connectionKey('hedged');
    const refusal = async (...lines: string[]): Promise<string> => {
      let log: string[] = [];
      await mt5.withExpert(
        async ({ ea }) => {
          await ea.say(...lines, 'init', 'pass 2');
          log = ea.takeLog();
        },
        { InpKey },
        server.url,
      );
      return log.join(' ');
    };
    const deal = `deal 1 0 ${at('08:00')} 2 0 - 0 0 10000 0 0 0 0 0 Deposit 0`;
    assert.match(
      await refusal(`gmt ${gmt}`, 'account 5002 USD 1 1', deal),
      'The key belongs to another account than 5002 at Simulated-Live',
    );
    assert.match(
      await refusal(`gmt ${gmt}`, 'server Other', deal),
      'The key belongs to another account than 5001 at Other',
    );
    assert.match(await refusal(`gmt ${gmt + 3600}`, deal), 'seconds ahead of ours');
  });
}

figures.run();
