import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const column = (is: string, unit: 'count' | 'money' | 'ratio') =>
  listOf({ is, seenBy: fromTrades }, figure({ unit, is, seenBy: fromTrades }));

const end = (is: string) => figure({ unit: 'day', is, nullWhen: 'no_event', seenBy: 'public' });

/**
 * Index by day, from which the gain between any two days is read. One row per day with an event.
 */
export const dailyIndex = Type.Object(
  {
    first_day: end('day of the first event, or the cut'),
    last_day: end('day of `updated_at`, or of a later event or cut'),
    digits: figure({ unit: 'count', is: 'decimals of money', seenBy: 'public' }),
    has_capital: figure({
      unit: 'flag',
      is: 'whether capital is known, so that there is an index',
      seenBy: 'public',
    }),
    has_deposits: figure({
      unit: 'flag',
      is: 'whether all deposits and withdrawals are known',
      seenBy: 'public',
    }),
    day: column('days since 1970', 'count'),
    growth: column('index at the end of the day, without total losses', 'ratio'),
    losses: column('total losses so far', 'count'),
    net: column('net profit so far', 'money'),
    trades: column('trades closed so far', 'count'),
    won: column('trades won so far', 'count'),
    high: column('highest index of the day', 'ratio'),
    low: column('lowest index of the day', 'ratio'),
    fall: column('deepest fall below the highest index since the day began, negative', 'ratio'),
    flows: listOf(
      { is: 'days with deposits or withdrawals, and the sums up to their end', seenBy: 'public' },
      Type.Object({
        day: figure({ unit: 'count', is: 'days since 1970', seenBy: 'public' }),
        deposits: figure({ unit: 'money', is: 'deposits so far', seenBy: 'public' }),
        withdrawals: figure({ unit: 'money', is: 'withdrawals so far', seenBy: 'public' }),
      }),
    ),
  },
  {
    title: 'DailyIndex',
    ...words('Index by day, for gains between any two days', 'hidden by equity_curve'),
  },
);
