import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noData = 'the account has never sent data';
const noResult = 'never so far: the rows begin with the first closed trade';

const profit = (is: string, nullWhen = noResult) =>
  figure({ unit: 'money', is, nullWhen, seenBy: fromTrades });

const returned = (is: string) =>
  figure({
    unit: 'percent',
    is,
    nullWhen: 'capital is unknown; 0 where it is known and nothing was closed',
    source: 'GIPS 2020',
    seenBy: fromTrades,
  });

export const monthlyPerformance = Type.Object({
  date: figure({ unit: 'month', is: 'month', seenBy: fromTrades }),
  monthly_profit: profit('net profit of the month'),
  monthly_percent: returned('time-weighted return within the month; months compound to the total'),
});

export const yearlyPerformance = Type.Object({
  date: figure({ unit: 'year', is: 'year', seenBy: fromTrades }),
  yearly_profit: profit('net profit of the year'),
  yearly_percent: returned('time-weighted return within the year'),
});

const period = (is: string) =>
  composed(
    { is: `${is}, UTC, as of the last run`, restsOn: 'nothing', seenBy: fromTrades },
    {
      profit: profit('net profit', noData),
      twr_percent: returned('time-weighted return within the period'),
      trades_count: figure({
        unit: 'count',
        is: 'closed trades',
        nullWhen: noData,
        seenBy: fromTrades,
      }),
      win_rate: figure({
        unit: 'share',
        is: 'share of the trades that won',
        nullWhen: 'no trade was closed',
        seenBy: fromTrades,
      }),
      volume: figure({
        unit: 'lots',
        is: 'lots closed',
        nullWhen: noData,
        whereHidden: 0,
        seenBy: 'hidden by volume',
      }),
    },
  );

export const monthly = Type.Object(
  {
    monthly_performance: listOf(
      { is: 'every month from the first to the last with a closed trade', seenBy: fromTrades },
      monthlyPerformance,
    ),
    yearly_performance: listOf(
      { is: 'every year from the first to the last with a closed trade', seenBy: fromTrades },
      yearlyPerformance,
    ),
    period_returns: composed(
      { is: 'four current periods', seenBy: fromTrades },
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
