import Type from 'typebox';
import { count, decimalText, fromTrades, nullable, percent, words } from '../shared.ts';

const pips = nullable(
  decimalText('Pips', fromTrades),
  'Pips, as decimal text; "0.0" without trades, null where none of them has a known pip size',
  fromTrades,
);

const side = (name: string) =>
  Type.Object(
    {
      trades: count('Closed trades', fromTrades),
      profit: decimalText('Net profit', fromTrades),
      pips,
    },
    words(name, fromTrades),
  );

/** One entry of a breakdown of closed trades. */
export const breakdownEntry = Type.Object(
  {
    total: Type.Object(
      {
        trades: count('Closed trades', fromTrades),
        won: count('Trades with a net profit above 0', fromTrades),
        lost: count('Trades with a net profit below 0', fromTrades),
        won_percentage: percent('Share of trades won', fromTrades),
        profit: decimalText('Net profit', fromTrades),
        pips,
      },
      words('All trades', fromTrades),
    ),
    longs: side('Buy trades'),
    shorts: side('Sell trades'),
  },
  { title: 'BreakdownEntry', ...words('One entry of a breakdown', fromTrades) },
);
