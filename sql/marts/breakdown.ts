import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const trades = figure({ unit: 'count', is: 'number of closed trades', seenBy: fromTrades });
const profit = figure({ unit: 'moneyText', is: 'net profit', seenBy: fromTrades });
const pips = figure({
  unit: 'pipsText',
  is: 'total pips of the trades with a known pip size, 0.0 without trades',
  nullWhen: 'no_pip_size_of_trades',
  source: 'as `total_pips`',
  seenBy: fromTrades,
});

/** Figures of the closed trades of one instrument or one magic number. */
export const breakdownEntry = Type.Object(
  {
    total: composed(
      { is: 'all trades', seenBy: fromTrades },
      {
        trades,
        won: figure({
          unit: 'count',
          is: 'number of trades with a net profit above 0',
          seenBy: fromTrades,
        }),
        lost: figure({
          unit: 'count',
          is: 'number of trades with a net profit below 0',
          seenBy: fromTrades,
        }),
        won_percentage: figure({
          unit: 'share',
          is: 'share of trades that won',
          nullWhen: 'never_without_trade',
          seenBy: fromTrades,
        }),
        profit,
        pips,
      },
    ),
    longs: composed({ is: 'buy trades', seenBy: fromTrades }, { trades, profit, pips }),
    shorts: composed({ is: 'sell trades', seenBy: fromTrades }, { trades, profit, pips }),
  },
  {
    title: 'BreakdownEntry',
    ...words('Closed trades of one instrument or magic number', fromTrades),
  },
);
