import { figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

const noSharpe = 'there is no annualised Sharpe ratio';
const noLoss = `${noSharpe}, or no weekday lost`;

/** Risk measures of the weekday returns that `sharpe_ratio_annualized` uses. */
export const weekdayReturns = {
  volatility_annualized_percent: figure({
    label: 'Volatility, annualised',
    group: 'Risk',
    unit: 'share',
    is: 'how much daily equity returns vary, scaled to a year',
    formula:
      'sample standard deviation × √252 × 100 of the weekday returns of `sharpe_ratio_annualized`',
    nullWhen: noSharpe,
    source: 'standard',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  sortino_ratio_annualized: figure({
    label: 'Sortino ratio, annualised',
    group: 'Risk',
    unit: 'ratio',
    is: 'like the annualised Sharpe ratio, but only losing days count as risk',
    formula:
      'mean / √(mean of min(return, 0)²) × √252 over all weekday returns of `sharpe_ratio_annualized`',
    nullWhen: noLoss,
    source: 'Sortino and Price 1994, target 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  omega_ratio: figure({
    label: 'Omega ratio',
    group: 'Risk',
    unit: 'ratio',
    is: 'total gains of winning days divided by the total losses of losing days',
    formula: 'sum of gains / sum of losses over the weekday returns of `sharpe_ratio_annualized`',
    nullWhen: noLoss,
    source: 'Keating and Shadwick 2002, threshold 0',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  value_at_risk_95_percent: figure({
    label: 'Value at risk, 95%',
    group: 'Risk',
    unit: 'percent',
    is: 'daily return that only one day in 20 falls below; negative unless fewer than 5 % of days lost',
    formula:
      '5 % quantile of the weekday returns of `sharpe_ratio_annualized`, with linear interpolation',
    nullWhen: noSharpe,
    source: 'historical; quantiles as in R (type 7)',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  expected_shortfall_95_percent: figure({
    label: 'Expected shortfall, 95%',
    group: 'Risk',
    unit: 'percent',
    is: 'average return of the worst days, those at or below the value at risk',
    formula: 'mean of the weekday returns at or below `value_at_risk_95_percent`',
    nullWhen: noSharpe,
    source: 'historical',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  skewness: figure({
    label: 'Skewness',
    group: 'Risk',
    unit: 'score',
    is: 'asymmetry of daily returns: below 0, large losses are more common than large gains',
    formula: 'G1 (corrected for bias) of the weekday returns of `sharpe_ratio_annualized`',
    nullWhen: noSharpe,
    source: 'Joanes and Gill 1998',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  excess_kurtosis: figure({
    label: 'Excess kurtosis',
    group: 'Risk',
    unit: 'score',
    is: 'how often extreme days occur: above 0, more often than in a normal distribution',
    formula: 'G2 (corrected for bias) of the weekday returns of `sharpe_ratio_annualized`',
    nullWhen: noSharpe,
    source: 'Joanes and Gill 1998',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  probabilistic_sharpe_ratio: figure({
    label: 'Probability of a Sharpe ratio above 0',
    group: 'Confidence',
    unit: 'share',
    is: 'how likely the true Sharpe ratio is above 0, given the length and spread of the record',
    formula:
      '100 × Φ(SR √(K−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); K returns as in `sharpe_ratio_annualized`, γ₃ skewness, γ₄ kurtosis (normal: 3)',
    nullWhen: noSharpe,
    source: 'Bailey and López de Prado 2012',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  min_track_record_weekdays: figure({
    label: 'Trading days needed for 95 % confidence',
    group: 'Confidence',
    unit: 'count',
    is: 'number of weekdays of such returns that a `probabilistic_sharpe_ratio` of 95 % needs',
    formula: '1 + (1 − γ₃ SR + (γ₄−1)/4 SR²) × (1.644854 / SR)², rounded up',
    nullWhen: `${noSharpe}, the average return is not above 0, or it takes over a million days`,
    source: 'Bailey and López de Prado 2012',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
} as const;
