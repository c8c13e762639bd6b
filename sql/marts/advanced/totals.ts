import Type from 'typebox';
import { figure, listOf } from '../../figures.ts';
import { fromTrades, words } from '../../shared.ts';
import { noData, noTrades } from './unknown.ts';

const outcomes = {
  won: figure({ unit: 'count', is: 'won', seenBy: fromTrades }),
  lost: figure({ unit: 'count', is: 'lost', seenBy: fromTrades }),
};

/** What all trades come to, and the data of the charts. */
export const totals = {
  total_trades: figure({
    label: 'Closed trades',
    group: 'Totals',
    unit: 'count',
    is: 'closed trades',
    nullWhen: noData,
    seenBy: fromTrades,
  }),
  total_lots: figure({
    label: 'Lots',
    group: 'Totals',
    unit: 'lots',
    is: 'lots closed',
    nullWhen: noData,
    seenBy: 'hidden by volume',
  }),
  total_pips: figure({
    label: 'Pips',
    group: 'Totals',
    unit: 'pips',
    is: 'pips of the trades with a known pip size, 0 without trades: (close − open) / pip size, negated for sells. The size is from the table `symbols`, else by name for currency pairs, gold and silver, else unknown',
    nullWhen: 'there are trades and none has a known pip size',
    source: 'never guessed from printed digits',
    seenBy: fromTrades,
  }),
  total_swap: figure({
    label: 'Swaps',
    group: 'Totals',
    unit: 'money',
    is: 'swap, negative when charged',
    nullWhen: noData,
    seenBy: fromTrades,
  }),
  total_commissions: figure({
    label: 'Commissions',
    group: 'Totals',
    unit: 'money',
    is: 'commission, negative when charged',
    nullWhen: noData,
    seenBy: fromTrades,
  }),
  avg_trade_length_hours: figure({
    label: 'Average trade length',
    group: 'Totals',
    unit: 'hours',
    is: 'mean time from opening to closing',
    nullWhen: noTrades,
    seenBy: fromTrades,
  }),
  autotrading_trades: figure({
    label: 'By program',
    group: 'Trading style',
    unit: 'count',
    is: 'trades with a magic number other than 0; none on cTrader and TradeLocker',
    nullWhen: noData,
    seenBy: fromTrades,
  }),
  manual_trades: figure({
    label: 'By hand',
    group: 'Trading style',
    unit: 'count',
    is: 'all other trades',
    nullWhen: noData,
    seenBy: fromTrades,
  }),
  autotrading_percentage: figure({
    label: 'Share by program',
    group: 'Trading style',
    unit: 'share',
    is: 'share of `autotrading_trades`',
    nullWhen: noTrades,
    seenBy: fromTrades,
  }),
  charts: Type.Object(
    {
      trades_by_hour: listOf(
        { is: 'by hour of closing, always 24', seenBy: fromTrades },
        Type.Object({
          hour: figure({ unit: 'count', is: 'hour, UTC', seenBy: 'public' }),
          ...outcomes,
        }),
      ),
      trades_by_weekday: listOf(
        { is: 'by weekday of closing, always 7', seenBy: fromTrades },
        Type.Object({
          day: figure({ unit: 'count', is: '1 is Monday', seenBy: 'public' }),
          ...outcomes,
        }),
      ),
      recent_trades_duration: listOf(
        { is: 'the last 50 closed trades, oldest first', seenBy: 'hidden by trades' },
        Type.Object({
          closed_at: figure({ unit: 'instant', is: 'when it closed', seenBy: fromTrades }),
          duration: figure({
            unit: 'seconds',
            is: 'time from opening to closing',
            seenBy: fromTrades,
          }),
          net_profit: figure({ unit: 'money', is: 'net profit', seenBy: fromTrades }),
        }),
      ),
    },
    words('Data of the charts', fromTrades),
  ),
} as const;
