import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const source = 'own, on the time-weighted index (GIPS 2020) at the end of every day, UTC';

const started = figure({
  unit: 'day',
  is: 'the first day that ended below the peak',
  seenBy: fromTrades,
});

const days = figure({
  unit: 'count',
  is: 'calendar days that ended below the peak; of a drawdown under way up to the day of `updated_at`',
  seenBy: fromTrades,
});

const episode = {
  started,
  bottomed: figure({
    unit: 'day',
    is: 'the first day that ended as deep as any',
    seenBy: fromTrades,
  }),
  recovered: figure({
    unit: 'day',
    is: 'the first day that ended at the peak again, or above it',
    nullWhen: 'it lasts',
    seenBy: fromTrades,
  }),
  depth_percent: figure({
    unit: 'percent',
    is: 'how far the index of the day it bottomed stood below the peak, positive',
    source,
    seenBy: fromTrades,
  }),
  depth_money: figure({
    unit: 'money',
    is: 'net loss from the peak to the end of the day it bottomed; negative where flows in between let more be won than lost',
    source: 'own',
    seenBy: fromTrades,
  }),
  days_down: figure({
    unit: 'count',
    is: 'calendar days from the last one at the peak to the day it bottomed',
    seenBy: fromTrades,
  }),
  days_to_recover: figure({
    unit: 'count',
    is: 'calendar days from the day it bottomed to the day it recovered',
    nullWhen: 'it lasts',
    seenBy: fromTrades,
  }),
  days,
};

const nothing = 'the index never ended a day below its peak, or capital is unknown';

export const drawdowns = Type.Object(
  {
    current: composed(
      {
        is: 'the drawdown under way, as it stands',
        nullWhen: 'the index stands at its peak, or capital is unknown',
        seenBy: fromTrades,
      },
      {
        depth_percent: figure({
          unit: 'percent',
          is: 'how far the index stands below its peak, positive',
          source,
          seenBy: fromTrades,
        }),
        started,
        days,
      },
    ),
    longest: composed(
      {
        is: 'the one with the most days below its peak; the earliest at a tie',
        nullWhen: nothing,
        seenBy: fromTrades,
      },
      episode,
    ),
    episodes_count: figure({
      unit: 'count',
      is: 'how often the index ended a day below its peak; falls of less than 0.00005 % are none',
      seenBy: fromTrades,
    }),
    episodes: listOf(
      { is: 'the 20 deepest, the deepest first', seenBy: fromTrades },
      Type.Object(episode),
    ),
  },
  {
    title: 'Drawdowns',
    ...words('Times below the peak, the 20 deepest of them', 'hidden by drawdowns'),
  },
);
