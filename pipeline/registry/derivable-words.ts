/** Figures that stay derivable although they are hidden, in English. */
export const derivableWords = {
  lots_of_trade: 'lots of a trade, from its profit and prices',
  lots_by_instrument: 'average lots of an instrument, from its profit and pips',
  lots_by_magic_number: 'average lots of a magic number, from its profit and pips',
  lots_by_expectancy: 'average lots, from the expectancy in currency and in pips',
  lots_of_extreme_trades:
    'lots of the trades with the most and the fewest pips, from the result of their bin',
  stop_at_close: 'the stop of a trade that ended at it, from its closing price',
  stop_in_comments: 'trades that ended at their stop, from the mark [sl] in comments',
  target_at_close: 'the target of a trade that ended at it, from its closing price',
  target_in_comments: 'trades that ended at their target, from the mark [tp] in comments',
  result_of_each_trade: 'the result of every trade, from the steps of the return and the balance',
  results_by_day: 'results by day; of single trades, on days with one trade',
  results_by_month_and_now: 'results by month, of today and of this week',
  results_by_instrument:
    'instruments traded and their results; of a single trade, if an instrument has one',
  results_by_magic_number: 'results by magic number; of a single trade, if a magic number has one',
  counts_and_extremes:
    'number and lots of trades, the best and the worst result, results by hour of the week',
  falls_of_trades:
    'when and how deep it fell below its peak; the loss of a trade that was a drawdown by itself',
  results_in_bins_of_trades:
    'number of trades and their results in bins; of a single trade, if a bin has one',
  returns_of_30_days: 'returns of 30 days; of a single trade, if they have one',
  results_near_news:
    'number of trades and their results near news; of a single trade, if only one was near',
  profit_of_excursion: 'the profit of a winning trade, if no other trade has excursions',
  result_of_account: 'the result of an account; of a single trade, if an account has one',
  trade_count: 'number of trades',
  curve_from_trades: 'the curve, from closing times and results',
  curve_without_dates: 'the curve without its dates',
  curve_by_month: 'the curve by month',
  equity_return_and_extremes:
    'the return by equity, its deepest fall and its volatility; results of the best and worst day',
  falls_with_dates: 'when and how deep it fell below its peak',
  rolling_returns_by_month: 'returns of 30, 90 and 365 days by month',
  day_near_news: 'the result of a day, if only one trade was near news',
  flow_count: 'number of deposits and withdrawals',
  equity_return_of_weekdays: 'the return by equity over the compared weekdays',
  return_after_each_trade: 'the return after every trade, from results and the balance',
  return_by_day: 'the return at the end of every day',
  returns_of_extremes: 'the returns of the best and the worst day, week and month',
  fall_depths: 'how deep it fell below its peak',
  return_by_month: 'the return at the end of every month',
  months_from_trades: 'results by month, from closing times and results',
  months_from_days: 'results by month, from results by day',
  extreme_months: 'the results of the best and the worst month',
  last_30_days_of_months: 'returns of the last 30 days of every month',
  month_of_one_drawdown: 'the loss of a month that consists of one drawdown',
  returns_to_month_end: 'returns up to the end of a month, from the returns after every trade',
  breakdown_from_trades: 'the breakdown, from instruments and results',
  instruments_by_pip_value:
    'instruments, from the pip value of each magic number; results of an instrument, if a magic number trades only that',
  share_of_best_instrument: 'how much of the profit came from the best instrument',
  currencies_by_events:
    'currencies traded, from the number of events about them; results of instruments of unknown currencies',
  breakdown_by_magic_number: 'the breakdown, from magic numbers and results',
  nearly_all_statistics: 'nearly every statistic, from the trades',
  counts_from_breakdown: 'number of trades, wins, losses and pips, from the breakdown',
  counts_from_days: 'number of trades and win rate, from the days',
  counts_of_periods: 'number of trades and win rate of today, this week, this month and this year',
  counts_from_return:
    'number of trades, average returns and winning streaks, from the steps of the return',
  count_and_extremes: 'number of trades, the best and the worst result',
  count_and_net: 'number of trades and their net result',
  deepest_fall_and_day: 'the deepest fall in money; the worst day, if it was a drawdown by itself',
  sharpe_ratio_of_all: 'the Sharpe ratio, if equity reports began at most 90 or 365 days ago',
  equity_return_and_volatility:
    'the return by equity; its volatility, from beta, correlation and the benchmark',
  drawdowns_from_trades: 'every drawdown, from closing times and results',
  drawdowns_from_days: 'every drawdown, from the return at the end of every day',
  drawdowns_without_dates: 'every drawdown without its dates, from the return after every trade',
  falls_of_months: 'falls of whole months, and the deepest one of each year',
  falls_of_extremes: 'the deepest fall in money, and the falls of the worst day, week and month',
  deepest_fall_by_month: 'the deepest fall of the last 30, 90 and 365 days by month',
  histograms_from_trades: 'the histograms, from results, prices and times',
  results_in_bins: 'results in bins, from the steps of the return and the balance',
  returns_from_trades: 'the returns of any days, from closing times and results',
  returns_from_days: 'the returns of any days, from the return at the end of every day',
  returns_of_months: 'the returns of months',
  sharpe_ratio_of_periods:
    'the Sharpe ratio of 90 or 365 days, if equity reports began at most that long ago',
  deepest_falls: 'the deepest falls of the last 30, 90 and 365 days',
  open_at_once: 'what was open at once, from the times of trades and positions',
  return_of_weekdays: 'the return over the compared weekdays, from the return by day',
  return_of_weekdays_to_end:
    'the return over the compared weekdays, if equity was reported to the end',
  behaviour_from_trades: 'how it trades, from the times, prices and results of trades',
  trades_near_news: 'which trades were open near news, from their times and any calendar',
} as const;

export type DerivableFigure = keyof typeof derivableWords;
