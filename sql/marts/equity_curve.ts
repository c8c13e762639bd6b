import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noCapital = 'capital is unknown';

export const dailyPerformance = Type.Object({
  date: figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades }),
  cumulative_balance: figure({
    unit: 'amount',
    is: 'balance at the end of the day; of a portfolio, of the members that have joined it',
    nullWhen: noCapital,
    seenBy: fromTrades,
  }),
  cumulative_equity: figure({
    unit: 'amount',
    is: "the day's last equity report",
    nullWhen:
      'no equity report came on that day; of a portfolio also while a member that has joined never reported',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  cumulative_profit: figure({
    unit: 'money',
    is: 'net profit so far',
    nullWhen: 'never so far: the rows begin with the first closed trade',
    seenBy: fromTrades,
  }),
  twr_percent: figure({
    unit: 'percent',
    is: 'time-weighted return so far',
    nullWhen: noCapital,
    source: 'true time-weighted return, GIPS 2020',
    seenBy: fromTrades,
  }),
  twr_equity_percent: figure({
    unit: 'percent',
    is: 'time-weighted return so far, measured on equity reports: product over days with one of (equity − flows since the last) / last equity, minus 1',
    nullWhen: 'capital is unknown, or no equity report has come by that day',
    source: 'GIPS 2020, on equity reports in place of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  drawdown: figure({
    unit: 'percent',
    is: 'distance of the time-weighted index from its running peak, negative or 0; the index starts at 1, which is a peak',
    nullWhen: noCapital,
    source: 'own, as `max_drawdown_percent`',
    seenBy: fromTrades,
  }),
  peak_balance: figure({
    unit: 'amount',
    is: 'highest balance after a trade so far',
    nullWhen: noCapital,
    seenBy: fromTrades,
  }),
  trades_count: figure({ unit: 'count', is: 'trades closed on the day', seenBy: fromTrades }),
  win_rate: figure({
    unit: 'share',
    is: 'share of the day’s trades that won',
    nullWhen: 'never so far: every row has a trade',
    seenBy: fromTrades,
  }),
});

export const cashFlow = Type.Object({
  date: figure({ unit: 'day', is: 'day, UTC', restsOn: 'flows', seenBy: 'public' }),
  amount: figure({
    unit: 'money',
    is: 'positive for a deposit, negative for a withdrawal',
    restsOn: 'flows',
    seenBy: 'public',
  }),
});

export const equityCurve = Type.Object(
  {
    daily_performance: listOf(
      { is: 'one row per day with closed trades', seenBy: fromTrades },
      dailyPerformance,
    ),
    deposits_withdrawals: listOf({ is: 'one row per flow, in order', seenBy: 'public' }, cashFlow),
  },
  { title: 'EquityCurve', ...words('Daily performance and cash flows', 'hidden by equity_curve') },
);
