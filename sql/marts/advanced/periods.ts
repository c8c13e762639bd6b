import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';
import { noTrades } from './unknown.ts';

const record = (label: string, period: string, best: string) =>
  composed(
    {
      label,
      group: 'Wins and losses',
      shownAs: 'record',
      is: `${period} with the ${best} return, of those with closed trades; without known capital with the ${best} net result; the earliest at a tie`,
      source: 'standard',
      restsOn: period === 'month' ? 'months' : 'days',
      seenBy: fromTrades,
    },
    {
      date: figure({
        unit: 'day',
        is: `${period === 'day' ? 'the day' : 'its first day'}`,
        nullWhen: noTrades,
        seenBy: 'hidden by trades',
      }),
      percent: figure({
        unit: 'percent',
        is: 'time-weighted return within it',
        nullWhen: 'no trade was closed, or capital is unknown',
        seenBy: fromTrades,
      }),
      profit: figure({
        unit: 'money',
        is: 'net result',
        nullWhen: noTrades,
        seenBy: fromTrades,
      }),
    },
  );

/** Days, weeks and months beside each other. */
export const periods = {
  best_day: record('Best day', 'day', 'highest'),
  worst_day: record('Worst day', 'day', 'lowest'),
  best_week: record('Best week', 'week', 'highest'),
  worst_week: record('Worst week', 'week', 'lowest'),
  best_month: record('Best month', 'month', 'highest'),
  worst_month: record('Worst month', 'month', 'lowest'),
  profitable_days_percent: figure({
    label: 'Days with a profit',
    group: 'Wins and losses',
    unit: 'share',
    is: 'share of the days with closed trades whose net result is above 0',
    nullWhen: noTrades,
    source: 'standard',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  profitable_months_percent: figure({
    label: 'Months with a profit',
    group: 'Wins and losses',
    unit: 'share',
    is: 'share of the months with closed trades whose net result is above 0',
    nullWhen: noTrades,
    source: 'standard',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
  best_day_share_percent: figure({
    label: 'Share of the best day',
    group: 'Wins and losses',
    unit: 'share',
    is: 'highest net result of a day / sum of those above 0 × 100, of the days with closed trades',
    nullWhen: 'no such day has a net result above 0',
    source: 'own',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  best_month_share_percent: figure({
    label: 'Share of the best month',
    group: 'Wins and losses',
    unit: 'share',
    is: 'highest net result of a month / sum of those above 0 × 100, of the months with closed trades',
    nullWhen: 'no such month has a net result above 0',
    source: 'own',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
  best_symbol_share_percent: figure({
    label: 'Share of the best instrument',
    group: 'Wins and losses',
    unit: 'share',
    is: 'highest net result of an instrument / sum of those above 0 × 100',
    nullWhen: 'no instrument has a net result above 0',
    source: 'own',
    seenBy: fromTrades,
  }),
  avg_monthly_geometric_percent: figure({
    label: 'Geometric mean of months',
    group: 'Edge',
    unit: 'percent',
    is: 'geometric mean of (1 + return) of every month from the first to the last with a closed trade, minus 1; −100 once a month lost all',
    nullWhen: 'capital is unknown, or no trade was closed',
    source: 'as Myfxbook and MetaStats mean their monthly rate',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
} as const;
