import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

/** Weight of each account of a portfolio, and its part in profit, return and the deepest fall. */
export const contributions = Type.Object(
  {
    members: listOf(
      { is: 'accounts of the portfolio, by slug; empty for an account', seenBy: 'public' },
      Type.Object({
        member: figure({ unit: 'text', is: 'slug of the account', seenBy: 'public' }),
        weight_percent: figure({
          unit: 'share',
          is: 'share of the account in the balance of the portfolio',
          formula:
            '100 × its capital, deposits, withdrawals, transfers and results / those of all accounts, each at the exchange rate of its day',
          nullWhen: 'no_capital_or_balance',
          source: 'our own definition',
          restsOn: 'nothing',
          seenBy: 'public',
        }),
        net_profit: figure({
          unit: 'money',
          is: 'net profit of the account in the currency of the portfolio',
          seenBy: fromTrades,
        }),
        return_percent: figure({
          unit: 'percent',
          is: 'percentage points of the return that the account earned',
          formula:
            'sum of return index before × result / capital before; all accounts add up to `twr_percent`',
          nullWhen: 'no_capital',
          source: 'Frongello 2002, without a benchmark',
          restsOn: 'nothing',
          seenBy: fromTrades,
        }),
        drawdown_percent: figure({
          unit: 'percent',
          is: 'percentage points of the deepest drawdown that the account caused, negative if it gained in that time',
          formula:
            'the same from peak to lowest point / index at the peak; all accounts add up to `max_drawdown_percent`',
          nullWhen: 'no_capital',
          source: 'our own definition',
          restsOn: 'nothing',
          seenBy: fromTrades,
        }),
      }),
    ),
  },
  {
    title: 'Contributions',
    ...words(
      'Weight and contribution of each account of a portfolio; hidden if one is private',
      'hidden by contributions',
    ),
  },
);
