import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

export const twr = Type.Object(
  {
    twr_trade_by_trade: listOf(
      { is: 'return so far after each closed trade, in order of closing', seenBy: fromTrades },
      figure({
        unit: 'percent',
        is: 'time-weighted return up to and including a trade',
        nullWhen: 'no_capital',
        source: 'GIPS 2020 (true time-weighted return)',
        seenBy: fromTrades,
      }),
    ),
  },
  {
    title: 'TimeWeightedReturn',
    ...words('Time-weighted return after each trade', 'hidden by twr'),
  },
);
