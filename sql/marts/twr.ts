import Type from 'typebox';
import { fromTrades, words } from '../shared.ts';

export const twr = Type.Object(
  {
    twr_trade_by_trade: Type.Array(
      Type.Union([Type.Number(), Type.Null()]),
      words(
        'Cumulative time-weighted return in percent after each closed trade, in order',
        fromTrades,
      ),
    ),
  },
  {
    title: 'TimeWeightedReturn',
    ...words('Time-weighted return trade by trade', 'hidden by twr'),
  },
);
