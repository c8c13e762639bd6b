import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

export const dailyPerformance = Type.Object({
  date: figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades }),
  cumulative_balance: figure({
    unit: 'amount',
    is: 'balance at the end of the day; for a portfolio, of the members that have joined it',
    nullWhen: 'no_capital',
    seenBy: fromTrades,
  }),
  cumulative_equity: figure({
    unit: 'amount',
    is: 'equity of the last report of the day',
    nullWhen: 'no_report_on_day',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  cumulative_profit: figure({
    unit: 'money',
    is: 'net profit so far',
    nullWhen: 'never_before_trade',
    seenBy: fromTrades,
  }),
  twr_percent: figure({
    unit: 'percent',
    is: 'time-weighted return up to the end of the day',
    nullWhen: 'no_capital',
    source: 'GIPS 2020 (true time-weighted return)',
    seenBy: fromTrades,
  }),
  twr_equity_percent: figure({
    unit: 'percent',
    is: 'time-weighted return up to the end of the day, from equity reports, which include open positions',
    formula:
      'product over days with a report of (equity − deposits and withdrawals since the last report) / last equity, − 1',
    nullWhen: 'no_capital_or_report',
    source: 'GIPS 2020, from equity reports instead of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  drawdown: figure({
    unit: 'percent',
    is: 'how far the return is below its highest value so far, negative or 0',
    formula:
      'on 1 + time-weighted return, after the last trade of the day; the start counts as the first peak',
    nullWhen: 'no_capital',
    source: 'our own definition, as `max_drawdown_percent`',
    seenBy: fromTrades,
  }),
  peak_balance: figure({
    unit: 'amount',
    is: 'highest balance after a trade so far',
    nullWhen: 'no_capital',
    seenBy: fromTrades,
  }),
  trades_count: figure({
    unit: 'count',
    is: 'number of trades closed on that day',
    seenBy: fromTrades,
  }),
  win_rate: figure({
    unit: 'share',
    is: 'share of trades that won on that day',
    nullWhen: 'never_on_listed_day',
    seenBy: fromTrades,
  }),
});

export const cashFlow = Type.Object({
  date: figure({ unit: 'day', is: 'day, UTC', restsOn: 'flows', seenBy: 'public' }),
  amount: figure({
    unit: 'money',
    is: 'amount of a deposit (positive) or a withdrawal (negative)',
    restsOn: 'flows',
    seenBy: 'public',
  }),
});

export const equityCurve = Type.Object(
  {
    daily_performance: listOf(
      { is: 'days with closed trades, one row each', seenBy: fromTrades },
      dailyPerformance,
    ),
    deposits_withdrawals: listOf(
      { is: 'deposits and withdrawals in order of time', seenBy: 'public' },
      cashFlow,
    ),
  },
  {
    title: 'EquityCurve',
    ...words(
      'Daily balance, equity, return and drawdown, with deposits and withdrawals',
      'hidden by equity_curve',
    ),
  },
);
