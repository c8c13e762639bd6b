import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { printedFigures } from '../raw/printed_figures.ts';
import { reasons } from '../reconciliation/reasons.ts';
import { fromTrades, words } from '../shared.ts';

const row = Type.Object({
  figure: figure({
    unit: 'text',
    among: Object.keys(printedFigures),
    is: 'name of the figure',
    seenBy: fromTrades,
  }),
  printed: figure({ unit: 'amount', is: 'value that the statement prints', seenBy: fromTrades }),
  decimals: figure({ unit: 'count', is: 'number of printed decimals', seenBy: fromTrades }),
  ours: figure({
    unit: 'amount',
    is: 'value computed here, rounded to as many decimals',
    seenBy: fromTrades,
  }),
  reason: figure({
    unit: 'text',
    among: Object.keys(reasons),
    is: 'rule that explains the difference',
    nullWhen: 'no_difference',
    seenBy: fromTrades,
  }),
});

/** Comparison of the newest statement with computed figures, for the account page. */
export const checked = Type.Object(
  {
    statements: figure({ unit: 'count', is: 'number of compared statements', seenBy: 'public' }),
    printed_at: figure({
      unit: 'instant',
      is: 'time that the newest statement describes',
      nullWhen: 'no_statement_of_day',
      seenBy: 'public',
    }),
    agreeing: figure({ unit: 'count', is: 'number of its figures that agree', seenBy: 'public' }),
    money: listOf({ is: 'printed balance, deposits and costs', seenBy: fromTrades }, row),
    statistics: listOf({ is: 'printed statistics of trades', seenBy: 'hidden by advanced' }, row),
  },
  {
    title: 'Checked',
    ...words('Figures that the newest statement prints, next to ours', fromTrades),
  },
);
