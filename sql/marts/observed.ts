import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const definition = 'our own definition';

const part = {
  twr_percent: figure({
    unit: 'percent',
    is: 'time-weighted return',
    formula: 'as `performance.twr_percent`; (1 + before) × (1 + after) = 1 + the whole return',
    nullWhen: 'no_capital',
    source: 'GIPS 2020 (true time-weighted return)',
    seenBy: fromTrades,
  }),
  max_drawdown_percent: figure({
    unit: 'share',
    is: 'deepest fall of the return below its highest value so far in this part, as a positive number',
    formula: 'as `performance.max_drawdown_percent`, on an index that starts at 1 with this part',
    nullWhen: 'no_capital',
    source: definition,
    seenBy: fromTrades,
  }),
  trades: figure({ unit: 'count', is: 'closed trades', seenBy: fromTrades }),
  win_rate: figure({
    unit: 'share',
    is: 'share of trades with a profit',
    nullWhen: 'no_closed_trades',
    seenBy: fromTrades,
  }),
  profit_factor: figure({
    unit: 'ratio',
    is: 'gross profit / gross loss, both net of costs',
    nullWhen: 'no_loss',
    source: 'MetaTrader reports (profit factor)',
    seenBy: fromTrades,
  }),
  sharpe_ratio_annualized: figure({
    unit: 'ratio',
    is: 'Sharpe ratio of daily equity returns, per year',
    formula: 'as `advanced.sharpe_ratio_annualized`; a weekend counts with its Monday',
    nullWhen: 'no_weekday_sample_of_part',
    source: 'Sharpe 1994',
    restsOn: 'days',
    seenBy: fromTrades,
  }),
  months: figure({
    unit: 'months',
    is: 'length',
    formula:
      'days / 30.4375; from the first booking, cut or `from`, to `from`, the newest booking or `updated_at`',
    source: definition,
    restsOn: 'days',
    seenBy: fromTrades,
  }),
} as const;

/** Figures of the section, which runs compute. */
export const observedFigures = Type.Object({
  late_percent: figure({
    unit: 'share',
    is: 'share of the trades in `after` that came afterwards; other bookings count only if they did',
    formula: 'in a gap; or an owner’s source sent, changed or moved it over 72 hours later',
    nullWhen: 'no_watched_trade',
    source: definition,
    seenBy: fromTrades,
  }),
  before: composed(
    {
      is: 'figures of everything booked before `from`; of everything, if `from` is null',
      nullWhen: 'nothing_earned_before',
      seenBy: fromTrades,
    },
    part,
  ),
  after: composed(
    {
      is: 'figures of everything booked from `from` on',
      nullWhen: 'nothing_earned_after',
      seenBy: fromTrades,
    },
    part,
  ),
});

/** When strangers could read an account, which the registry knows. */
export const observedTimes = {
  since: figure({
    unit: 'instant',
    is: 'time at which the first version was served in which strangers could read the account; nobody can set it',
    nullWhen: 'public_never',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  from: figure({
    unit: 'day',
    is: 'first UTC day of `after`',
    formula:
      'the latest of: the day after `since`, the history cut, the day after a portfolio’s members changed',
    nullWhen: 'public_never',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  gaps: listOf(
    { is: 'times of a day or more since then in which it was not public', seenBy: fromTrades },
    Type.Object({
      from: figure({ unit: 'instant', is: 'beginning', restsOn: 'nothing', seenBy: fromTrades }),
      to: figure({
        unit: 'instant',
        is: 'end',
        nullWhen: 'gap_not_ended',
        restsOn: 'nothing',
        seenBy: fromTrades,
      }),
    }),
  ),
} as const;

/** The record before and since strangers could watch it. */
export const observed = Type.Object(
  { ...observedTimes, ...observedFigures.properties },
  {
    title: 'Observed',
    ...words(
      'The record before and since anybody could watch it: a chosen past is not a watched one',
      'hidden by observed',
    ),
  },
);
