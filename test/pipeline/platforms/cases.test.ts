import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { directoryDuring } from '../../support/directory.ts';
import { differencesIn } from './compared.ts';
import { readBytes } from './reading.ts';

const samples = inPackage('../shared/samples/cases');

/** Small export whose right values were worked out by hand. */
interface Case {
  readonly file: string;
  readonly accountId: string;
  readonly currency?: string;
  /** Values of its rows. */
  values(tables: SourceRows): unknown;
  readonly right: unknown;
}

const closings = ({ trades = [] }: SourceRows) =>
  trades.map(({ closed_at, profit }) => [closed_at, Number(profit)]);

const volumes = ({ trades = [] }: SourceRows) =>
  Object.fromEntries(trades.map(({ symbol, volume }) => [symbol, Number(volume)]));

const cases: Readonly<Record<string, Case>> = {
  '30-signal-totals-row': {
    file: 'signal.csv',
    accountId: 'MT4:30@Case30',
    values: ({ trades = [], cash_flows = [] }) => [
      trades.length,
      cash_flows.map(({ at, amount, kind }) => [at, Number(amount), kind]),
    ],
    right: [
      2,
      [
        ['2024-03-14T16:07:19Z', 3482.81, 'adjustment'],
        ['2023-03-01T00:00:00Z', 1000, 'flow'],
      ],
    ],
  },
  '35-ctrader-units-of-metals': {
    file: 'statement.csv',
    accountId: 'cTrader:35@Case35',
    values: volumes,
    right: { EURUSD: 1, XAUUSD: 100, XAGUSD: 5000, BTCUSD: 2, NATGAS: 10_000 },
  },
  '57-ctrader-german': {
    file: 'verlauf.csv',
    accountId: 'cTrader:57@Case57',
    currency: 'EUR',
    values: ({ accounts = [], trades = [] }) => [
      ...trades.map(({ side, volume, profit, closed_at }) => [side, volume, profit, closed_at]),
      ...accounts.map(({ opening_balance }) => Number(opening_balance)),
    ],
    right: [['buy', '0.1', '10.00', '2026-03-02T07:00:00Z'], 1000],
  },
  '50-mt5-commission-at-entry': {
    file: 'report.html',
    accountId: 'MT5:880050@Case50',
    values: closings,
    right: [
      ['2026-03-02T11:00:00Z', 20],
      ['2026-03-03T11:00:00Z', 5],
      ['2026-03-04T11:00:00Z', -10],
    ],
  },
};

const exports = suite('exports with values worked out by hand');
const folder = directoryDuring(exports);

if (!existsSync(samples)) console.log('skipped: no folder of cases next to this checkout');
for (const [name, { file, values, right, ...options }] of Object.entries(cases)) {
  exports(`${name} is read rightly`, async () => {
    if (!existsSync(samples)) return;
    const bytes = readFileSync(join(samples, name, file));
    const { tables, told } = await readBytes(bytes, options);
    assert.equal(told, []);
    assert.equal(values(tables), right);
    assert.equal(await differencesIn(folder, tables), []);
  });
}

exports.run();
