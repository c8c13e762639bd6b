import Type from 'typebox';
import {
  fromTrades,
  money,
  nullable,
  nullableInstant,
  nullableText,
  number,
  percent,
  words,
} from '../shared.ts';

export const performance = Type.Object(
  {
    twr_percent: percent('Time-weighted return, deposits and withdrawals excluded', fromTrades),
    absolute_gain_percent: percent('Net profit over starting capital and deposits', fromTrades),
    max_drawdown_percent: percent(
      'Deepest fall of the time-weighted return below its peak, positive',
      fromTrades,
    ),
    avg_daily_return_percent: percent('Mean return of the days with closed trades', fromTrades),
    avg_monthly_return_percent: percent('Mean of the monthly returns', fromTrades),
    deposits: money('Total deposited', 'public'),
    withdrawals: money('Total withdrawn, positive', 'public'),
  },
  { title: 'Performance', ...words('Headline figures', fromTrades) },
);

/** What the snapshot says of an account; the registry adds the rest of the account object. */
export const summary = Type.Object({
  platform: nullableText('MT4, MT5, cTrader or TradeLocker', 'public'),
  currency: nullableText('Currency of every amount', 'public'),
  broker: nullableText('Name of the broker', 'public'),
  server: nullableText("Name of the broker's trade server", 'public'),
  leverage: number('Leverage: 100 stands for 1:100', 'public'),
  demo: nullable(Type.Boolean(), 'True for a demo account, null until detected', 'public'),
  balance: money('Closed-trade balance', fromTrades),
  equity: money('Balance and floating result of open positions', fromTrades),
  created_at: nullableInstant('When the account was first seen', 'public'),
  updated_at: nullableInstant('When the account last reported', 'public'),
  performance,
});
