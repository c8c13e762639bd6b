import Type from 'typebox';

export const twr = Type.Object(
  {
    twr_trade_by_trade: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description: 'Cumulative time-weighted return in percent after each closed trade, in order',
    }),
  },
  { description: 'Time-weighted return trade by trade' },
);
