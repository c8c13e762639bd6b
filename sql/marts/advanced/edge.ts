import { composed, figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';
import { noPips, noTrades } from './unknown.ts';

const metaQuotes = 'MetaQuotes, Mathematics in Trading, mql5.com/en/articles/1492';

/** What a trade brings on average, and what that says of the next. */
export const edge = {
  profit_factor: figure({
    label: 'Profit factor',
    group: 'Edge',
    unit: 'ratio',
    is: 'gross wins / gross losses',
    nullWhen: 'no trade was lost',
    source: 'as MetaTrader prints it',
    seenBy: fromTrades,
  }),
  expectancy: composed(
    { is: 'what a trade brings on average', seenBy: fromTrades },
    {
      currency: figure({
        label: 'Expectancy',
        group: 'Edge',
        unit: 'mean',
        is: 'mean net result',
        nullWhen: noTrades,
        seenBy: fromTrades,
      }),
      pips: figure({
        label: 'Expectancy in pips',
        group: 'Edge',
        unit: 'pips',
        is: 'mean pips of the trades whose pip size is known',
        nullWhen: noPips,
        seenBy: fromTrades,
      }),
    },
  ),
  win_rate: figure({
    label: 'Trades won',
    group: 'Edge',
    unit: 'share',
    is: 'won / all trades × 100; a result of exactly 0 is neither won nor lost',
    nullWhen: noTrades,
    source: 'MetaTrader counts 0 as won',
    seenBy: fromTrades,
  }),
  ahpr: figure({
    label: 'Average return per trade',
    group: 'Edge',
    unit: 'percentPerTrade',
    is: 'arithmetic mean of the returns per trade',
    nullWhen: 'no trade was closed with capital above 0 before it',
    source: `${metaQuotes}; over returns, so that flows do not count`,
    seenBy: fromTrades,
  }),
  ghpr: figure({
    label: 'Geometric mean per trade',
    group: 'Edge',
    unit: 'percentPerTrade',
    is: 'geometric mean of the returns per trade',
    nullWhen: 'no trade was closed with capital above 0 before it, and once a trade lost all',
    source: `${metaQuotes}; over returns, so that flows do not count`,
    seenBy: fromTrades,
  }),
  sharpe_ratio: figure({
    label: 'Sharpe ratio per trade',
    group: 'Risk',
    unit: 'ratioPerTrade',
    is: 'mean / sample deviation (n − 1) of net results per trade',
    nullWhen: 'there are fewer than two trades, or all have the same result',
    source: 'Sharpe, risk-free rate 0',
    seenBy: fromTrades,
  }),
  sharpe_ratio_annualized: figure({
    label: 'Sharpe ratio, annualised',
    group: 'Risk',
    unit: 'ratio',
    is: 'mean / sample deviation × √252 of one equity return per weekday, quiet days as 0, weekends on Monday',
    nullWhen:
      'there are fewer than 30 weekdays or no deviation, and where fewer than 30 weekdays and fewer than half of them have a report',
    source: 'Sharpe, risk-free rate 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  standard_deviation: figure({
    label: 'Standard deviation',
    group: 'Risk',
    unit: 'deviation',
    is: 'sample deviation (n − 1) of net results per trade',
    nullWhen: 'there are fewer than two trades, or all have the same result',
    seenBy: fromTrades,
  }),
  z_score: composed(
    {
      is: 'dependence between successive trades, negative where wins and losses come in streaks',
      source: metaQuotes,
      seenBy: fromTrades,
    },
    {
      value: figure({
        label: 'Z-score',
        group: 'Risk',
        unit: 'score',
        is: '(N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL, of N trades W won, L lost, R runs of wins and losses',
        nullWhen: 'P is not above N: there are too few wins or losses',
        source: metaQuotes,
        seenBy: fromTrades,
      }),
      probability: figure({
        label: 'Z-score, probability',
        group: 'Risk',
        unit: 'share',
        is: 'confidence in it, 100 × erf(abs(Z)/√2)',
        nullWhen: 'Z is',
        source: metaQuotes,
        seenBy: fromTrades,
      }),
    },
  ),
} as const;
