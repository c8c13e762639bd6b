import Type, { type TProperties } from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noCapital = 'capital is unknown';

const returned = {
  return_percent: figure({
    unit: 'percent',
    is: 'time-weighted return within these days',
    nullWhen: noCapital,
    source: 'GIPS 2020',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  max_drawdown_percent: figure({
    unit: 'percent',
    is: 'deepest fall of the index at the end of a day below the highest since these days began, positive; what it stood at before them counts',
    nullWhen: noCapital,
    source: 'own',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
};

const sampled = {
  ...returned,
  sharpe_ratio_annualized: figure({
    unit: 'ratio',
    is: 'mean / sample deviation × √252 of the equity returns of the weekdays among these days',
    nullWhen:
      'equity was reported over fewer than 30 of these weekdays, or on fewer than 30 and half of them, or without deviation',
    source: 'Sharpe 1994, risk-free rate 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
};

const last = <Members extends TProperties>(days: number, members: Members) =>
  composed(
    {
      is: `the last ${days} days`,
      nullWhen: `the record was younger than ${days} days`,
      seenBy: fromTrades,
    },
    members,
  );

export const rolling = Type.Object(
  {
    month_ends: listOf(
      { is: 'every month from the first to the last with a closed trade', seenBy: fromTrades },
      Type.Object({
        date: figure({
          unit: 'day',
          is: 'the last day of the month; of the month under way the day of `updated_at`',
          restsOn: 'months',
          seenBy: fromTrades,
        }),
        days_30: last(30, returned),
        days_90: last(90, sampled),
        days_365: last(365, sampled),
      }),
    ),
  },
  {
    title: 'Rolling',
    ...words('Return and risk of the last 30, 90 and 365 days by month', 'hidden by rolling'),
  },
);
