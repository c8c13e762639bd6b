import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const source = 'our own definition, at the end of every day, UTC';

const started = figure({
  unit: 'day',
  is: 'first day that ended below the peak',
  seenBy: fromTrades,
});

const days = figure({
  unit: 'count',
  is: 'calendar days that ended below the peak; for a current drawdown up to the day of `updated_at`',
  seenBy: fromTrades,
});

const episode = {
  started,
  bottomed: figure({
    unit: 'day',
    is: 'first day that ended at the lowest point',
    seenBy: fromTrades,
  }),
  recovered: figure({
    unit: 'day',
    is: 'first day that ended at or above the old peak',
    nullWhen: 'not_recovered',
    seenBy: fromTrades,
  }),
  depth_percent: figure({
    unit: 'percent',
    is: 'fall from the peak to the lowest point, as a positive number',
    source,
    seenBy: fromTrades,
  }),
  depth_money: figure({
    unit: 'money',
    is: 'net loss from the peak to the end of the day with the lowest point',
    formula: 'negative if money paid in meanwhile made more profit than the losses',
    source: 'our own definition',
    seenBy: fromTrades,
  }),
  days_down: figure({
    unit: 'count',
    is: 'calendar days from the last day at the peak to the lowest point',
    seenBy: fromTrades,
  }),
  days_to_recover: figure({
    unit: 'count',
    is: 'calendar days from the lowest point to recovery',
    nullWhen: 'not_recovered',
    seenBy: fromTrades,
  }),
  days,
};

export const drawdowns = Type.Object(
  {
    current: composed(
      {
        is: 'current drawdown',
        nullWhen: 'no_drawdown_or_capital',
        seenBy: fromTrades,
      },
      {
        depth_percent: figure({
          unit: 'percent',
          is: 'how far the return is below its peak now, as a positive number',
          source,
          seenBy: fromTrades,
        }),
        started,
        days,
      },
    ),
    longest: composed(
      {
        is: 'drawdown with the most days below the peak; on a tie the earliest',
        nullWhen: 'no_day_below_peak_or_capital',
        seenBy: fromTrades,
      },
      episode,
    ),
    episodes_count: figure({
      unit: 'count',
      is: 'number of drawdowns; falls of less than 0.00005 % do not count',
      seenBy: fromTrades,
    }),
    episodes: listOf(
      { is: 'drawdowns, deepest first', most: 20, seenBy: fromTrades },
      Type.Object(episode),
    ),
  },
  {
    title: 'Drawdowns',
    ...words('Current, longest and deepest drawdowns', 'hidden by drawdowns'),
  },
);
