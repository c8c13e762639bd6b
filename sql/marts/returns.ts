import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

export const returnDay = Type.Object({
  date: figure({ unit: 'day', is: 'calendar day, UTC', seenBy: fromTrades }),
  twr_percent: figure({
    unit: 'percentPerDay',
    is: 'time-weighted return of the day; the days compound to `performance.twr_percent`',
    formula:
      'product over trades and adjustments of (1 + net result / capital before), − 1; 0 without them',
    nullWhen: 'no_capital',
    source: 'GIPS 2020 (true time-weighted return)',
    seenBy: fromTrades,
  }),
  equity_percent: figure({
    unit: 'percentPerDay',
    is: 'return since the previous equity report, which includes open positions',
    formula:
      '(equity − deposits and withdrawals since the last report) / last equity, − 1, as in `twr_equity_percent`',
    nullWhen: 'no_equity_of_day',
    source: 'GIPS 2020, from equity reports instead of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  flows: figure({
    unit: 'money',
    is: 'deposits minus withdrawals of the day, and for a portfolio the capital that members bring when they join',
    restsOn: 'flows',
    seenBy: fromTrades,
  }),
  profit: figure({
    unit: 'money',
    is: 'net profit of the trades closed on that day, and adjustments such as interest',
    seenBy: fromTrades,
  }),
  balance: figure({
    unit: 'amount',
    is: 'balance at the end of the day',
    formula: 'balance of the day before + `flows` + `profit`',
    nullWhen: 'no_capital',
    seenBy: fromTrades,
  }),
});

/** One row a calendar day, which statistics libraries read as it is. */
export const returns = Type.Object(
  {
    starting_balance: figure({
      unit: 'amount',
      is: 'balance before the first day: the opening balance, or the balance at the history cut, else 0',
      nullWhen: 'no_data_or_capital',
      restsOn: 'flows',
      seenBy: fromTrades,
    }),
    days: listOf(
      {
        is: 'calendar days from the first to the last with a closed trade, deposit, withdrawal, adjustment or equity report, weekends too',
        seenBy: fromTrades,
      },
      returnDay,
    ),
  },
  {
    title: 'Returns',
    ...words(
      'Return, flows, profit and balance of every calendar day; annualise with 365, or fold weekends into Monday for 252',
      'hidden by equity_curve',
    ),
  },
);
