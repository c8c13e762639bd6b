import { figure } from '../../figures.ts';
import { fromTrades } from '../../shared.ts';
import { noTrades } from './unknown.ts';

const fewReports = 'capital is unknown, or there are fewer than two days with an equity report';

/** How steadily the account grew, and how deep it fell. */
export const growth = {
  max_drawdown_money: figure({
    label: 'Max drawdown in money',
    group: 'Risk',
    unit: 'amount',
    is: 'deepest fall of the net result so far, adjustments included, below its running peak, positive; it starts at 0',
    nullWhen: noTrades,
    source: 'as the maximal drawdown of MetaTrader, without flows',
    seenBy: fromTrades,
  }),
  recovery_factor: figure({
    label: 'Recovery factor',
    group: 'Risk',
    unit: 'ratio',
    is: 'net result, adjustments included / `max_drawdown_money`',
    nullWhen: 'no trade was closed, or it never fell',
    source: 'MetaTrader 5',
    seenBy: fromTrades,
  }),
  lr_correlation: figure({
    label: 'LR correlation',
    group: 'Risk',
    unit: 'ratio',
    is: 'correlation of the net result after each trade, adjustments included and flows not, with the number of the trade',
    nullWhen: 'there are fewer than three trades, or that result never moved',
    source: 'MetaTrader 5, where flows count',
    seenBy: fromTrades,
  }),
  lr_standard_error: figure({
    label: 'LR standard error',
    group: 'Risk',
    unit: 'deviation',
    is: '√(sum of the squared distances of that result from its straight line / (n − 2))',
    nullWhen: 'there are fewer than three trades',
    source: 'MetaTrader 5, where flows count',
    seenBy: fromTrades,
  }),
  calmar_ratio: figure({
    label: 'Calmar ratio',
    group: 'Risk',
    unit: 'ratio',
    is: '`cagr_percent` / `max_drawdown_percent`, both of the whole history, not of 36 months',
    nullWhen: '`cagr_percent` is, or there was no drawdown',
    source: 'Young 1991',
    seenBy: fromTrades,
  }),
  ulcer_index: figure({
    label: 'Ulcer index',
    group: 'Risk',
    unit: 'ratio',
    is: '√(mean of squared percent drawdowns) of the time-weighted index at the end of every calendar day from the first to the last with an event, below its peak at the end of a day',
    nullWhen: 'capital is unknown, or there is no event',
    source: 'Martin 1987',
    seenBy: fromTrades,
  }),
  growth_r_squared: figure({
    label: 'Steadiness of growth, R²',
    group: 'Risk',
    unit: 'ratio',
    is: 'squared correlation of the logarithm of that index with the number of the day, over the same days',
    nullWhen:
      'capital is unknown, there are fewer than 30 days, the index did not move, or all was lost',
    source: 'empyrical, `stability_of_timeseries`, here of calendar days',
    seenBy: fromTrades,
  }),
  time_in_market_percent: figure({
    label: 'Time in the market',
    group: 'Totals',
    unit: 'share',
    is: 'share of the time from the first opening to the last closing in which one of the closed trades was open',
    nullWhen: 'no trade was closed, or no time passed',
    source: 'own',
    seenBy: 'hidden by trades',
  }),
  twr_equity_percent: figure({
    label: 'Return on equity',
    group: 'Risk',
    unit: 'percent',
    is: 'time-weighted return up to the last equity report, as that of a day of the equity curve',
    nullWhen: fewReports,
    source: 'GIPS 2020, on equity reports in place of trades',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
  max_drawdown_equity_percent: figure({
    label: 'Max drawdown of equity',
    group: 'Risk',
    unit: 'share',
    is: 'deepest fall of the index behind `twr_equity_percent` below its running peak, positive, by daily reports; the index starts at 1, which is a peak',
    nullWhen: fewReports,
    source: 'own',
    restsOn: 'nothing',
    seenBy: fromTrades,
  }),
} as const;
