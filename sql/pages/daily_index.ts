import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const column = (is: string, unit: 'count' | 'money' | 'ratio') =>
  listOf({ is, seenBy: fromTrades }, figure({ unit, is, seenBy: fromTrades }));

const piece = {
  high: figure({ unit: 'ratio', is: 'the highest it was', seenBy: fromTrades }),
  low: figure({ unit: 'ratio', is: 'the lowest it was', seenBy: fromTrades }),
  fall: figure({
    unit: 'ratio',
    is: 'the deepest it fell below its highest since they began, negative',
    seenBy: fromTrades,
  }),
};

const blocks = (days: number) =>
  listOf({ is: `the index over ${days} days at a time`, seenBy: fromTrades }, Type.Object(piece));

const end = (is: string) =>
  figure({ unit: 'day', is, nullWhen: 'nothing ever happened', seenBy: 'public' });

/** What the gain between any two days is looked up in, a column a figure, a row a day with an event. */
export const dailyIndex = Type.Object(
  {
    first_day: end('day of the first event, or the cut'),
    last_day: end('day of `updated_at`, or of a later event'),
    digits: figure({ unit: 'count', is: 'decimals of money', seenBy: 'public' }),
    has_capital: figure({ unit: 'flag', is: 'whether there is an index', seenBy: 'public' }),
    day: column('days since 1970', 'count'),
    growth: column('the index at the end of the day, losses of all capital left out', 'ratio'),
    losses: column('losses of all capital so far', 'count'),
    net: column('net profit so far', 'money'),
    trades: column('trades closed so far', 'count'),
    won: column('trades won so far', 'count'),
    high: column('the highest index of the day', 'ratio'),
    low: column('the lowest index of the day', 'ratio'),
    fall: column('the deepest fall below the highest since the day began, negative', 'ratio'),
    blocks: blocks(16),
    large_blocks: blocks(256),
    flows: listOf(
      { is: 'days with flows, and what had flowed by their end', seenBy: 'public' },
      Type.Object({
        day: figure({ unit: 'count', is: 'days since 1970', seenBy: 'public' }),
        deposits: figure({ unit: 'money', is: 'deposits so far', seenBy: 'public' }),
        withdrawals: figure({ unit: 'money', is: 'withdrawals so far', seenBy: 'public' }),
      }),
    ),
  },
  {
    title: 'DailyIndex',
    ...words('What any days of the record are measured by', 'hidden by equity_curve'),
  },
);
