import Type, { type TSchema } from 'typebox';
import { cashFlow } from '../marts/equity_curve.ts';
import { count, fromTrades, money, percent, text, words } from '../shared.ts';

const columnOf = <Field extends TSchema>(field: Field, description: string) =>
  Type.Array(field, words(description, fromTrades));

/** Days of the equity curve, a column a figure. */
const columns = {
  date: columnOf(text('UTC day, YYYY-MM-DD', fromTrades), 'Days, in order'),
  twr_percent: columnOf(percent('Time-weighted return so far', fromTrades), 'As `twr_percent`'),
  drawdown: columnOf(percent('Distance from the running peak', fromTrades), 'As `drawdown`'),
  balance: columnOf(money('Balance', fromTrades), 'As `cumulative_balance`'),
  equity: columnOf(money("The day's last equity report", fromTrades), 'As `cumulative_equity`'),
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
  Type.Array(
    text('UTC day, YYYY-MM-DD', 'public'),
    words(`Days with a ${kind}, at most 200 of them`, 'public'),
  );

/** What a page shows beside the drawing. */
export const growth = Type.Object(
  {
    days: count('Days with closed trades, drawn or not', fromTrades),
    month_ends: days('The last day of every month with closed trades'),
    last_year: days('Every day of the last year, where the curve leaves days out'),
    flows: count('Deposits and withdrawals, listed or not', 'public'),
    newest_flows: Type.Array(cashFlow, words('The newest 200 of them', 'public')),
    deposit_days: flowDays('deposit'),
    withdrawal_days: flowDays('withdrawal'),
  },
  { title: 'Growth', ...words('Rows beside the equity curve', 'hidden by equity_curve') },
);
