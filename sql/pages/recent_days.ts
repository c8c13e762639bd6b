import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const column = <Unit extends 'count' | 'day' | 'money'>(is: string, unit: Unit) =>
  listOf({ is, seenBy: fromTrades }, figure({ unit, is, seenBy: fromTrades }));

/**
 * Days with results in the newest three months, for the calendar on a page. One list per figure.
 */
export const recentDays = Type.Object(
  {
    date: column('days with a closed trade or another result, in order, UTC', 'day'),
    profit: column('net profit of the day, with interest and fees', 'money'),
    trades: column('trades closed on the day', 'count'),
  },
  {
    title: 'RecentDays',
    ...words('Results by day in the newest three months', 'hidden by equity_curve'),
  },
);
