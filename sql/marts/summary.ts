import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { sourceNames } from '../raw/source_names.ts';
import { fromTrades, words } from '../shared.ts';

/** Reason why the track record of an account that was read from the broker is not confirmed. */
export const depositsNotRead = 'trades read from the broker, deposits unknown';

const unknownCapital = [
  depositsNotRead,
  'deposits unknown',
  'no opening balance, no deposit',
] as const;

const group = 'Key figures';

export const performance = Type.Object(
  {
    twr_percent: figure({
      label: 'Return',
      group,
      unit: 'percent',
      is: 'time-weighted return: growth without the effect of deposits and withdrawals',
      formula:
        'product of (1 + net profit / capital before it) − 1; −100 after a total loss; trades without capital are skipped',
      nullWhen: 'no_capital_but_0_without_trade',
      source: 'GIPS 2020 (true time-weighted return)',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    absolute_gain_percent: figure({
      label: 'Absolute gain',
      group,
      unit: 'percent',
      is: 'net profit as a share of all money paid in, without compounding',
      formula: '100 × net profit / (starting capital + deposits)',
      nullWhen: 'no_capital_or_deposits',
      source: 'our own definition',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    max_drawdown_percent: figure({
      label: 'Max drawdown',
      group,
      unit: 'share',
      is: 'deepest fall of the return below its highest value so far, as a positive number',
      formula:
        'after every trade, on 1 + time-weighted return; the start is the first peak; deposits and withdrawals have no effect',
      nullWhen: 'no_capital_but_0_without_trade',
      source: 'our own definition; MetaTrader measures the balance, deposits included',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    avg_daily_return_percent: figure({
      label: 'Average daily return',
      group,
      unit: 'percent',
      is: 'average return of the days with closed trades',
      formula: 'arithmetic mean',
      nullWhen: 'no_capital_or_trade',
      source: 'our own definition',
      restsOn: 'days',
      seenBy: fromTrades,
    }),
    avg_monthly_return_percent: figure({
      label: 'Average monthly return',
      group,
      unit: 'percent',
      is: 'average of the monthly returns, as published',
      formula: 'arithmetic mean',
      nullWhen: 'no_capital_or_result',
      source: 'our own definition',
      restsOn: 'months',
      seenBy: fromTrades,
    }),
    cagr_percent: figure({
      label: 'Return a year',
      group,
      unit: 'percent',
      is: 'return per year that, compounded, gives the total return',
      formula:
        '((1 + return) ^ (365.25 / days) − 1) × 100; days from `since` to `updated_at` or a later event',
      nullWhen: 'no_capital_or_90_days',
      source: 'compound annual growth rate',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    since: figure({
      unit: 'day',
      is: 'day of the first event that counts, or day of the history cut',
      nullWhen: 'no_event',
      source: 'our own definition',
      seenBy: fromTrades,
    }),
    open_profit: figure({
      label: 'Open result',
      group,
      unit: 'money',
      is: 'floating profit of open positions',
      formula: '`equity` − `balance`',
      nullWhen: 'no_equity_or_balance',
      source: 'our own definition',
      restsOn: 'positions',
      seenBy: fromTrades,
    }),
    open_profit_percent: figure({
      unit: 'percent',
      is: 'floating profit of open positions as a share of the balance',
      formula: '100 × `open_profit` / `balance`',
      nullWhen: 'no_equity_or_positive_balance',
      source: 'our own definition',
      restsOn: 'positions',
      seenBy: fromTrades,
    }),
    deposits: figure({
      label: 'Deposits',
      group,
      unit: 'amount',
      is: 'sum of all deposits',
      nullWhen: 'no_data_or_deposits',
      restsOn: 'flows',
      seenBy: 'public',
    }),
    withdrawals: figure({
      label: 'Withdrawals',
      group,
      unit: 'amount',
      is: 'sum of all withdrawals, as a positive amount',
      nullWhen: 'no_data_or_deposits',
      restsOn: 'flows',
      seenBy: 'public',
    }),
  },
  { title: 'Performance', ...words('Headline figures', fromTrades) },
);

/** Part of the account object that comes from published data; the registry adds the rest. */
export const summary = Type.Object({
  platform: figure({
    unit: 'text',
    is: 'trading platform: MT4, MT5, cTrader or TradeLocker',
    nullWhen: 'no_data_or_members_differ',
    seenBy: 'public',
  }),
  currency: figure({
    unit: 'text',
    is: 'currency of every amount',
    nullWhen: 'no_data',
    seenBy: 'public',
  }),
  broker: figure({
    unit: 'text',
    is: 'name of the broker',
    nullWhen: 'not_said',
    seenBy: 'public',
  }),
  server: figure({
    unit: 'text',
    is: "name of the broker's trade server",
    nullWhen: 'not_said',
    seenBy: 'public',
  }),
  leverage: figure({
    unit: 'leverage',
    is: 'leverage, such as 100 for 1:100',
    nullWhen: 'not_said',
    seenBy: 'public',
  }),
  demo: figure({
    unit: 'flag',
    is: 'true for a demo account, false for a real one',
    nullWhen: 'not_said_which',
    seenBy: 'public',
  }),
  data_source: figure({
    unit: 'text',
    among: sourceNames,
    is: 'where its newest data came from: `broker_api` (read from the broker), `terminal`, `operator_file`, `owner_statement`, `owner_api` or `feed`',
    nullWhen: 'no_data_or_members_differ_always',
    seenBy: 'public',
  }),
  reconciled: figure({
    unit: 'flag',
    is: 'true if the trades and deposits add up to the balance and every amount of money that the statements print',
    formula:
      'to the last printed digit, if both use the same definition; false for a portfolio if false for a member',
    nullWhen: 'no_balance_or_capital',
    seenBy: fromTrades,
  }),
  reconciliation: composed(
    {
      is: 'balances that `reconciled` compares',
      nullWhen: 'not_owner',
      seenBy: 'owner',
    },
    {
      reported_balance: figure({
        unit: 'amount',
        is: 'balance that the platform printed',
        nullWhen: 'no_balance_to_compare',
        seenBy: 'owner',
      }),
      balance: figure({
        unit: 'amount',
        is: 'balance computed from trades and deposits',
        formula:
          'as of `updated_at` or now, with or without opening costs of open positions: the one nearest to the printed balance',
        nullWhen: 'no_balance_to_compare',
        seenBy: 'owner',
      }),
      gap: figure({
        unit: 'money',
        is: 'difference between both balances',
        formula: '`balance` − `reported_balance`',
        nullWhen: 'no_balance_to_compare',
        seenBy: 'owner',
      }),
    },
  ),
  balance: figure({
    label: 'Balance',
    group,
    unit: 'amount',
    is: 'balance from closed trades, deposits and withdrawals',
    nullWhen: 'no_capital_and_balance',
    seenBy: fromTrades,
  }),
  equity: figure({
    label: 'Equity',
    group,
    unit: 'amount',
    is: 'balance plus the floating profit of open positions',
    nullWhen: 'no_capital_balance_and_report',
    seenBy: fromTrades,
  }),
  unknown_capital: figure({
    unit: 'text',
    among: unknownCapital,
    is: 'why capital is unknown, and with it everything that is measured against capital',
    nullWhen: 'no_data_or_known_capital',
    seenBy: 'public',
  }),
  created_at: figure({
    unit: 'instant',
    is: 'time at which the account was first seen',
    nullWhen: 'no_data',
    seenBy: 'public',
  }),
  updated_at: figure({
    unit: 'instant',
    is: 'time of the newest report of the account',
    nullWhen: 'no_data',
    seenBy: 'public',
  }),
  performance,
});
