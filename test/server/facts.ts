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
    equity_curve: { daily_performance: [{ date: '2024-01-02', win_rate: null }], scale },
    twr: { twr_trade_by_trade: [1.5, 10 * scale] },
    monthly: {
      monthly_performance: [],
      yearly_performance: [],
      period_returns: { today: period, this_week: period, this_month: period, this_year: period },
    },
    by_symbol: JSON.parse('{"__proto__":{"total":{"trades":1}}}'),
    by_magic_number: { 0: { total: { trades: 1 } } },
    advanced: {
      profit_factor: null,
      total_lots: 7.5,
      best_trade_profit: { date: '2024-01-02T10:00:00Z', value: 5 },
      worst_trade_profit: { date: '2024-01-02T11:00:00Z', value: -5 },
      charts: {
        trades_by_hour: [],
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
      period_returns: { today: null, this_week: null, this_month: null, this_year: null },
    },
    by_symbol: {},
    by_magic_number: {},
    advanced: {
      total_lots: null,
      best_trade_profit: { date: null, value: null },
      worst_trade_profit: { date: null, value: null },
      charts: { recent_trades_duration: [] },
    },
  };
}
