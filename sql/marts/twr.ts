import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

export const twr = Type.Object(
  {
    twr_trade_by_trade: listOf(
      { is: 'cumulative return after each closed trade, in order', seenBy: fromTrades },
      figure({
        unit: 'percent',
        is: 'time-weighted return up to a trade',
        nullWhen: 'capital is unknown',
        source: 'true time-weighted return, GIPS 2020',
        seenBy: fromTrades,
      }),
    ),
  },
  {
    title: 'TimeWeightedReturn',
    ...words('Time-weighted return trade by trade', 'hidden by twr'),
  },
);
