import Type from 'typebox';
import { composed, figure, listOf, type Unit } from '../figures.ts';
import { fromTrades, type Privacy, words } from '../shared.ts';

/** Trades in bins by something that is told in a unit. */
const histogram = (
  is: string,
  unit: Unit,
  value: string,
  nullWhen: string,
  seenBy: Privacy = fromTrades,
) =>
  composed(
    { is, nullWhen, source: 'own', seenBy },
    {
      width: figure({
        unit,
        is: 'how wide a bin is: the least of 1, 2, 5, 10, 20, 50 … of its smallest digit that makes no more than 30 bins',
        seenBy: fromTrades,
      }),
      min: figure({ unit, is: `the lowest ${value}`, seenBy: fromTrades }),
      max: figure({ unit, is: `the highest ${value}`, seenBy: fromTrades }),
      bins: listOf(
        { is: 'bins with a trade, in order', seenBy: fromTrades },
        Type.Object({
          starts_at: figure({
            unit,
            is: `the lowest ${value} that falls into it, a multiple of the width; what is less than a width above it does too`,
            seenBy: fromTrades,
          }),
          count: figure({ unit: 'count', is: 'trades in it', seenBy: fromTrades }),
          profit: figure({ unit: 'money', is: 'their net result', seenBy: fromTrades }),
        }),
      ),
    },
  );

const noTrade = 'no trade was closed';

export const distribution = Type.Object(
  {
    results: histogram('closed trades by their net result', 'money', 'net result', noTrade),
    pips: histogram(
      'closed trades by their pips, those of a known pip size',
      'pips',
      'number of pips',
      'no trade has a known pip size',
    ),
    durations: histogram(
      'closed trades by how long they were open',
      'seconds',
      'duration',
      noTrade,
      'hidden by trades',
    ),
  },
  {
    title: 'Distribution',
    ...words('Histograms of results, pips and durations', 'hidden by distribution'),
  },
);
