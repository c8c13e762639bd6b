import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noData = 'the account has never sent data';
const noSource = 'the source says nothing of it; of a portfolio also where its members differ';
const group = 'Key figures';

export const performance = Type.Object(
  {
    twr_percent: figure({
      label: 'Return',
      group,
      unit: 'percent',
      is: 'time-weighted return, deposits and withdrawals excluded: product of (1 + net result / capital before it), minus 1. A loss of all capital: −100 from there on. A trade without capital changes nothing',
      nullWhen: 'capital is unknown; 0 where it is known and nothing was closed',
      source: 'true time-weighted return, GIPS 2020',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    absolute_gain_percent: figure({
      label: 'Absolute gain',
      group,
      unit: 'percent',
      is: '100 × net profit / (starting capital + deposits), without compounding',
      nullWhen: 'capital is unknown, or starting capital and deposits are not above 0',
      source: 'own',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    max_drawdown_percent: figure({
      label: 'Max drawdown',
      group,
      unit: 'share',
      is: 'deepest fall of the time-weighted index below its running peak, positive; the index starts at 1, which is a peak. Flows move neither',
      nullWhen: 'capital is unknown; 0 where it is known and nothing was closed',
      source:
        'own: MetaTrader measures the balance instead, where late deposits and withdrawals count',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    avg_daily_return_percent: figure({
      label: 'Average day',
      group,
      unit: 'percent',
      is: 'arithmetic mean of the returns of the days with closed trades',
      nullWhen: 'capital is unknown, or no trade was closed',
      source: 'own',
      restsOn: 'days',
      seenBy: fromTrades,
    }),
    avg_monthly_return_percent: figure({
      label: 'Average month',
      group,
      unit: 'percent',
      is: 'arithmetic mean of the monthly returns, as published',
      nullWhen: 'capital is unknown, or no trade was closed',
      source: 'own',
      restsOn: 'months',
      seenBy: fromTrades,
    }),
    cagr_percent: figure({
      label: 'Return a year',
      group,
      unit: 'percent',
      is: '((1 + return) ^ (365.25 / days) − 1) × 100, days from `since` to the day of `updated_at`, or of the last event where that is later; −100 stays −100',
      nullWhen: 'capital is unknown, or there are fewer than 90 days',
      source: 'standard (compound annual growth rate)',
      restsOn: 'trades',
      seenBy: fromTrades,
    }),
    since: figure({
      unit: 'day',
      is: 'day of the first event that counts, or of the history cut',
      nullWhen: 'there is no event',
      source: 'own',
      seenBy: fromTrades,
    }),
    open_profit: figure({
      label: 'Open result',
      group,
      unit: 'money',
      is: '`equity` − `balance`',
      nullWhen: 'either is unknown',
      source: 'own',
      restsOn: 'positions',
      seenBy: fromTrades,
    }),
    open_profit_percent: figure({
      unit: 'percent',
      is: '100 × `open_profit` / `balance`',
      nullWhen: 'either is unknown, or the balance is not above 0',
      source: 'own',
      restsOn: 'positions',
      seenBy: fromTrades,
    }),
    deposits: figure({
      label: 'Deposits',
      group,
      unit: 'amount',
      is: 'total deposited',
      nullWhen: noData,
      restsOn: 'flows',
      seenBy: 'public',
    }),
    withdrawals: figure({
      label: 'Withdrawals',
      group,
      unit: 'amount',
      is: 'total withdrawn, positive',
      nullWhen: noData,
      restsOn: 'flows',
      seenBy: 'public',
    }),
  },
  { title: 'Performance', ...words('Headline figures', fromTrades) },
);

/** Ways in which facts come in that are told apart; all others are the operator's own files. */
export const dataSources = ['statement_file', 'terminal', 'owner_api'] as const;
export type DataSource = (typeof dataSources)[number];

const nothingCompared = 'nothing was compared';

/** What the snapshot says of an account; the registry adds the rest of the account object. */
export const summary = Type.Object({
  platform: figure({
    unit: 'text',
    is: 'MT4, MT5, cTrader or TradeLocker',
    nullWhen: `${noData}; also of a portfolio whose members differ`,
    seenBy: 'public',
  }),
  currency: figure({
    unit: 'text',
    is: 'currency of every amount',
    nullWhen: noData,
    seenBy: 'public',
  }),
  broker: figure({ unit: 'text', is: 'name of the broker', nullWhen: noSource, seenBy: 'public' }),
  server: figure({
    unit: 'text',
    is: "name of the broker's trade server",
    nullWhen: noSource,
    seenBy: 'public',
  }),
  leverage: figure({
    unit: 'leverage',
    is: 'leverage: 100 stands for 1:100',
    nullWhen: noSource,
    seenBy: 'public',
  }),
  demo: figure({
    unit: 'flag',
    is: 'true for a demo account',
    nullWhen:
      'the source does not tell whether it is a demo account; of a portfolio also where its members differ',
    seenBy: 'public',
  }),
  data_source: figure({
    unit: 'text',
    among: dataSources,
    is: "how the facts came in: `statement_file`, imported from a platform's statement; `terminal`, sent by the terminal; `owner_api`, sent by a program of the owner. A portfolio's where its members agree",
    nullWhen: "they are files of the operator's own; of a portfolio also where its members differ",
    seenBy: 'public',
  }),
  reconciled: figure({
    unit: 'flag',
    is: 'whether all money that statements print of themselves, and the balance that the platform printed, is what the bookings give as of then, to the last digit printed and wherever it is defined alike. A portfolio: false where a member is',
    nullWhen: 'no balance was printed or capital is unknown; of a portfolio where a member is null',
    seenBy: fromTrades,
  }),
  reconciliation: composed(
    {
      is: 'what `reconciled` compares',
      nullWhen: 'somebody else than its owner asks',
      seenBy: 'owner',
    },
    {
      reported_balance: figure({
        unit: 'amount',
        is: 'balance as the platform printed it',
        nullWhen: nothingCompared,
        seenBy: 'owner',
      }),
      balance: figure({
        unit: 'amount',
        is: 'balance from the bookings, as of `updated_at` or the present one, with or without what opening the open positions cost, whichever is nearest',
        nullWhen: nothingCompared,
        seenBy: 'owner',
      }),
      gap: figure({
        unit: 'money',
        is: '`balance` less `reported_balance`',
        nullWhen: nothingCompared,
        seenBy: 'owner',
      }),
    },
  ),
  balance: figure({
    label: 'Balance',
    group,
    unit: 'amount',
    is: 'closed-trade balance',
    nullWhen: 'capital is unknown and the platform printed no balance',
    seenBy: fromTrades,
  }),
  equity: figure({
    label: 'Equity',
    group,
    unit: 'amount',
    is: 'balance and floating result of open positions',
    nullWhen:
      'capital is unknown, the platform printed no balance and no equity report is as new as the newest booking',
    seenBy: fromTrades,
  }),
  created_at: figure({
    unit: 'instant',
    is: 'when the account was first seen',
    nullWhen: noData,
    seenBy: 'public',
  }),
  updated_at: figure({
    unit: 'instant',
    is: 'when the account last reported',
    nullWhen: noData,
    seenBy: 'public',
  }),
  performance,
});
