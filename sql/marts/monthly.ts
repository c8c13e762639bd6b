import Type from 'typebox';
import { money, nullableCount, number, percent, text } from '../shared.ts';

export const monthlyPerformance = Type.Object({
  date: text('Month, YYYY-MM'),
  monthly_profit: money('Net profit of the month'),
  monthly_percent: percent('Time-weighted return within the month'),
});

export const yearlyPerformance = Type.Object({
  date: text('Year, YYYY'),
  yearly_profit: money('Net profit of the year'),
  yearly_percent: percent('Time-weighted return within the year'),
});

const period = (name: string) =>
  Type.Object(
    {
      profit: money('Net profit'),
      twr_percent: percent('Time-weighted return within the period'),
      trades_count: nullableCount('Closed trades'),
      win_rate: percent('Share of the trades that won'),
      volume: number('Lots closed'),
    },
    { description: `${name}, UTC, as of the last run` },
  );

export const monthly = Type.Object(
  {
    monthly_performance: Type.Array(monthlyPerformance, {
      description: 'Every month from the first to the last with a closed trade',
    }),
    yearly_performance: Type.Array(yearlyPerformance, {
      description: 'Every year from the first to the last with a closed trade',
    }),
    period_returns: Type.Object(
      {
        today: period('The current day'),
        this_week: period('The current week, from Monday'),
        this_month: period('The current month'),
        this_year: period('The current year'),
      },
      { description: 'Four current periods' },
    ),
  },
  { description: 'Returns by month, year and current period' },
);
