import type { Static } from 'typebox';
import { marts, sectionNames, sections } from '../../sql/marts/index.ts';
import { emptyOf } from '../support/empty.ts';

/** Section `advanced` of an account without trades. */
const statistics: Static<typeof sections.advanced> = JSON.parse(
  JSON.stringify(emptyOf(sections.advanced)),
);

/** Sections of an account without data, for tests about other things. */
const emptySections: Readonly<Record<string, unknown>> = Object.fromEntries(
  sectionNames.map((name) => [name, emptyOf(marts[name])]),
);

const side = { trades: 1, profit: '5.00', pips: null };
const breakdown = {
  total: { trades: 1, won: 1, lost: 0, won_percentage: 100, profit: '5.00', pips: null },
  longs: side,
  shorts: side,
};

const dayOf = (scale: number) => ({
  date: '2024-01-02',
  cumulative_balance: 1000 * scale,
  cumulative_equity: null,
  cumulative_profit: scale,
  twr_percent: 10 * scale,
  twr_equity_percent: null,
  drawdown: 0,
  peak_balance: 1000 * scale,
  trades_count: 1,
  win_rate: null,
});

/** Makes the parts of one account as a run publishes them. Each has its own figures. */
export function partsOf(scale: number, changes: Record<string, unknown> = {}) {
  const period = { profit: 1, twr_percent: 0.1, trades_count: 1, win_rate: 100, volume: 7.5 };
  return {
    ...emptySections,
    summary: {
      platform: 'MT5',
      currency: 'USD',
      broker: 'Northwind Markets',
      server: 'Northwind-Live',
      leverage: 100,
      demo: false,
      data_source: null,
      reconciled: false,
      reconciliation: {
        reported_balance: 700.25 * scale,
        balance: 1000 * scale,
        gap: 299.75 * scale,
      },
      balance: 1000 * scale,
      equity: 1001 * scale,
      unknown_capital: null,
      created_at: '2024-01-02T03:04:05Z',
      updated_at: '2026-02-28T21:00:00.250Z',
      performance: {
        twr_percent: 10 * scale,
        absolute_gain_percent: 9 * scale,
        max_drawdown_percent: 4 * scale,
        avg_daily_return_percent: 0.1,
        avg_monthly_return_percent: 1.2,
        cagr_percent: null,
        since: '2025-11-03',
        open_profit: scale,
        open_profit_percent: 0.1,
        deposits: 500,
        withdrawals: 0,
      },
      ...changes,
    },
    equity_curve: { daily_performance: [dayOf(scale)], deposits_withdrawals: [] },
    twr: { twr_trade_by_trade: [1.5, 10 * scale] },
    monthly: {
      monthly_performance: [],
      yearly_performance: [],
      period_returns: { today: period, this_week: period, this_month: period, this_year: period },
    },
    by_symbol: JSON.parse(
      JSON.stringify({ instrument: breakdown }).replace('instrument', '__proto__'),
    ),
    by_magic_number: { 0: breakdown },
    advanced: {
      ...statistics,
      total_lots: 7.5,
      best_trade_profit: { date: '2024-01-02T10:00:00Z', value: 5 },
      worst_trade_profit: { date: '2024-01-02T11:00:00Z', value: -5 },
      charts: {
        trades_by_hour: [],
        trades_by_weekday: [],
        profit_by_hour_of_week: [],
        profit_by_side: [],
        recent_trades_duration: [
          { closed_at: '2024-01-02T11:00:00Z', duration: 60, net_profit: -5 },
        ],
      },
    },
  };
}

/** Returns the published parts of accounts that never sent data. */
export const emptyParts = (): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(marts).map(([name, schema]) => [name, emptyOf(schema)]),
    ['record', {}],
    ['data_sources', {}],
    ['restatements', { since: '2026-01-02', counts: [], restatements: [] }],
  ]);
