import Type from 'typebox';
import type { Cause } from '../causes.ts';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const profit = (is: string, nullWhen: Cause = 'never_before_result') =>
  figure({ unit: 'money', is, nullWhen, seenBy: fromTrades });

const returned = (is: string, nullWhen: Cause = 'no_capital_but_0_without_result') =>
  figure({
    unit: 'percent',
    is,
    nullWhen,
    source: 'GIPS 2020',
    seenBy: fromTrades,
  });

export const monthlyPerformance = Type.Object({
  date: figure({ unit: 'month', is: 'the month', seenBy: fromTrades }),
  monthly_profit: profit('net profit of the month'),
  monthly_percent: returned(
    'time-weighted return of the month; all months compounded give the total return',
  ),
});

export const yearlyPerformance = Type.Object({
  date: figure({ unit: 'year', is: 'the year', seenBy: fromTrades }),
  yearly_profit: profit('net profit of the year'),
  yearly_percent: returned('time-weighted return of the year'),
  max_drawdown_percent: figure({
    unit: 'percent',
    is: 'deepest fall of the time-weighted return from a peak of the same year, positive',
    formula: 'measured after every trade; the return at the start of the year is its first peak',
    nullWhen: 'no_capital_but_0_without_fall',
    source: 'our own definition, as `performance.max_drawdown_percent`',
    seenBy: fromTrades,
  }),
});

const period = (is: string) =>
  composed(
    { is: `${is} at the time of the last run, UTC`, restsOn: 'nothing', seenBy: fromTrades },
    {
      profit: profit('net profit', 'no_data_of_period'),
      twr_percent: returned('time-weighted return of the period', 'no_capital_or_data_of_period'),
      trades_count: figure({
        unit: 'count',
        is: 'number of closed trades',
        nullWhen: 'no_data_of_period',
        seenBy: fromTrades,
      }),
      win_rate: figure({
        unit: 'share',
        is: 'share of closed trades that won',
        nullWhen: 'no_trade',
        seenBy: fromTrades,
      }),
      volume: figure({
        unit: 'lots',
        is: 'volume of closed trades in lots',
        nullWhen: 'no_data_of_period',
        whereHidden: 0,
        seenBy: 'hidden by volume',
      }),
    },
  );

export const monthly = Type.Object(
  {
    monthly_performance: listOf(
      {
        is: 'months from the first to the last with a result (a closed trade or an adjustment)',
        seenBy: fromTrades,
      },
      monthlyPerformance,
    ),
    yearly_performance: listOf(
      {
        is: 'years from the first to the last with a result (a closed trade or an adjustment)',
        seenBy: fromTrades,
      },
      yearlyPerformance,
    ),
    period_returns: composed(
      { is: 'today, this week, this month and this year', seenBy: fromTrades },
      {
        today: period('the current day'),
        this_week: period('the current week, from Monday'),
        this_month: period('the current month'),
        this_year: period('the current year'),
      },
    ),
  },
  { title: 'Monthly', ...words('Returns by month, year and current period', 'hidden by monthly') },
);
