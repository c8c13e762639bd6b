import Type, { type TProperties } from 'typebox';
import type { Cause } from '../causes.ts';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const returned = {
  return_percent: figure({
    unit: 'percent',
    is: 'time-weighted return of the period',
    nullWhen: 'no_capital',
    source: 'GIPS 2020',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  max_drawdown_percent: figure({
    unit: 'percent',
    is: 'deepest fall of the return below its highest value in the period, as a positive number',
    formula: 'at the end of each day; the value before the first day counts as the first peak',
    nullWhen: 'no_capital',
    source: 'our own definition',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
};

const sampled = {
  ...returned,
  sharpe_ratio_annualized: figure({
    unit: 'ratio',
    is: 'annualised Sharpe ratio of the period',
    formula: 'mean / sample standard deviation × √252 of the equity returns of its weekdays',
    nullWhen: 'no_weekday_sample',
    source: 'Sharpe 1994, risk-free rate 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
};

const last = <Members extends TProperties>(days: number, nullWhen: Cause, members: Members) =>
  composed(
    {
      is: `the ${days} days up to that date`,
      nullWhen,
      seenBy: fromTrades,
    },
    members,
  );

export const rolling = Type.Object(
  {
    month_ends: listOf(
      { is: 'months from the first to the last with a closed trade', seenBy: fromTrades },
      Type.Object({
        date: figure({
          unit: 'day',
          is: 'last day of each month between the first and last result; this month the day of `updated_at`',
          restsOn: 'months',
          seenBy: fromTrades,
        }),
        days_30: last(30, 'under_30_days', returned),
        days_90: last(90, 'under_90_days', sampled),
        days_365: last(365, 'under_365_days', sampled),
      }),
    ),
  },
  {
    title: 'Rolling',
    ...words(
      'Return and risk of the last 30, 90 and 365 days, at the end of each month',
      'hidden by rolling',
    ),
  },
);
