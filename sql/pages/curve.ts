import Type, { type TSchema } from 'typebox';
import { figure, listOf } from '../figures.ts';
import { cashFlow, dailyPerformance } from '../marts/equity_curve.ts';
import { fromTrades, words } from '../shared.ts';

const day = dailyPerformance.properties;

const columnOf = <Field extends TSchema>(is: string, field: Field) =>
  listOf({ is, seenBy: fromTrades }, field);

/** Days of the equity curve, a column a figure. */
const columns = {
  date: columnOf('days, in order', day.date),
  twr_percent: columnOf('as `twr_percent`', day.twr_percent),
  drawdown: columnOf('as `drawdown`', day.drawdown),
  balance: columnOf('as `cumulative_balance`', day.cumulative_balance),
  equity: columnOf('as `cumulative_equity`', day.cumulative_equity),
};

/** What pages, widgets and small lines draw: bounded, however long the history. */
export const curve = Type.Object(columns, {
  title: 'Curve',
  ...words(
    'The equity curve in at most 398 days: the first, the last, and the extremes between them',
    'hidden by equity_curve',
  ),
});

const days = (description: string) => Type.Object(columns, words(description, fromTrades));

const flowDays = (kind: string) =>
  listOf(
    { is: `days with a ${kind}, at most 200 of them`, seenBy: 'public' },
    figure({ unit: 'day', is: 'day, UTC', seenBy: 'public' }),
  );

/** What a page shows beside the drawing. */
export const growth = Type.Object(
  {
    days: figure({
      unit: 'count',
      is: 'days with closed trades, drawn or not',
      seenBy: fromTrades,
    }),
    month_ends: days('The last day of every month with closed trades'),
    last_year: days('Every day of the last year, where the curve leaves days out'),
    flows: figure({
      unit: 'count',
      is: 'deposits and withdrawals, listed or not',
      seenBy: 'public',
    }),
    newest_flows: listOf({ is: 'the newest 200 of them', seenBy: 'public' }, cashFlow),
    deposit_days: flowDays('deposit'),
    withdrawal_days: flowDays('withdrawal'),
  },
  { title: 'Growth', ...words('Rows beside the equity curve', 'hidden by equity_curve') },
);
