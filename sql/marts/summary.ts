import Type from 'typebox';
import { money, nullable, nullableInstant, nullableText, number, percent } from '../shared.ts';

export const performance = Type.Object(
  {
    twr_percent: percent('Time-weighted return, deposits and withdrawals excluded'),
    absolute_gain_percent: percent('Net profit over starting capital and deposits'),
    max_drawdown_percent: percent('Deepest fall of the time-weighted return below its peak'),
    avg_daily_return_percent: percent('Mean return of the days with closed trades'),
    avg_monthly_return_percent: percent('Mean of the monthly returns'),
    deposits: money('Total deposited'),
    withdrawals: money('Total withdrawn, positive'),
  },
  { description: 'Headline figures' },
);

/** What the snapshot says of an account; the registry adds the rest of the account object. */
export const summary = Type.Object({
  platform: nullableText('MT4, MT5, cTrader or TradeLocker'),
  currency: nullableText('Currency of every amount'),
  broker: nullableText('Name of the broker'),
  server: nullableText("Name of the broker's trade server"),
  leverage: number('Leverage: 100 stands for 1:100'),
  demo: nullable(Type.Boolean(), 'True for a demo account, null until detected'),
  balance: money('Closed-trade balance'),
  equity: money('Balance and floating result of open positions'),
  created_at: nullableInstant('When the account was first seen'),
  updated_at: nullableInstant('When the account last reported'),
  performance,
});
