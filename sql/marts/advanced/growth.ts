import Type from 'typebox';
import { figure, listOf } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';
import { noTrades } from './unknown.ts';

const fewReports = 'capital is unknown, or there are fewer than two days with an equity report';

/** Steadiness of growth, and drawdowns. */
export const growth = {
  max_drawdown_money: figure({
    label: 'Max drawdown, money',
    group: 'Risk',
    unit: 'amount',
    is: 'deepest fall of the cumulative net profit below its highest value so far, as a positive amount',
    formula: 'the cumulative net profit starts at 0 and includes adjustments',
    nullWhen: noTrades,
    source: 'MetaTrader (maximal drawdown), without deposits and withdrawals',
    seenBy: fromTrades,
  }),
  recovery_factor: figure({
    label: 'Recovery factor',
    group: 'Risk',
    unit: 'ratio',
    is: 'net profit divided by the deepest drawdown in money',
    formula: 'net profit with adjustments / `max_drawdown_money`',
    nullWhen: 'no trade was closed, or there was no drawdown',
    source: 'MetaTrader 5',
    seenBy: fromTrades,
  }),
  lr_correlation: figure({
    label: 'LR correlation',
    group: 'Risk',
    unit: 'ratio',
    is: 'how close the growth of net profit is to a straight line: 1 is a perfect rise',
    formula:
      'correlation of the cumulative net profit (with adjustments) with the number of the trade',
    nullWhen: 'there are fewer than three trades, or net profit never changed',
    source: 'MetaTrader 5, which also counts deposits and withdrawals',
    seenBy: fromTrades,
  }),
  lr_standard_error: figure({
    label: 'LR standard error',
    group: 'Risk',
    unit: 'deviation',
    is: 'how far the cumulative net profit strays from its straight line',
    formula: '√(sum of squared distances from the regression line / (n − 2))',
    nullWhen: 'there are fewer than three trades',
    source: 'MetaTrader 5, which also counts deposits and withdrawals',
    seenBy: fromTrades,
  }),
  calmar_ratio: figure({
    label: 'Calmar ratio',
    group: 'Risk',
    unit: 'ratio',
    is: 'annual return divided by the max drawdown',
    formula: '`cagr_percent` / `max_drawdown_percent`, over the whole history instead of 36 months',
    nullWhen: 'there is no annual return, or there was no drawdown',
    source: 'Young 1991',
    seenBy: fromTrades,
  }),
  ulcer_index: figure({
    label: 'Ulcer index',
    group: 'Risk',
    unit: 'ratio',
    is: 'depth and length of drawdowns in one number; lower is better',
    formula:
      '√(mean of squared percent drawdowns at the end of every calendar day, from the first to the last event)',
    nullWhen: 'capital is unknown, or there is no event',
    source: 'Martin 1987',
    seenBy: fromTrades,
  }),
  growth_r_squared: figure({
    label: 'Growth stability, R²',
    group: 'Risk',
    unit: 'ratio',
    is: 'how steady the growth was: 1 is the same growth every day',
    formula:
      'squared correlation of the logarithm of 1 + return with the day number, over all calendar days',
    nullWhen:
      'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost',
    source: 'empyrical, `stability_of_timeseries`, here over calendar days',
    seenBy: fromTrades,
  }),
  time_in_market_percent: figure({
    label: 'Time in market',
    group: 'Totals',
    unit: 'share',
    is: 'share of the time in which at least one of the closed trades was open',
    formula: 'the time runs from the first opening to the last closing',
    nullWhen: 'no trade was closed, or no time passed',
    source: 'our own definition',
    seenBy: 'hidden by trades',
  }),
  twr_equity_percent: figure({
    label: 'Return by equity',
    group: 'Risk',
    unit: 'percent',
    is: 'time-weighted return up to the last equity report, which includes open positions',
    formula: 'as for a day of the equity curve',
    nullWhen: fewReports,
    source: 'GIPS 2020, from equity reports instead of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  max_drawdown_equity_percent: figure({
    label: 'Max drawdown by equity',
    group: 'Risk',
    unit: 'share',
    is: 'deepest fall of the return by equity below its highest value so far, as a positive number',
    formula:
      'from the last equity report of each day, on 1 + `twr_equity_percent`; the start counts as the first peak',
    nullWhen: fewReports,
    source: 'our own definition',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  risk_of_ruin: listOf(
    { is: 'how likely the account ever loses 10, 20 … 90 % of its capital', seenBy: fromTrades },
    Type.Object({
      loss_percent: figure({
        unit: 'share',
        is: 'loss of capital, from 10 to 90',
        seenBy: 'public',
      }),
      probability_percent: figure({
        unit: 'share',
        is: 'probability that the account ever loses that much, if it trades on as before',
        formula:
          '100 × (1 − loss)^(2μ/σ²), at most 100; mean μ and sample variance σ² of ln(1 + return)',
        nullWhen:
          'capital is unknown, fewer than 30 trades have a return, all returns are equal, or a trade lost all capital',
        source: 'first passage of a Brownian motion',
        seenBy: fromTrades,
      }),
    }),
  ),
} as const;
