import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const lasting = 'mean m and long-run deviation s of ln(1 + return) of n weekdays';

/** Ranges that chance alone gives to a record as long as this one. */
export const luck = Type.Object(
  {
    days: figure({
      unit: 'count',
      is: 'weekdays of the record: the days of `returns` with Saturday and Sunday folded into Monday',
      restsOn: 'days',
      seenBy: fromTrades,
    }),
    luckiest_of: figure({
      unit: 'count',
      is: 'published accounts here, raised to 1, 2, 5, 10, 20, 50 and so on, without portfolios',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    twr_percent: composed(
      {
        is: 'range of returns of nine in ten stretches of the same length, if the account goes on like this',
        nullWhen: 'no_capital_or_weekday_sample',
        seenBy: fromTrades,
      },
      {
        low: figure({
          unit: 'percent',
          is: 'one in twenty is below',
          formula: `100 × (exp(n m − 1.6448536 √2 s √n) − 1); ${lasting}`,
          source: 'normal distribution, with the error of the mean; Newey and West 1987',
          restsOn: 'days',
          seenBy: fromTrades,
        }),
        high: figure({
          unit: 'percent',
          is: 'one in twenty is above',
          formula: '100 × (exp(n m + 1.6448536 √2 s √n) − 1)',
          source: 'as `low`',
          restsOn: 'days',
          seenBy: fromTrades,
        }),
      },
    ),
    max_drawdown_percent: composed(
      {
        is: 'range of the deepest fall of nine of ten such stretches, as a positive number',
        nullWhen: 'no_capital_or_weekday_sample',
        seenBy: fromTrades,
      },
      {
        low: figure({
          unit: 'share',
          is: 'one in twenty falls less',
          formula: '100 × (1 − exp(−q s √n)); q for m √n / s from a table of 60,000 random walks',
          source: 'our own simulation, in `sql/macros/luck.sql`',
          restsOn: 'days',
          seenBy: fromTrades,
        }),
        high: figure({
          unit: 'share',
          is: 'one in twenty falls more',
          formula: 'the same with the upper q of the table',
          source: 'as `low`',
          restsOn: 'days',
          seenBy: fromTrades,
        }),
      },
    ),
    probability_of_loss_percent: listOf(
      { is: 'how likely the account loses 10, 20 or 30 % within 250 weekdays', seenBy: fromTrades },
      Type.Object({
        loss_percent: figure({
          unit: 'share',
          is: 'loss of capital: 10, 20 or 30',
          seenBy: 'public',
        }),
        probability_percent: figure({
          unit: 'share',
          is: 'probability that the account is down by that much at least once within 250 weekdays',
          formula:
            '100 × (Φ((b − mT) / (s√T)) + exp(2mb/s²) Φ((b + mT) / (s√T))); b = ln(1 − loss), T = 250',
          nullWhen: 'no_capital_or_weekday_sample',
          source: 'first passage of a Brownian motion',
          restsOn: 'days',
          seenBy: fromTrades,
        }),
      }),
    ),
    deflated_sharpe: figure({
      unit: 'ratio',
      is: 'probability, 0 to 1, that the Sharpe ratio beats the luckiest of `luckiest_of` accounts without skill',
      formula:
        'Φ((SR − SR₀) √(n−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); SR₀ = ((1−γ) Φ⁻¹(1−1/N) + γ Φ⁻¹(1−1/(Ne))) / √(n−1), 0 for N = 1; γ = 0.5772',
      nullWhen: 'no_capital_or_weekday_sample',
      source: 'Bailey and López de Prado 2014',
      restsOn: 'days',
      seenBy: fromTrades,
    }),
  },
  {
    title: 'Luck',
    ...words(
      'Ranges that chance gives to such a record; crashes that this record has not had are not in it',
      'hidden by luck',
    ),
  },
);
