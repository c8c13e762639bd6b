import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const trades = figure({ unit: 'count', is: 'closed trades', seenBy: fromTrades });
const profit = figure({ unit: 'moneyText', is: 'net profit', seenBy: fromTrades });
const pips = figure({
  unit: 'pipsText',
  is: 'pips of the trades with a known pip size, 0.0 without trades',
  nullWhen: 'there are trades and none has a known pip size',
  source: 'as `total_pips`',
  seenBy: fromTrades,
});

/** One entry of a breakdown of closed trades. */
export const breakdownEntry = Type.Object(
  {
    total: composed(
      { is: 'all trades', seenBy: fromTrades },
      {
        trades,
        won: figure({
          unit: 'count',
          is: 'trades with a net profit above 0',
          seenBy: fromTrades,
        }),
        lost: figure({
          unit: 'count',
          is: 'trades with a net profit below 0',
          seenBy: fromTrades,
        }),
        won_percentage: figure({
          unit: 'share',
          is: 'share of trades won',
          nullWhen: 'never so far: every entry has a trade',
          seenBy: fromTrades,
        }),
        profit,
        pips,
      },
    ),
    longs: composed({ is: 'buy trades', seenBy: fromTrades }, { trades, profit, pips }),
    shorts: composed({ is: 'sell trades', seenBy: fromTrades }, { trades, profit, pips }),
  },
  { title: 'BreakdownEntry', ...words('One entry of a breakdown', fromTrades) },
);
