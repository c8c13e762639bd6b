import Type from 'typebox';
import { count, decimalText, nullable, percent } from '../shared.ts';

const pips = nullable(
  decimalText('Pips'),
  'Pips, as decimal text; null where the pip size is unknown',
);

const side = (name: string) =>
  Type.Object(
    { trades: count('Closed trades'), profit: decimalText('Net profit'), pips },
    { description: name },
  );

/** One entry of a breakdown of closed trades. */
export const breakdownEntry = Type.Object({
  total: Type.Object(
    {
      trades: count('Closed trades'),
      won: count('Trades with a net profit above 0'),
      lost: count('Trades with a net profit below 0'),
      won_percentage: percent('Share of trades won'),
      profit: decimalText('Net profit'),
      pips,
    },
    { description: 'All trades' },
  ),
  longs: side('Buy trades'),
  shorts: side('Sell trades'),
});
