/** Causes of null, by code. Each follows the word “if”. */
export const causes = {
  gap_not_ended: 'it has not ended',
  never: 'never',
  never_before_result: 'never: the list begins with the first result',
  never_before_trade: 'never: the days begin with the first closed trade',
  never_on_listed_day: 'never: every day listed has a trade',
  never_without_lots: 'never: every trade has lots',
  never_without_margin: 'never: every counted report has a margin',
  never_without_trade: 'never: every entry has a trade',
  no_10_baskets: 'fewer than 10 baskets have a profit',
  no_annual_return_or_drawdown: 'there is no annual return, or there was no drawdown',
  no_balance_or_capital:
    'no balance was printed, or capital is unknown; for a portfolio if it is null for a member',
  no_balance_to_compare: 'there is no printed balance, or no balance to compare it with',
  no_benchmark: 'the account has no benchmark, or both have no weekday in common',
  no_benchmark_asked:
    'no benchmark was asked for, or it has no closes from before the first day to the last',
  no_buy: 'there was no buy trade',
  no_capital: 'capital is unknown',
  no_capital_and_balance: 'capital is unknown, and the platform printed no balance',
  no_capital_balance_and_report:
    'capital is unknown, no balance was printed, and every equity report is older than the latest trade, deposit or withdrawal',
  no_capital_but_0_without_fall: 'capital is unknown; 0 if it is known and nothing fell',
  no_capital_but_0_without_result: 'capital is unknown; 0 if it is known and there was no result',
  no_capital_but_0_without_trade: 'capital is unknown; 0 if it is known and no trade was closed',
  no_capital_or_90_days: 'capital is unknown, or there are fewer than 90 days',
  no_capital_or_balance: 'capital is unknown, or the balance is not above 0',
  no_capital_or_data_of_period:
    'capital is unknown, or the data of the account ends before the period, or it has never sent any',
  no_capital_or_deposits: 'capital is unknown, or starting capital plus deposits is not above 0',
  no_capital_or_equity_days:
    'capital is unknown, or there are fewer than two days with an equity report',
  no_capital_or_event: 'capital is unknown, or there is no event',
  no_capital_or_growth:
    'capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost',
  no_capital_or_old_figures:
    'capital is unknown, or the history was cut since, or the old figures were lost',
  no_capital_or_report:
    'capital is unknown, or there are fewer than two days with an equity report up to that day',
  no_capital_or_result: 'capital is unknown, or there was no result',
  no_capital_or_trade: 'capital is unknown, or no trade was closed',
  no_capital_or_trade_sample:
    'capital is unknown, fewer than 30 trades have a return, all returns are equal, or a trade lost all capital',
  no_capital_or_weekday_sample:
    'capital is unknown, there are under 120 weekdays, all returns are equal, or a day lost all capital',
  no_closed_trades: 'there are no closed trades',
  no_closed_trades_or_stops:
    'there are no closed trades, or no file or connection has a place for stops',
  no_common_sample: 'both have fewer than 30 weekdays in common',
  no_common_sample_or_benchmark_fall:
    'both have fewer than 30 weekdays in common, or the benchmark never fell',
  no_common_sample_or_benchmark_move:
    'both have fewer than 30 weekdays in common, or the benchmark never moved',
  no_common_sample_or_benchmark_rise:
    'both have fewer than 30 weekdays in common, or the benchmark never rose',
  no_common_sample_or_difference:
    'both have fewer than 30 weekdays in common, or the difference never varied',
  no_common_sample_or_variation:
    'both have fewer than 30 weekdays in common, or the returns of one never varied',
  no_count: 'they are not counted, or hidden',
  no_data: 'the account has never sent data',
  no_data_of_period: 'the data of the account ends before the period, or it has never sent any',
  no_data_or_capital: 'there is no data, or capital is unknown',
  no_data_or_deposits: 'the account has never sent data, or the source does not list all deposits',
  no_data_or_known_capital: 'the account has never sent data, or its capital is known',
  no_data_or_members_differ: 'the account has never sent data, or members of the portfolio differ',
  no_data_or_members_differ_always:
    'the account has never sent data; for a portfolio also if its members differ',
  no_day_below_peak_or_capital: 'no day ended below the peak, or capital is unknown',
  no_day_restated:
    'it is a cut, a definition or starting capital, the history was cut since, or the old figures were lost',
  no_days_confirmed: 'every day or none is confirmed, or all data was read from the broker',
  no_difference: 'both values agree',
  no_doubt_of_confirmation:
    '`track_record` is true, or not all trades were read from the broker, or all deposits were',
  no_drawdown_or_capital: 'there is no current drawdown, or capital is unknown',
  no_drawdown_shown: 'there was none, capital is unknown, or the owner hides `drawdowns`',
  no_entries_to_compare:
    'no search for the entry before finds 10 entries after a loss and 10 after a win',
  no_equity_of_day:
    'the day has no equity report or the first, the last equity was not above 0, or capital is unknown',
  no_equity_or_balance: 'equity or balance is unknown',
  no_equity_or_positive_balance: 'equity or balance is unknown, or the balance is not above 0',
  no_event: 'there is no event',
  no_excursions: 'no closed trade has both excursions',
  no_excursions_in_profit: 'no closed trade has both excursions, or none was ever in profit',
  no_excursions_of_losses: 'no closed trade has both excursions, or none of these was lost',
  no_excursions_of_wins: 'no closed trade has both excursions, or none of these was won',
  no_held_entries: 'fewer than 5 entries lost, fewer than 10 won, or those took no time',
  no_identity: '`verified.identity` is false',
  no_instrument_with_11_entries: 'no instrument has 11 entries',
  no_leverage: 'the leverage of the account is unknown',
  no_loss: 'no trade was lost',
  no_margin: 'no equity report has a margin, or it is a portfolio',
  no_old_figures: 'the history was cut since, or the old figures were lost',
  no_pip_size: 'no trade has a known pip size',
  no_pip_size_of_trades: 'there are trades, but no pip size is known',
  no_public_name: 'the owner has no public name',
  no_record: 'the account has no record',
  no_record_or_capital: 'the account has no record, or capital is unknown',
  no_record_or_day: 'the account has no record and the request named no day',
  no_record_or_deposits: 'the account has no record, or the source does not list all deposits',
  no_report_on_day:
    'no equity report came on that day; for a portfolio also while a member that joined has not reported yet',
  no_restatement: 'there is no restatement',
  no_result: 'there was no result',
  no_result_or_capital: 'there was no result, or capital is unknown',
  no_return_or_benchmark_asked:
    'the return is unknown, no benchmark was asked for, or it has no closes from before the first day to the last',
  no_sell: 'there was no sell trade',
  no_sharpe: 'there is no annualised Sharpe ratio',
  no_sharpe_or_gain:
    'there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days',
  no_sharpe_or_lost_weekday: 'there is no annualised Sharpe ratio, or no weekday lost',
  no_source: 'the figure is a plain value or a sum',
  no_statement_of_day:
    'there is no statement, it describes an earlier day, or the account does not reconcile',
  no_streak: 'no trade was closed, or the last one ended at 0',
  no_such_event: 'no such event is known',
  no_such_trades: 'there are no such trades',
  no_three_trades: 'there are fewer than three trades',
  no_three_trades_or_change: 'there are fewer than three trades, or net profit never changed',
  no_track_record_confirmed:
    '`verified.track_record` is false and `verified.covered_until` is null',
  no_trade: 'no trade was closed',
  no_trade_or_capital: 'no trade was closed, or capital is unknown',
  no_trade_or_drawdown: 'no trade was closed, or there was no drawdown',
  no_trade_or_time: 'no trade was closed, or no time passed',
  no_trade_with_capital: 'no trade was closed with capital above 0 before it',
  no_trade_with_capital_or_total_loss:
    'no trade was closed with capital above 0 before it, or a trade lost all capital',
  no_two_results: 'there are fewer than two trades, or all have the same result',
  no_two_trades: 'there are fewer than two trades',
  no_watched_trade: '`after` has no trade and no late booking',
  no_weekday_sample:
    'there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal',
  no_weekday_sample_of_part:
    'its part has under 30 weekdays, too few of them with equity reports, or equal returns',
  no_win: 'no trade was won',
  no_win_or_no_loss: 'no trade was won, or none was lost',
  no_winning_day: 'no day with closed trades has a net profit above 0',
  no_winning_instrument: 'no instrument has a net profit above 0',
  no_winning_month: 'no month has a net profit above 0',
  no_z_score: 'there is no Z-score',
  not_cut: 'the history was never cut; for a portfolio always',
  not_lapsed: 'no confirmation of the track record has lapsed',
  not_null: 'the figure is not null',
  not_owner: 'the reader is not the owner',
  not_recorded: 'the published version comes from a program that did not record them',
  not_recovered: 'the drawdown has not recovered yet',
  not_recovered_yet: 'it has not recovered yet',
  not_said: 'the data does not say; for a portfolio also if its members differ',
  not_said_which: 'the data does not say which; for a portfolio also if its members differ',
  not_set: 'the trade or position has none',
  not_set_or_offered: 'the trade or position has none, and always on cTrader and TradeLocker',
  not_written_down: 'the operator did not write it down',
  nothing_earned_after: 'nothing was earned or lost since',
  nothing_earned_before: 'nothing was earned or lost before',
  nothing_opened: 'no trade and no position was ever opened',
  public_never: 'no stranger could ever read the account',
  too_few_wins_or_losses: 'there are too few wins or losses (P is not above N)',
  under_30_days: 'the record was younger than 30 days',
  under_365_days: 'the record was younger than 365 days',
  under_90_days: 'the record was younger than 90 days',
} as const;

export type Cause = keyof typeof causes;

/** Tells whether no rule makes a figure null, although its type allows it. */
export const isNever = (cause: Cause): boolean => cause.startsWith('never');
