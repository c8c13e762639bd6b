import Type from 'typebox';
import { count, fromTrades, known, money, percent, text, words } from '../shared.ts';

export const dailyPerformance = Type.Object({
  date: text('UTC day, YYYY-MM-DD', fromTrades),
  cumulative_balance: money(
    'Balance at the end of the day; of a portfolio, of the members that have joined it',
    fromTrades,
  ),
  cumulative_equity: money(
    "The day's last equity report, null without one; of a portfolio also while a member that has joined never reported",
    fromTrades,
  ),
  cumulative_profit: money('Net profit so far', fromTrades),
  twr_percent: percent('Time-weighted return so far', fromTrades),
  twr_equity_percent: percent(
    'Time-weighted return so far, measured on equity reports',
    fromTrades,
  ),
  drawdown: percent(
    'Distance of the return index from its running peak, negative or zero',
    fromTrades,
  ),
  peak_balance: money('Highest balance after a trade so far', fromTrades),
  trades_count: count('Trades closed on the day', fromTrades),
  win_rate: percent('Share of the day’s trades that won', fromTrades),
});

export const cashFlow = Type.Object({
  date: text('UTC day, YYYY-MM-DD', 'public'),
  amount: known('Positive for a deposit, negative for a withdrawal', 'public'),
});

export const equityCurve = Type.Object(
  {
    daily_performance: Type.Array(
      dailyPerformance,
      words('One row per day with closed trades', fromTrades),
    ),
    deposits_withdrawals: Type.Array(cashFlow, words('One row per flow, in order', 'public')),
  },
  { title: 'EquityCurve', ...words('Daily performance and cash flows', 'hidden by equity_curve') },
);
