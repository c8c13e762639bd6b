const direction = { count: null, total: null, percentage: null };

/** The section `advanced` of an account without trades. */
const statistics = {
  profit_factor: null,
  expectancy: { currency: null, pips: null },
  win_rate: null,
  ahpr: null,
  ghpr: null,
  sharpe_ratio: null,
  sharpe_ratio_annualized: null,
  standard_deviation: null,
  z_score: { value: null, probability: null },
  avg_win: null,
  avg_loss: null,
  best_trade_profit: { date: null, value: null },
  worst_trade_profit: { date: null, value: null },
  best_trade_pips: null,
  worst_trade_pips: null,
  longs_won: direction,
  shorts_won: direction,
  total_trades: null,
  total_lots: null,
  total_pips: null,
  total_swap: null,
  total_commissions: null,
  avg_trade_length_hours: null,
  autotrading_trades: null,
  manual_trades: null,
  autotrading_percentage: null,
  charts: { trades_by_hour: [], trades_by_weekday: [], recent_trades_duration: [] },
};

const side = { trades: 1, profit: '5.00', pips: null };
const breakdown = {
  total: { trades: 1, won: 1, lost: 0, won_percentage: 100, profit: '5.00', pips: null },
  longs: side,
  shorts: side,
};

const noPeriod = {
  profit: null,
  twr_percent: null,
  trades_count: null,
  win_rate: null,
  volume: null,
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

/** The parts of one account as a run publishes them, each with figures of its own. */
export function partsOf(scale: number, changes: Record<string, unknown> = {}) {
  const period = { profit: 1, twr_percent: 0.1, trades_count: 1, win_rate: 100, volume: 7.5 };
  return {
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
      created_at: '2024-01-02T03:04:05Z',
      updated_at: '2026-02-28T21:00:00.250Z',
      performance: {
        twr_percent: 10 * scale,
        absolute_gain_percent: 9 * scale,
        max_drawdown_percent: 4 * scale,
        avg_daily_return_percent: 0.1,
        avg_monthly_return_percent: 1.2,
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
        recent_trades_duration: [
          { closed_at: '2024-01-02T11:00:00Z', duration: 60, net_profit: -5 },
        ],
      },
    },
  };
}

export type PublishedParts = ReturnType<typeof partsOf>;

/** What a run publishes for accounts that never sent data. */
export function emptyParts(): Record<keyof PublishedParts, unknown> {
  const { summary } = partsOf(1);
  const nothing = (of: object) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));
  return {
    summary: { ...nothing(summary), performance: nothing(summary.performance) },
    equity_curve: { daily_performance: [], deposits_withdrawals: [] },
    twr: { twr_trade_by_trade: [] },
    monthly: {
      monthly_performance: [],
      yearly_performance: [],
      period_returns: {
        today: noPeriod,
        this_week: noPeriod,
        this_month: noPeriod,
        this_year: noPeriod,
      },
    },
    by_symbol: {},
    by_magic_number: {},
    advanced: statistics,
  };
}
