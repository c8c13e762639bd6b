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
  printed: figure({ unit: 'amount', is: 'the number as printed', seenBy: fromTrades }),
  decimals: figure({ unit: 'count', is: 'digits printed behind the point', seenBy: fromTrades }),
  ours: figure({ unit: 'amount', is: 'the same as computed, with as many', seenBy: fromTrades }),
  reason: figure({
    unit: 'text',
    among: Object.keys(reasons),
    is: 'the rule that makes it another',
    nullWhen: 'it agrees',
    seenBy: fromTrades,
  }),
});

/** What the page tells of how a record was checked. */
export const checked = Type.Object(
  {
    statements: figure({ unit: 'count', is: 'statements that were compared', seenBy: 'public' }),
    printed_at: figure({
      unit: 'instant',
      is: 'the instant that the newest of them speaks of',
      nullWhen: 'there is none, it speaks of an earlier day, or the account does not reconcile',
      seenBy: 'public',
    }),
    agreeing: figure({ unit: 'count', is: 'figures of it that agree', seenBy: 'public' }),
    money: listOf(
      { is: 'what it prints of the balance and what moved it', seenBy: fromTrades },
      row,
    ),
    statistics: listOf({ is: 'what it prints of trades', seenBy: 'hidden by advanced' }, row),
  },
  { title: 'Checked', ...words('What the newest statement prints, beside ours', fromTrades) },
);
