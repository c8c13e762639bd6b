import Type from 'typebox';
import { figure, listOf } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';

/** Steadiness of growth, and drawdowns. */
export const growth = {
  max_drawdown_money: figure({
    label: 'Max drawdown, money',
    group: 'Risk',
    unit: 'amount',
    is: 'deepest fall of the cumulative net profit below its highest value so far, as a positive amount',
    formula: 'the cumulative net profit starts at 0 and includes adjustments',
    nullWhen: 'no_trade',
    source: 'MetaTrader (maximal drawdown), without deposits and withdrawals',
    seenBy: fromTrades,
  }),
  recovery_factor: figure({
    label: 'Recovery factor',
    group: 'Risk',
    unit: 'ratio',
    is: 'net profit divided by the deepest drawdown in money',
    formula: 'net profit with adjustments / `max_drawdown_money`',
    nullWhen: 'no_trade_or_drawdown',
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
    nullWhen: 'no_three_trades_or_change',
    source: 'MetaTrader 5, which also counts deposits and withdrawals',
    seenBy: fromTrades,
  }),
  lr_standard_error: figure({
    label: 'LR standard error',
    group: 'Risk',
    unit: 'deviation',
    is: 'how far the cumulative net profit strays from its straight line',
    formula: '√(sum of squared distances from the regression line / (n − 2))',
    nullWhen: 'no_three_trades',
    source: 'MetaTrader 5, which also counts deposits and withdrawals',
    seenBy: fromTrades,
  }),
  calmar_ratio: figure({
    label: 'Calmar ratio',
    group: 'Risk',
    unit: 'ratio',
    is: 'annual return divided by the max drawdown',
    formula: '`cagr_percent` / `max_drawdown_percent`, over the whole history instead of 36 months',
    nullWhen: 'no_annual_return_or_drawdown',
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
    nullWhen: 'no_capital_or_event',
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
    nullWhen: 'no_capital_or_growth',
    source: 'empyrical, `stability_of_timeseries`, here over calendar days',
    seenBy: fromTrades,
  }),
  time_in_market_percent: figure({
    label: 'Time in market',
    group: 'Totals',
    unit: 'share',
    is: 'share of the time in which at least one of the closed trades was open',
    formula: 'the time runs from the first opening to the last closing',
    nullWhen: 'no_trade_or_time',
    source: 'our own definition',
    seenBy: 'hidden by trades',
  }),
  twr_equity_percent: figure({
    label: 'Return by equity',
    group: 'Risk',
    unit: 'percent',
    is: 'time-weighted return up to the last equity report, which includes open positions',
    formula: 'as for a day of the equity curve',
    nullWhen: 'no_capital_or_equity_days',
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
    nullWhen: 'no_capital_or_equity_days',
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
        nullWhen: 'no_capital_or_trade_sample',
        source: 'first passage of a Brownian motion',
        seenBy: fromTrades,
      }),
    }),
  ),
} as const;
