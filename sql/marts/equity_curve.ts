import Type from 'typebox';
import { count, money, percent, text } from '../shared.ts';

export const dailyPerformance = Type.Object({
  date: text('UTC day, YYYY-MM-DD'),
  cumulative_balance: money('Balance at the end of the day'),
  cumulative_equity: money("The day's last equity report"),
  cumulative_profit: money('Net profit so far'),
  twr_percent: percent('Time-weighted return so far'),
  twr_equity_percent: percent('Time-weighted return so far, measured on equity reports'),
  drawdown: percent('Distance of the return index from its running peak, negative or zero'),
  peak_balance: money('Highest balance after a trade so far'),
  trades_count: count('Trades closed on the day'),
  win_rate: percent('Share of the day’s trades that won'),
});

export const cashFlow = Type.Object({
  date: text('UTC day, YYYY-MM-DD'),
  amount: Type.Number({ description: 'Positive for a deposit, negative for a withdrawal' }),
});

export const equityCurve = Type.Object(
  {
    daily_performance: Type.Array(dailyPerformance, {
      description: 'One row per day with closed trades',
    }),
    deposits_withdrawals: Type.Array(cashFlow, { description: 'One row per flow, in order' }),
  },
  { description: 'Daily performance and cash flows' },
);
