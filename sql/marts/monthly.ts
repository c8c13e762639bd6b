import Type from 'typebox';
import { fromTrades, money, nullableCount, number, percent, text, words } from '../shared.ts';

export const monthlyPerformance = Type.Object({
  date: text('Month, YYYY-MM', fromTrades),
  monthly_profit: money('Net profit of the month', fromTrades),
  monthly_percent: percent('Time-weighted return within the month', fromTrades),
});

export const yearlyPerformance = Type.Object({
  date: text('Year, YYYY', fromTrades),
  yearly_profit: money('Net profit of the year', fromTrades),
  yearly_percent: percent('Time-weighted return within the year', fromTrades),
});

const period = (name: string) =>
  Type.Object(
    {
      profit: money('Net profit', fromTrades),
      twr_percent: percent('Time-weighted return within the period', fromTrades),
      trades_count: nullableCount('Closed trades', fromTrades),
      win_rate: percent('Share of the trades that won; null without trades', fromTrades),
      volume: number('Lots closed; 0 where hidden', 'hidden by volume'),
    },
    words(`${name}, UTC, as of the last run`, fromTrades),
  );

export const monthly = Type.Object(
  {
    monthly_performance: Type.Array(
      monthlyPerformance,
      words('Every month from the first to the last with a closed trade', fromTrades),
    ),
    yearly_performance: Type.Array(
      yearlyPerformance,
      words('Every year from the first to the last with a closed trade', fromTrades),
    ),
    period_returns: Type.Object(
      {
        today: period('The current day'),
        this_week: period('The current week, from Monday'),
        this_month: period('The current month'),
        this_year: period('The current year'),
      },
      words('Four current periods', fromTrades),
    ),
  },
  { title: 'Monthly', ...words('Returns by month, year and current period', 'hidden by monthly') },
);
