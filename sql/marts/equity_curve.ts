import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noCapital = 'capital is unknown';

export const dailyPerformance = Type.Object({
  date: figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades }),
  cumulative_balance: figure({
    unit: 'amount',
    is: 'balance at the end of the day; for a portfolio, of the members that have joined it',
    nullWhen: noCapital,
    seenBy: fromTrades,
  }),
  cumulative_equity: figure({
    unit: 'amount',
    is: 'equity of the last report of the day',
    nullWhen:
      'no equity report came on that day; for a portfolio also while a member that joined has not reported yet',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  cumulative_profit: figure({
    unit: 'money',
    is: 'net profit so far',
    nullWhen: 'never: the days begin with the first closed trade',
    seenBy: fromTrades,
  }),
  twr_percent: figure({
    unit: 'percent',
    is: 'time-weighted return up to the end of the day',
    nullWhen: noCapital,
    source: 'GIPS 2020 (true time-weighted return)',
    seenBy: fromTrades,
  }),
  twr_equity_percent: figure({
    unit: 'percent',
    is: 'time-weighted return up to the end of the day, from equity reports, which include open positions',
    formula:
      'product over days with a report of (equity − deposits and withdrawals since the last report) / last equity, − 1',
    nullWhen: 'capital is unknown, or no equity report came up to that day',
    source: 'GIPS 2020, from equity reports instead of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  drawdown: figure({
    unit: 'percent',
    is: 'how far the return is below its highest value so far, negative or 0',
    formula: 'measured on 1 + time-weighted return; the start counts as the first peak',
    nullWhen: noCapital,
    source: 'our own definition, as `max_drawdown_percent`',
    seenBy: fromTrades,
  }),
  peak_balance: figure({
    unit: 'amount',
    is: 'highest balance after a trade so far',
    nullWhen: noCapital,
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
    nullWhen: 'never: every day listed has a trade',
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
