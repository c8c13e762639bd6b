import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { readBytes } from './reading.ts';

const folderOfSamples = inPackage('../shared/samples');

/** Values of a statement besides the figures that `reconciliation.test.ts` compares. */
interface Said {
  readonly trades: number;
  readonly positions: number;
  /** Sum of bookings, the opening balance, and the reported one; in cents. */
  readonly flows: number;
  readonly bookings?: number;
  readonly opening?: number;
  readonly balance?: number;
  /** Sum of results above 0, in cents. */
  readonly gained?: number;
  readonly server?: string;
  readonly demo?: string;
}

const onDemo = { server: 'MetaQuotes-Demo', demo: 'true' };
const tested = { server: '', demo: 'true', positions: 0 };

// Read from the statements by eye. The plain statement prints no gross figures, so `gained` is the
// sum of its rows above 0.
const samples: Readonly<Record<string, Said>> = {
  'mt4-usd-2089.htm': { trades: 2089, positions: 3, bookings: 126, flows: 190_277, opening: 0 },
  'mt4-usd-636.htm': { trades: 636, positions: 21, bookings: 1, flows: 1_000_000, opening: 0 },
  'mt4-usd-320-comments.htm': {
    trades: 320,
    positions: 4,
    bookings: 2,
    flows: 600_000,
    opening: 0,
  },
  'mt4-usd-46.htm': { trades: 46, positions: 0, bookings: 1, flows: 50_000, opening: 0 },
  'mt4-usd-42-plain-statement.htm': {
    trades: 42,
    positions: 0,
    bookings: 3,
    flows: 499_746,
    opening: 0,
    gained: 21_092,
  },
  'mt4-usd-1-no-deposit.htm': {
    trades: 1,
    positions: 1,
    bookings: 0,
    flows: 0,
    opening: 5_000_000,
  },
  'mt5-eur-658.html': { trades: 658, positions: 85, flows: 1_000_000, ...onDemo },
  'mt5-usd-8-netting-2016.html': { trades: 8, positions: 1, flows: 1_000_000, ...onDemo },
  'mt5-usd-1156.xlsx': {
    trades: 1156,
    positions: 12,
    flows: 1_000_000,
    server: 'AchieverGlobalMarkets-Server',
    demo: 'false',
  },
  'mt5-tester-usdjpy-152.html': {
    trades: 152,
    flows: 1_000_000,
    balance: 1_166_538,
    ...tested,
  },
  'mt5-tester-xauusd-3.html': { trades: 3, flows: 1200, balance: 589, ...tested },
  'mt5-tester-no-trades.html': { trades: 0, flows: 3000, balance: 3000, ...tested },
};

const cents = (amount: string | undefined): number => Math.round(Number(amount || 0) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const real = suite('samples of MetaTrader');

const isHere = existsSync(folderOfSamples);
if (!isHere) console.log('skipped: no folder of sample exports next to this checkout');

for (const [name, said] of isHere ? Object.entries(samples) : []) {
  real(`${name} is read with what it says of itself`, async () => {
    const [bytes, format] = [readFileSync(join(folderOfSamples, name)), name.slice(0, 3)];
    const { tables, told } = await readBytes(bytes, { format, currency: undefined });
    const { trades = [], positions = [], cash_flows = [], accounts: [account] = [] } = tables;
    const nets = trades.map(
      ({ profit, swap, commission }) => cents(profit) + cents(swap) + cents(commission),
    );
    const found: Said = {
      trades: trades.length,
      positions: positions.length,
      flows: sum(cash_flows.map(({ amount }) => cents(amount))),
      bookings: cash_flows.length,
      opening: cents(account?.opening_balance),
      balance: cents(account?.reported_balance),
      gained: sum(nets.filter((net) => net > 0)),
      server: account?.server ?? '',
      demo: account?.demo ?? '',
    };
    assert.equal(told, []);
    assert.equal({ ...found, ...said }, found);
    assert.is(new Set(trades.map(({ ticket }) => ticket)).size, trades.length);
  });
}

if (isHere) {
  real('keep what a report prints of itself, that of the tester too', async () => {
    const printedBy = async (name: string) => {
      const bytes = readFileSync(join(folderOfSamples, name));
      const { tables } = await readBytes(bytes, { format: 'mt5' });
      return new Map(
        tables.printed_figures?.map(({ figure, value, decimals }) => [figure, [value, decimals]]),
      );
    };
    const report = await printedBy('mt5-usd-1156.xlsx');
    assert.equal(report.get('balance'), ['22178.52', '2']);
    assert.equal(report.get('gross_loss'), ['-31034.81', '2']);
    assert.equal(report.get('short_trades'), ['595', '0']);
    const ofTester = await printedBy('mt5-tester-usdjpy-152.html');
    for (const name of ['ahpr', 'ghpr', 'z_score', 'equity_drawdown_maximal', 'sharpe_ratio']) {
      assert.ok(ofTester.has(name), name);
    }
  });

  real('ask for a currency that a report does not name', async () => {
    const bytes = readFileSync(join(folderOfSamples, 'mt5-small-made-up.xlsx'));
    const { told } = await readBytes(bytes, { currency: undefined });
    assert.match(
      told.join('\n'),
      /: names no currency; give the account's currency with --currency$/,
    );
    const named = await readBytes(bytes);
    assert.is(named.tables.trades?.length, 3);
    assert.is(named.told.length, 2, named.told.join('\n'));
  });
}

real.run();
