import Type from 'typebox';
import { words } from '../shared.ts';
import { edge } from './advanced/edge.ts';
import { growth } from './advanced/growth.ts';
import { periods } from './advanced/periods.ts';
import { streaks } from './advanced/streaks.ts';
import { totals } from './advanced/totals.ts';
import { weekdayReturns } from './advanced/weekday_returns.ts';
import { winsAndLosses } from './advanced/wins_and_losses.ts';

/** Statistics over all closed trades, in API order. */
export const advanced = Type.Object(
  {
    ...edge,
    ...winsAndLosses,
    ...weekdayReturns,
    ...periods,
    ...streaks,
    ...growth,
    ...totals,
  },
  {
    title: 'Advanced',
    ...words('Statistics over all closed trades', 'hidden by advanced'),
  },
);
