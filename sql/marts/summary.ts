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

/** Ways in which facts come in that are told apart; all others are the operator's own files. */
export const dataSources = ['statement_file', 'terminal'] as const;

const owners = (description: string) =>
  nullable(Type.Number(), `${description}; null where nothing was compared`, 'owner');

const reconciliation = nullable(
  Type.Object({
    reported_balance: owners('Balance as the platform printed it'),
    balance: owners(
      'Balance from the bookings, as of `updated_at` or the present one, whichever is nearer',
    ),
    gap: owners('`balance` less `reported_balance`'),
  }),
  'What `reconciled` compares; null for everybody but the owner',
  'owner',
);

/** What the snapshot says of an account; the registry adds the rest of the account object. */
export const summary = Type.Object({
  platform: nullableText('MT4, MT5, cTrader or TradeLocker', 'public'),
  currency: nullableText('Currency of every amount', 'public'),
  broker: nullableText('Name of the broker', 'public'),
  server: nullableText("Name of the broker's trade server", 'public'),
  leverage: number('Leverage: 100 stands for 1:100', 'public'),
  demo: nullable(Type.Boolean(), 'True for a demo account, null until detected', 'public'),
  data_source: nullable(
    Type.String({ enum: [...dataSources] }),
    "How the facts came in: `statement_file`, imported from a platform's statement; `terminal`, sent by the terminal; null, files of the operator's own. A portfolio's where its members agree",
    'public',
  ),
  reconciled: nullable(
    Type.Boolean(),
    'Whether the balance that the platform printed is that of the bookings, but for its rounding, and no other sum of an imported statement is contradicted by its rows; null where nothing was printed or no capital is known. A portfolio: false where a member is, else null where a member is',
    fromTrades,
  ),
  reconciliation,
  balance: money('Closed-trade balance', fromTrades),
  equity: money('Balance and floating result of open positions', fromTrades),
  created_at: nullableInstant('When the account was first seen', 'public'),
  updated_at: nullableInstant('When the account last reported', 'public'),
  performance,
});
