import Type from 'typebox';
import { figure, listOf } from '../../figures.ts';
import { fromTrades, words } from '../../shared.ts';

const outcomes = {
  won: figure({ unit: 'count', is: 'trades won', seenBy: fromTrades }),
  lost: figure({ unit: 'count', is: 'trades lost', seenBy: fromTrades }),
};

/** Totals over all trades, and the data of the charts. */
export const totals = {
  total_trades: figure({
    label: 'Closed trades',
    group: 'Totals',
    unit: 'count',
    is: 'number of closed trades',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
  total_lots: figure({
    label: 'Lots',
    group: 'Totals',
    unit: 'lots',
    is: 'total volume of closed trades in lots',
    nullWhen: 'no_data',
    seenBy: 'hidden by volume',
  }),
  total_pips: figure({
    label: 'Pips',
    group: 'Totals',
    unit: 'pips',
    is: 'total pips of the trades with a known pip size, 0 without trades',
    formula:
      '(close − open) / pip size, negated for sells; sizes from the table `symbols`, else by name',
    nullWhen: 'no_pip_size_of_trades',
    source: 'pip sizes are never guessed from the digits of a price',
    seenBy: fromTrades,
  }),
  total_swap: figure({
    label: 'Swaps',
    group: 'Totals',
    unit: 'money',
    is: 'total swap, negative if charged',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
  total_commissions: figure({
    label: 'Commissions',
    group: 'Totals',
    unit: 'money',
    is: 'total commission, negative if charged',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
  avg_trade_length_hours: figure({
    label: 'Average trade duration',
    group: 'Totals',
    unit: 'hours',
    is: 'average time from opening to closing',
    nullWhen: 'no_trade',
    seenBy: fromTrades,
  }),
  autotrading_trades: figure({
    label: 'Automated trades',
    group: 'Trading style',
    unit: 'count',
    is: 'trades with a magic number other than 0; always 0 on cTrader and TradeLocker',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
  manual_trades: figure({
    label: 'Manual trades',
    group: 'Trading style',
    unit: 'count',
    is: 'all other trades',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
  autotrading_percentage: figure({
    label: 'Automated share',
    group: 'Trading style',
    unit: 'share',
    is: 'share of `autotrading_trades` in all closed trades',
    nullWhen: 'no_trade',
    seenBy: fromTrades,
  }),
  charts: Type.Object(
    {
      trades_by_hour: listOf(
        { is: 'wins and losses by hour of closing, always 24 entries', seenBy: fromTrades },
        Type.Object({
          hour: figure({ unit: 'count', is: 'hour from 0 to 23, UTC', seenBy: 'public' }),
          ...outcomes,
        }),
      ),
      trades_by_weekday: listOf(
        { is: 'wins and losses by weekday of closing, always 7 entries', seenBy: fromTrades },
        Type.Object({
          day: figure({
            unit: 'count',
            is: 'weekday from 1 (Monday) to 7 (Sunday), UTC',
            seenBy: 'public',
          }),
          ...outcomes,
        }),
      ),
      profit_by_hour_of_week: listOf(
        {
          is: 'net profit by weekday and hour of closing, only hours with closed trades',
          seenBy: fromTrades,
        },
        Type.Object({
          day: figure({
            unit: 'count',
            is: 'weekday from 1 (Monday) to 7 (Sunday), UTC',
            seenBy: 'public',
          }),
          hour: figure({ unit: 'count', is: 'hour from 0 to 23, UTC', seenBy: 'public' }),
          trades: figure({ unit: 'count', is: 'number of closed trades', seenBy: fromTrades }),
          profit: figure({ unit: 'money', is: 'net profit', seenBy: fromTrades }),
        }),
      ),
      profit_by_side: listOf(
        {
          is: 'net profit so far of longs and of shorts, at the end of every month with closed trades',
          seenBy: 'hidden by monthly',
        },
        Type.Object({
          date: figure({ unit: 'month', is: 'the month', seenBy: 'public' }),
          longs_profit: figure({
            unit: 'money',
            is: 'net profit of all buy trades so far',
            seenBy: fromTrades,
          }),
          shorts_profit: figure({
            unit: 'money',
            is: 'net profit of all sell trades so far',
            seenBy: fromTrades,
          }),
        }),
      ),
      recent_trades_duration: listOf(
        { is: 'the last 50 closed trades, oldest first', seenBy: 'hidden by trades' },
        Type.Object({
          closed_at: figure({ unit: 'instant', is: 'closing time', seenBy: fromTrades }),
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
