import type { Reasons } from './form.ts';

/** Reasons why the badge of a track record lapses. Names in braces are values. */
export const lapseReasons = {
  lapse_source:
    'the account now has {data} from {source}, which is less trusted than the data it covers',
  lapse_bookings: 'trades or deposits',
  lapse_account: 'a description of the account',
  lapse_equity: 'equity reports',
  lapse_positions: 'open positions',
  lapse_figures: 'figures of a statement',
  lapse_by_broker_api: 'the broker',
  lapse_by_terminal: 'a terminal',
  lapse_by_operator_file: 'the operator’s files',
  lapse_by_owner_statement: 'a statement of the owner',
  lapse_by_owner_api: 'a program of the owner',
  lapse_by_feed: 'a feed',
  lapse_days: 'days that it covers changed, and data from {source} may be the cause',
  lapse_uncovered: 'no day is left that it covers',
  lapse_version: 'the version that it was given for is no longer in service',
  lapse_members: 'the portfolio has other accounts',
  lapse_portfolio_currency: 'the portfolio has another currency',
  lapse_platform: 'the platform changed, and data from {source} may be the cause',
  lapse_currency: 'the currency changed, and data from {source} may be the cause',
  lapse_broker: 'the broker changed, and data from {source} may be the cause',
  lapse_server: 'the server changed, and data from {source} may be the cause',
  lapse_leverage: 'the leverage changed, and data from {source} may be the cause',
  lapse_demo: 'the type (real or demo) changed, and data from {source} may be the cause',
  lapse_created_at: 'the first day changed, and data from {source} may be the cause',
} as const satisfies Reasons<'lapse'>;
