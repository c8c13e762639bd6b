import Type from 'typebox';
import type { Cause } from '../causes.ts';
import { composed, figure, listOf, type Unit } from '../figures.ts';
import { fromTrades, type Privacy, words } from '../shared.ts';

/** Histogram of closed trades by a value in a unit. */
const histogram = (
  is: string,
  unit: Unit,
  value: string,
  nullWhen: Cause,
  seenBy: Privacy = fromTrades,
) =>
  composed(
    { is, nullWhen, source: 'our own definition', seenBy },
    {
      width: figure({
        unit,
        is: 'width of a bin',
        formula:
          'smallest of 1, 2, 5, 10, 20, 50 … times the smallest digit that gives at most 30 bins',
        seenBy: fromTrades,
      }),
      min: figure({ unit, is: `lowest ${value}`, seenBy: fromTrades }),
      max: figure({ unit, is: `highest ${value}`, seenBy: fromTrades }),
      bins: listOf(
        { is: 'bins with at least one trade, in order', seenBy: fromTrades },
        Type.Object({
          starts_at: figure({
            unit,
            is: `lower end of the bin, which belongs to it: a ${value} that is a multiple of the width`,
            seenBy: fromTrades,
          }),
          count: figure({ unit: 'count', is: 'number of trades in the bin', seenBy: fromTrades }),
          profit: figure({
            unit: 'money',
            is: 'net profit of the trades in the bin',
            seenBy: fromTrades,
          }),
        }),
      ),
    },
  );

export const distribution = Type.Object(
  {
    results: histogram('closed trades by net profit', 'money', 'net profit', 'no_trade'),
    pips: histogram(
      'closed trades with a known pip size, by pips',
      'pips',
      'number of pips',
      'no_pip_size',
    ),
    durations: histogram(
      'closed trades by duration',
      'seconds',
      'duration',
      'no_trade',
      'hidden by trades',
    ),
  },
  {
    title: 'Distribution',
    ...words('Histograms of net profit, pips and duration', 'hidden by distribution'),
  },
);
