import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { importMt5 } from '../../../../pipeline/platforms/mt5/import-mt5.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { inWords } from '../held.ts';

const samples = inPackage('../shared/samples');

interface Printed {
  trades: number;
  sold: number;
  /** Trades with a result of 0 or more: MetaTrader counts 0 as won. */
  won: number;
  grossProfit: number;
  grossLoss: number;
  best: number;
  worst: number;
  positions: number;
  flows: number;
  balance: number;
  server: string;
  demo: string;
}

// Read from the reports by eye; money in cents.
const printed: Record<string, Printed> = {
  'mt5-eur-658.html': {
    trades: 658,
    sold: 309,
    won: 370,
    grossProfit: 15773,
    grossLoss: -20857,
    best: 967,
    worst: -936,
    positions: 85,
    flows: 1_000_000,
    balance: 994_916,
    server: 'MetaQuotes-Demo',
    demo: 'true',
  },
  'mt5-usd-8-netting-2016.html': {
    trades: 8,
    sold: 5,
    won: 4,
    grossProfit: 162_247,
    grossLoss: -28_870,
    best: 68_130,
    worst: -24_606,
    positions: 1,
    flows: 1_000_000,
    balance: 1_133_377,
    server: 'MetaQuotes-Demo',
    demo: 'true',
  },
  'mt5-usd-1156.xlsx': {
    trades: 1156,
    sold: 595,
    won: 561,
    grossProfit: 4_321_333,
    grossLoss: -3_103_481,
    best: 91_454,
    worst: -64_372,
    positions: 12,
    flows: 1_000_000,
    balance: 2_217_852,
    server: 'AchieverGlobalMarkets-Server',
    demo: 'false',
  },
  'mt5-tester-usdjpy-152.html': {
    trades: 152,
    sold: 75,
    won: 48,
    grossProfit: 466_772,
    grossLoss: -300_234,
    best: 46_133,
    worst: -41_584,
    positions: 0,
    flows: 1_000_000,
    balance: 1_166_538,
    server: '',
    demo: 'true',
  },
  'mt5-tester-xauusd-3.html': {
    trades: 3,
    sold: 0,
    won: 1,
    grossProfit: 669,
    grossLoss: -1280,
    best: 669,
    worst: -1078,
    positions: 0,
    flows: 1200,
    balance: 589,
    server: '',
    demo: 'true',
  },
  'mt5-tester-no-trades.html': {
    trades: 0,
    sold: 0,
    won: 0,
    grossProfit: 0,
    grossLoss: 0,
    best: 0,
    worst: 0,
    positions: 0,
    flows: 3000,
    balance: 3000,
    server: '',
    demo: 'true',
  },
};

const cents = (amount: string | undefined): number => Math.round(Number(amount || 0) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const reports = suite('mt5 samples');

if (!existsSync(samples)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  for (const [name, figures] of Object.entries(printed)) {
    reports(`${name}: the figures that it prints`, async () => {
      const file = join(samples, name);
      const { tables, warnings } = inWords(
        await importMt5(file, { accountId: 'MT5:1', timezone: utc, takesBacktests: true }),
      );
      const { trades = [], positions = [], cash_flows = [], accounts = [] } = tables;
      const nets = trades.map(
        ({ profit, swap, commission }) => cents(profit) + cents(swap) + cents(commission),
      );
      assert.equal(warnings, []);
      assert.equal(
        {
          trades: trades.length,
          sold: trades.filter(({ side }) => side === 'sell').length,
          won: nets.filter((net) => net >= 0).length,
          grossProfit: sum(nets.filter((net) => net > 0)),
          grossLoss: sum(nets.filter((net) => net < 0)),
          best: Math.max(0, ...nets),
          worst: Math.min(0, ...nets),
          positions: positions.length,
          flows: sum(cash_flows.map(({ amount }) => cents(amount))),
          balance: cents(accounts[0]?.reported_balance),
          server: accounts[0]?.server,
          demo: accounts[0]?.demo,
        },
        figures,
      );
      assert.is(new Set(trades.map(({ ticket }) => ticket)).size, trades.length);
    });
  }

  reports('keeps what a report prints of itself, that of the tester too', async () => {
    const printedBy = async (name: string) => {
      const options = { accountId: 'MT5:1', timezone: utc, takesBacktests: true };
      const { tables } = inWords(await importMt5(join(samples, name), options));
      return new Map(
        tables.printed_figures?.map(({ figure, value, decimals }) => [figure, [value, decimals]]),
      );
    };
    const report = await printedBy('mt5-usd-1156.xlsx');
    assert.equal(report.get('balance'), ['22178.52', '2']);
    assert.equal(report.get('gross_loss'), ['-31034.81', '2']);
    assert.equal(report.get('short_trades'), ['595', '0']);
    const tested = await printedBy('mt5-tester-usdjpy-152.html');
    for (const name of ['ahpr', 'ghpr', 'z_score', 'equity_drawdown_maximal', 'sharpe_ratio']) {
      assert.ok(tested.has(name), name);
    }
  });

  reports('a report without a currency asks for it', async () => {
    const file = join(samples, 'mt5-small-made-up.xlsx');
    const options = { accountId: 'MT5:1', timezone: utc };
    const refusal = await importMt5(file, options).catch((error: Error) => error.message);
    assert.is(refusal, `${file}: names no currency; give the account's currency with --currency`);
    const { tables, warnings } = inWords(await importMt5(file, { ...options, currency: 'USD' }));
    assert.is(tables.trades?.length, 3);
    assert.is(warnings.length, 2, warnings.join('\n'));
  });
}

reports.run();
