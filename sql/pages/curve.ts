import Type, { type TSchema } from 'typebox';
import { figure, listOf } from '../figures.ts';
import { cashFlow, dailyPerformance } from '../marts/equity_curve.ts';
import { fromTrades, words } from '../shared.ts';

const day = dailyPerformance.properties;

const columnOf = <Field extends TSchema>(is: string, field: Field) =>
  listOf({ is, seenBy: fromTrades }, field);

/** Days of the equity curve, one list per figure. */
const columns = {
  date: columnOf('days, in order', day.date),
  twr_percent: columnOf('as `twr_percent`', day.twr_percent),
  drawdown: columnOf('as `drawdown`', day.drawdown),
  balance: columnOf('as `cumulative_balance`', day.cumulative_balance),
  equity: columnOf('as `cumulative_equity`', day.cumulative_equity),
};

/** Curve that lists and widgets draw: at most 398 days, however long the history is. */
export const curve = Type.Object(columns, {
  title: 'Curve',
  ...words(
    'The equity curve in at most 398 days: the first, the last, and the highs and lows between them',
    'hidden by equity_curve',
  ),
});

/** Days that the charts of pages draw. It grows with the history. */
export const everyDay = Type.Object(columns, {
  title: 'Every day of the curve',
  ...words('Every day of the equity curve; no days if `curve` has all', 'hidden by equity_curve'),
});

const days = (description: string) => Type.Object(columns, words(description, fromTrades));

const flowDays = (kind: string) =>
  listOf(
    { is: `days with a ${kind}, at most 200`, seenBy: 'public' },
    figure({ unit: 'day', is: 'day, UTC', seenBy: 'public' }),
  );

/** Tables that a page shows next to the drawn curve. */
export const growth = Type.Object(
  {
    days: figure({
      unit: 'count',
      is: 'number of days with a result, drawn or not',
      seenBy: fromTrades,
    }),
    month_ends: days('The last day with a result of every month'),
    flows: figure({
      unit: 'count',
      is: 'number of deposits and withdrawals, listed or not',
      seenBy: 'public',
    }),
    newest_flows: listOf(
      { is: 'the newest 200 deposits and withdrawals', seenBy: 'public' },
      cashFlow,
    ),
    deposit_days: flowDays('deposit'),
    withdrawal_days: flowDays('withdrawal'),
  },
  { title: 'Growth', ...words('Tables next to the equity curve', 'hidden by equity_curve') },
);
