import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const record = (label: string, period: string, best: string) => {
  const [counted, none, noneOrCapital] =
    period === 'day'
      ? (['closed trades', 'no_trade', 'no_trade_or_capital'] as const)
      : (['a result', 'no_result', 'no_result_or_capital'] as const);
  return composed(
    {
      label,
      group: 'Wins and losses',
      shownAs: period === 'month' ? 'record of a month' : 'record',
      is: `${period} with the ${best} return among those with ${counted}`,
      formula: `without known capital the ${period} with the ${best} net profit; on a tie the earliest`,
      source: 'standard',
      restsOn: period === 'month' ? 'months' : 'days',
      seenBy: fromTrades,
    },
    {
      date: figure({
        unit: 'day',
        is: period === 'day' ? 'the day' : 'its first day',
        nullWhen: none,
        seenBy: 'hidden by trades',
      }),
      percent: figure({
        unit: 'percent',
        is: 'its time-weighted return',
        nullWhen: noneOrCapital,
        seenBy: fromTrades,
      }),
      profit: figure({
        unit: 'money',
        is: 'its net profit',
        nullWhen: none,
        seenBy: fromTrades,
      }),
    },
  );
};

/** Best, worst and average days, weeks and months. */
export const periods = {
  best_day: record('Best day', 'day', 'highest'),
  worst_day: record('Worst day', 'day', 'lowest'),
  best_week: record('Best week', 'week', 'highest'),
  worst_week: record('Worst week', 'week', 'lowest'),
  best_month: record('Best month', 'month', 'highest'),
  worst_month: record('Worst month', 'month', 'lowest'),
  profitable_days_percent: figure({
    label: 'Profitable days',
    group: 'Wins and losses',
    unit: 'share',
    is: 'share of days with a net profit above 0',
    formula: 'counts only days with closed trades',
    nullWhen: 'no_trade',
    source: 'standard',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  profitable_months_percent: figure({
    label: 'Profitable months',
    group: 'Wins and losses',
    unit: 'share',
    is: 'share of months with a net profit above 0',
    formula: 'counts only months with a result',
    nullWhen: 'no_result',
    source: 'standard',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
  best_day_share_percent: figure({
    label: 'Best day, share of profits',
    group: 'Wins and losses',
    unit: 'share',
    is: 'how much of the profit of all profitable days came from the best one',
    formula:
      '100 × highest net profit of a day / sum of the net profits above 0; only days with closed trades',
    nullWhen: 'no_winning_day',
    source: 'our own definition',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  best_month_share_percent: figure({
    label: 'Best month, share of profits',
    group: 'Wins and losses',
    unit: 'share',
    is: 'how much of the profit of all profitable months came from the best one',
    formula:
      '100 × highest net profit of a month / sum of the net profits above 0; only months with a result',
    nullWhen: 'no_winning_month',
    source: 'our own definition',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
  best_symbol_share_percent: figure({
    label: 'Best instrument, share of profits',
    group: 'Wins and losses',
    unit: 'share',
    is: 'how much of the profit of all profitable instruments came from the best one',
    formula: '100 × highest net profit of an instrument / sum of the net profits above 0',
    nullWhen: 'no_winning_instrument',
    source: 'our own definition',
    seenBy: fromTrades,
  }),
  avg_monthly_geometric_percent: figure({
    label: 'Average monthly return, compounded',
    group: 'Edge',
    unit: 'percent',
    is: 'monthly return that, compounded over all months, gives the return of those months',
    formula: 'geometric mean of (1 + return) − 1 of the listed months; −100 after a total loss',
    nullWhen: 'no_capital_or_result',
    source: 'Myfxbook and MetaStats (monthly return)',
    restsOn: 'months',
    seenBy: fromTrades,
  }),
} as const;
