// Printed by `npm run docs` from the description of the API.

/** An account or a portfolio. Amounts are in its currency. */
export interface Account {
  /** An account, or a portfolio of several. */
  type: 'account' | 'portfolio';
  /** Stable identifier, the last part of the public address. */
  slug: string;
  /** Name chosen by the owner. */
  name: string;
  /** Trading platform: MT4, MT5, cTrader or TradeLocker. Null if the account has never sent data, or members of the portfolio differ. */
  platform: string | null;
  /** Currency of every amount. Null if the account has never sent data. */
  currency: string | null;
  /** Name of the broker. Null if the data does not say; for a portfolio also if its members differ. */
  broker: string | null;
  /** Name of the broker's trade server. Null if the data does not say; for a portfolio also if its members differ. */
  server: string | null;
  /** Leverage, such as 100 for 1:100. Null if the data does not say; for a portfolio also if its members differ. */
  leverage: number | null;
  /** True for a demo account, false for a real one. Null if the data does not say which; for a portfolio also if its members differ. */
  demo: boolean | null;
  /** Where its newest data came from: `broker_api` (read from the broker), `terminal`, `operator_file`, `owner_statement`, `owner_api` or `feed`. Null if the account has never sent data; for a portfolio also if its members differ. */
  data_source: 'broker_api' | 'terminal' | 'operator_file' | 'owner_statement' | 'owner_api' | 'feed' | null;
  /** Day before which the owner removed all history, YYYY-MM-DD. Null if the history was never cut; for a portfolio always. */
  history_cut_at: string | null;
  /** True if the account has a public page. */
  published: boolean;
  verified: Verified;
  verified_by: VerifiedBy;
  /** True if the trades and deposits add up to the balance and every amount of money that the statements print. Formula: to the last printed digit, if both use the same definition; false for a portfolio if false for a member. Null if no balance was printed, or capital is unknown; for a portfolio if it is null for a member. */
  reconciled: boolean | null;
  /** Balances that `reconciled` compares. Null if the reader is not the owner. */
  reconciliation: {
    /** Balance that the platform printed. Null if there is no printed balance, or no balance to compare it with. */
    reported_balance: number | null;
    /** Balance computed from trades and deposits. Formula: as of `updated_at` or now, with or without opening costs of open positions: the one nearest to the printed balance. Null if there is no printed balance, or no balance to compare it with. */
    balance: number | null;
    /** Difference between both balances. Formula: `balance` − `reported_balance`. Null if there is no printed balance, or no balance to compare it with. */
    gap: number | null;
  } | null;
  /** Balance from closed trades, deposits and withdrawals. Null if capital is unknown, and the platform printed no balance. */
  balance: number | null;
  /** Balance plus the floating profit of open positions. Null if capital is unknown, no balance was printed, and every equity report is older than the latest trade, deposit or withdrawal. */
  equity: number | null;
  /** Why capital is unknown, and with it everything that is measured against capital. Null if the account has never sent data, or its capital is known. */
  unknown_capital: 'trades read from the broker, deposits unknown' | 'deposits unknown' | 'no opening balance, no deposit' | null;
  /** Time at which the first version was served in which strangers could read the account; nobody can set it, ISO 8601 UTC. Null if no stranger could ever read the account. */
  published_at: string | null;
  /** Time at which the account was first seen, ISO 8601 UTC. */
  created_at: string;
  /** Time of the newest report of the account, ISO 8601 UTC. Null if the account has never sent data. */
  updated_at: string | null;
  performance: Performance;
  owner: Owner;
  attribution: Attribution;
  /** Daily balance, equity, return and drawdown, with deposits and withdrawals. Only if `include` names it. Null if its owner hides it. */
  equity_curve?: EquityCurve | null;
  /** Time-weighted return after each trade. Only if `include` names it. Null if its owner hides it. */
  twr?: TimeWeightedReturn | null;
  /** Returns by month, year and current period. Only if `include` names it. Null if its owner hides it. */
  monthly?: Monthly | null;
  /** Closed trades by instrument. Only if `include` names it. Null if its owner hides it. */
  by_symbol?: BySymbol | null;
  /** Closed trades by magic number; manual trades under 0. Only if `include` names it. Null if its owner hides it. */
  by_magic_number?: ByMagicNumber | null;
  /** Statistics over all closed trades. Only if `include` names it. Null if its owner hides it. */
  advanced?: Advanced | null;
  /** Current, longest and deepest drawdowns. Only if `include` names it. Null if its owner hides it. */
  drawdowns?: Drawdowns | null;
  /** Histograms of net profit, pips and duration. Only if `include` names it. Null if its owner hides it. */
  distribution?: Distribution | null;
  /** Return and risk of the last 30, 90 and 365 days, at the end of each month. Only if `include` names it. Null if its owner hides it. */
  rolling?: Rolling | null;
  /** Trades, lots and margin open at once. Only if `include` names it. Null if its owner hides it. */
  exposure?: Exposure | null;
  /** Results of trades near high-impact news, and of all others. Only if `include` names it. Null if its owner hides it. */
  news?: News | null;
  /** Sources of trades and cash flows; positions, orders and equity are not counted. Only if `include` names it. Null if its owner hides it. */
  provenance?: Provenance | null;
  /** Returns next to those of a benchmark. Only if `include` names it. Null if its owner hides it. */
  benchmark?: Benchmark | null;
  /** How far trades went against the account and for it while they were open. Only if `include` names it. Null if its owner hides it. */
  excursion?: Excursion | null;
  /** Weight and contribution of each account of a portfolio; hidden if one is private. Only if `include` names it. Null if its owner hides it. */
  contributions?: Contributions | null;
  /** How it trades. Only if `include` names it. Null if its owner hides it. */
  behaviour?: Behaviour | null;
  /** Return, flows, profit and balance of every calendar day; annualise with 365, or fold weekends into Monday for 252. Only if `include` names it. Null if its owner hides it. */
  returns?: Returns | null;
  /** Ranges that chance gives to such a record; crashes that this record has not had are not in it. Only if `include` names it. Null if its owner hides it. */
  luck?: Luck | null;
  /** The record before and since anybody could watch it: a chosen past is not a watched one. Only if `include` names it. Null if its owner hides it. */
  observed?: Observed | null;
  /** Changes to published days. Owners cannot hide it, but it reveals nothing that they hide. Only if `include` names it. Null if the published version comes from a program that did not record them. */
  restatements?: {
    /** Day since which published days are compared with later versions, YYYY-MM-DD. */
    since: string;
    /** Number of restatements, without those of kind `definition`. */
    count: number;
    /** Time at which the last of them was found, ISO 8601 UTC. Null if there is no restatement. */
    last_found_at: string | null;
    /** The newest 1000 restatements, newest first. */
    restatements: {
      /** Time of the run that found it, ISO 8601 UTC. */
      found_at: string;
      /** Number of the first version that shows it. */
      version: number;
      /** Change to data of past days: `added` late, `removed`, `changed`, or `cut` by the owner. Formula: `changed`: as many rows, other values; `definition`: another formula, currency or member, with the same data. */
      kind: 'added' | 'removed' | 'changed' | 'cut' | 'definition';
      /** Data that changed: `trades`, `flows` (deposits and withdrawals), `equity`, or `capital` (opening balance, or balance at a history cut). */
      facts: string[];
      /** First day that changed, UTC, YYYY-MM-DD. Null if it is a cut, a definition or starting capital, the history was cut since, or the old figures were lost. */
      first_day: string | null;
      /** Number of days that changed. Null if it is a cut, a definition or starting capital, the history was cut since, or the old figures were lost. */
      days_affected: number | null;
      /** Net profit published before. Null if the history was cut since, or the old figures were lost. */
      profit_before: number | null;
      /** Net profit now, for the same time range. Null if the history was cut since, or the old figures were lost. */
      profit_after: number | null;
      /** Time-weighted return published before, in percent. Null if capital is unknown, or the history was cut since, or the old figures were lost. */
      twr_before: number | null;
      /** Time-weighted return now, for the same time range, in percent. Null if capital is unknown, or the history was cut since, or the old figures were lost. */
      twr_after: number | null;
    }[];
  } | null;
  /** Lists that `points` has shortened. Only if there are any. */
  thinned?: {
    /** Path of the list, such as `equity_curve.daily_performance`. */
    list: string;
    /** Rows of the list in the range from `from` to `to`. */
    rows: number;
    /** Rows in this answer. */
    returned: number;
  }[];
  /** Explanation of every figure in the answer, by its path. Only if `include` names it; hidden sections are left out. */
  explain?: Record<string, {
    /** Definition of the figure and its formula. */
    definition: string;
    /** Source of the formula. Null if the figure is a plain value or a sum. */
    source: string | null;
    /** File of the SQL that computes it, such as `sql/marts/advanced.sql`. */
    sql: string;
    /** Number of trades, positions, days, months or cash flows that it was computed from. Null if they are not counted, or hidden. */
    rows: number | null;
    /** Why the figure is null; for a list, why an entry is null. Null if the figure is not null. */
    null_reason: string | null;
  }>;
}

/** A page of accounts. */
export interface AccountList {
  /** Accounts, without sections. */
  data: Account[];
  pagination: Pagination;
}

/** Statistics over all closed trades. */
export interface Advanced {
  /** Total profit of winning trades divided by the total loss of losing trades. Formula: gross profit / gross loss. Null if no trade was lost. */
  profit_factor: number | null;
  /** Average result of a trade. */
  expectancy: {
    /** Average net profit of a trade. Null if no trade was closed. */
    currency: number | null;
    /** Average pips of the trades with a known pip size. Null if no trade has a known pip size. */
    pips: number | null;
  };
  /** Share of all closed trades that won, in percent. Formula: 100 × won / all trades; a trade that ends at exactly 0 is neither won nor lost. Null if no trade was closed. */
  win_rate: number | null;
  /** Average return of all trades, without compounding, in percent. Formula: return of a trade = net profit / capital before it. Null if no trade was closed with capital above 0 before it. */
  ahpr: number | null;
  /** Return per trade that, compounded over all trades, gives the total return, in percent. Formula: product of (1 + return of a trade) ^ (1 / trades) − 1. Null if no trade was closed with capital above 0 before it, or a trade lost all capital. */
  ghpr: number | null;
  /** Average net profit of a trade compared with how much results vary. Formula: mean / sample standard deviation (n − 1) of net profits. Null if there are fewer than two trades, or all have the same result. */
  sharpe_ratio: number | null;
  /** Average daily equity return compared with how much it varies, scaled to a year. Formula: mean / sample standard deviation × √252 of one return per weekday; days without change count as 0, weekends with Monday. Null if there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal. */
  sharpe_ratio_annualized: number | null;
  /** How much the net profits of trades vary around their average. Formula: sample standard deviation (n − 1). Null if there are fewer than two trades, or all have the same result. */
  standard_deviation: number | null;
  /** Tells whether wins and losses come in streaks (below 0) or alternate (above 0). */
  z_score: {
    /** Z-score of the order of wins and losses. Formula: (N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL; W trades won, L lost, N = W + L, R runs. Null if there are too few wins or losses (P is not above N). */
    value: number | null;
    /** Confidence that the order is not random, in percent. Formula: 100 × erf(abs(Z)/√2). Null if there is no Z-score. */
    probability: number | null;
  };
  /** Average net profit of winning trades. Null if no trade was won. */
  avg_win: number | null;
  /** Average net profit of losing trades, a negative amount. Null if no trade was lost. */
  avg_loss: number | null;
  /** Trade with the highest net profit. */
  best_trade_profit: {
    /** Closing time, ISO 8601 UTC. Null if no trade was closed. Null if hidden. */
    date: string | null;
    /** Net profit. Null if no trade was closed. */
    value: number | null;
  };
  /** Trade with the lowest net profit. */
  worst_trade_profit: {
    /** Closing time, ISO 8601 UTC. Null if no trade was closed. Null if hidden. */
    date: string | null;
    /** Net profit. Null if no trade was closed. */
    value: number | null;
  };
  /** Most pips won in one trade. Null if no trade has a known pip size. */
  best_trade_pips: number | null;
  /** Fewest pips in one trade, usually a loss. Null if no trade has a known pip size. */
  worst_trade_pips: number | null;
  /** Buy trades. */
  longs_won: {
    /** Trades won. Null if the account has never sent data. */
    count: number | null;
    /** Number of trades. Null if the account has never sent data. */
    total: number | null;
    /** Share of trades won, in percent. Null if there was no buy trade. */
    percentage: number | null;
  };
  /** Sell trades. */
  shorts_won: {
    /** Trades won. Null if the account has never sent data. */
    count: number | null;
    /** Number of trades. Null if the account has never sent data. */
    total: number | null;
    /** Share of trades won, in percent. Null if there was no sell trade. */
    percentage: number | null;
  };
  /** Size of the average win compared with the average loss. Formula: average win / average loss, without its sign. Null if no trade was won, or none was lost. */
  payoff_ratio: number | null;
  /** Win rate at which wins and losses would cancel out; trades at exactly 0 do not count, in percent. Formula: 100 / (1 + `payoff_ratio`). Null if no trade was won, or none was lost. */
  breakeven_win_rate: number | null;
  /** Share of capital to risk per trade by the Kelly criterion, negative without an edge, in percent. Formula: 100 × (W − (1 − W) / `payoff_ratio`), W = won / (won + lost). Null if no trade was won, or none was lost. */
  kelly_percent: number | null;
  /** Lower end of the 95 % confidence interval of `win_rate`, in percent. Null if no trade was closed. */
  win_rate_low: number | null;
  /** Upper end of the 95 % confidence interval of `win_rate`, in percent. Null if no trade was closed. */
  win_rate_high: number | null;
  /** Lower end of the 95 % confidence interval of `expectancy.currency`. Formula: mean − t × s / √n, t with n − 1 degrees of freedom. Null if there are fewer than two trades. */
  expectancy_low: number | null;
  /** Upper end of the 95 % confidence interval of `expectancy.currency`. Formula: mean + t × s / √n, t with n − 1 degrees of freedom. Null if there are fewer than two trades. */
  expectancy_high: number | null;
  /** Net profit of the trade in the middle, with trades sorted by net profit. Formula: the mean of the two in the middle if the number is even. Null if no trade was closed. */
  median_trade: number | null;
  /** How much of the gross profit came from the best trade, in percent. Formula: 100 × highest net profit / gross profit. Null if no trade was won. */
  best_trade_share_percent: number | null;
  /** Average number of closed trades per week. Formula: closed trades / weeks of 168 hours from first opening to last closing, at least 30.4375 days. Null if no trade was closed. Null if hidden. */
  trades_per_week: number | null;
  /** Average time from opening to closing of winning trades, in hours. Null if no trade was won. Null if hidden. */
  avg_win_length_hours: number | null;
  /** Average time from opening to closing of losing trades, in hours. Null if no trade was lost. Null if hidden. */
  avg_loss_length_hours: number | null;
  /** How much daily equity returns vary, scaled to a year, in percent. Formula: sample standard deviation × √252 × 100 of the weekday returns of `sharpe_ratio_annualized`. Null if there is no annualised Sharpe ratio. */
  volatility_annualized_percent: number | null;
  /** Like the annualised Sharpe ratio, but only losing days count as risk. Formula: mean / √(mean of min(return, 0)²) × √252 over all weekday returns of `sharpe_ratio_annualized`. Null if there is no annualised Sharpe ratio, or no weekday lost. */
  sortino_ratio_annualized: number | null;
  /** Total gains of winning days divided by the total losses of losing days. Formula: sum of gains / sum of losses over the weekday returns of `sharpe_ratio_annualized`. Null if there is no annualised Sharpe ratio, or no weekday lost. */
  omega_ratio: number | null;
  /** Daily return that only one day in 20 falls below; negative unless fewer than 5 % of days lost, in percent. Formula: 5 % quantile of the weekday returns of `sharpe_ratio_annualized`, with linear interpolation. Null if there is no annualised Sharpe ratio. */
  value_at_risk_95_percent: number | null;
  /** Average return of the worst days, those at or below the value at risk, in percent. Formula: mean of the weekday returns at or below `value_at_risk_95_percent`. Null if there is no annualised Sharpe ratio. */
  expected_shortfall_95_percent: number | null;
  /** Asymmetry of daily returns: below 0, large losses are more common than large gains. Formula: G1 (corrected for bias) of the weekday returns of `sharpe_ratio_annualized`. Null if there is no annualised Sharpe ratio. */
  skewness: number | null;
  /** How often extreme days occur: above 0, more often than in a normal distribution. Formula: G2 (corrected for bias) of the weekday returns of `sharpe_ratio_annualized`. Null if there is no annualised Sharpe ratio. */
  excess_kurtosis: number | null;
  /** How likely the true Sharpe ratio is above 0, given the length and spread of the record, in percent. Formula: 100 × Φ(SR √(K−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); K returns as in `sharpe_ratio_annualized`, γ₃ skewness, γ₄ kurtosis (normal: 3). Null if there is no annualised Sharpe ratio. */
  probabilistic_sharpe_ratio: number | null;
  /** Number of weekdays of such returns that a `probabilistic_sharpe_ratio` of 95 % needs. Formula: 1 + (1 − γ₃ SR + (γ₄−1)/4 SR²) × (1.644854 / SR)², rounded up. Null if there is no annualised Sharpe ratio, the average return is not above 0, or it takes over a million days. */
  min_track_record_weekdays: number | null;
  /** Day with the highest return among those with closed trades. Formula: without known capital the day with the highest net profit; on a tie the earliest. */
  best_day: {
    /** The day, YYYY-MM-DD. Null if no trade was closed. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if no trade was closed. */
    profit: number | null;
  };
  /** Day with the lowest return among those with closed trades. Formula: without known capital the day with the lowest net profit; on a tie the earliest. */
  worst_day: {
    /** The day, YYYY-MM-DD. Null if no trade was closed. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if no trade was closed. */
    profit: number | null;
  };
  /** Week with the highest return among those with a result. Formula: without known capital the week with the highest net profit; on a tie the earliest. */
  best_week: {
    /** Its first day, YYYY-MM-DD. Null if there was no result. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if there was no result, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if there was no result. */
    profit: number | null;
  };
  /** Week with the lowest return among those with a result. Formula: without known capital the week with the lowest net profit; on a tie the earliest. */
  worst_week: {
    /** Its first day, YYYY-MM-DD. Null if there was no result. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if there was no result, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if there was no result. */
    profit: number | null;
  };
  /** Month with the highest return among those with a result. Formula: without known capital the month with the highest net profit; on a tie the earliest. */
  best_month: {
    /** Its first day, YYYY-MM-DD. Null if there was no result. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if there was no result, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if there was no result. */
    profit: number | null;
  };
  /** Month with the lowest return among those with a result. Formula: without known capital the month with the lowest net profit; on a tie the earliest. */
  worst_month: {
    /** Its first day, YYYY-MM-DD. Null if there was no result. Null if hidden. */
    date: string | null;
    /** Its time-weighted return, in percent. Null if there was no result, or capital is unknown. */
    percent: number | null;
    /** Its net profit. Null if there was no result. */
    profit: number | null;
  };
  /** Share of days with a net profit above 0, in percent. Formula: counts only days with closed trades. Null if no trade was closed. */
  profitable_days_percent: number | null;
  /** Share of months with a net profit above 0, in percent. Formula: counts only months with a result. Null if there was no result. */
  profitable_months_percent: number | null;
  /** How much of the profit of all profitable days came from the best one, in percent. Formula: 100 × highest net profit of a day / sum of the net profits above 0; only days with closed trades. Null if no day with closed trades has a net profit above 0. */
  best_day_share_percent: number | null;
  /** How much of the profit of all profitable months came from the best one, in percent. Formula: 100 × highest net profit of a month / sum of the net profits above 0; only months with a result. Null if no month has a net profit above 0. */
  best_month_share_percent: number | null;
  /** How much of the profit of all profitable instruments came from the best one, in percent. Formula: 100 × highest net profit of an instrument / sum of the net profits above 0. Null if no instrument has a net profit above 0. */
  best_symbol_share_percent: number | null;
  /** Monthly return that, compounded over all months, gives the return of those months, in percent. Formula: geometric mean of (1 + return) − 1 of the listed months; −100 after a total loss. Null if capital is unknown, or there was no result. */
  avg_monthly_geometric_percent: number | null;
  /** Most wins in a row. Formula: a trade that ends at exactly 0 ends a streak; on a tie the earlier streak. */
  max_consecutive_wins: {
    /** Number of trades. Null if no trade was won. */
    count: number | null;
    /** Net profit. Null if no trade was won. */
    profit: number | null;
  };
  /** Most losses in a row. Formula: a trade that ends at exactly 0 ends a streak; on a tie the earlier streak. */
  max_consecutive_losses: {
    /** Number of trades. Null if no trade was lost. */
    count: number | null;
    /** Net profit. Null if no trade was lost. */
    profit: number | null;
  };
  /** Winning streak with the highest total net profit. Formula: a trade that ends at exactly 0 ends a streak; on a tie the earlier streak. */
  max_consecutive_profit: {
    /** Number of trades. Null if no trade was won. */
    count: number | null;
    /** Net profit. Null if no trade was won. */
    profit: number | null;
  };
  /** Losing streak with the largest total loss. Formula: a trade that ends at exactly 0 ends a streak; on a tie the earlier streak. */
  max_consecutive_loss: {
    /** Number of trades. Null if no trade was lost. */
    count: number | null;
    /** Net profit. Null if no trade was lost. */
    profit: number | null;
  };
  /** Average number of wins in a row. Null if no trade was won. */
  avg_consecutive_wins: number | null;
  /** Average number of losses in a row. Null if no trade was lost. */
  avg_consecutive_losses: number | null;
  /** Streak that the last closed trade belongs to. */
  current_streak: {
    /** `won` or `lost`. Null if no trade was closed, or the last one ended at 0. */
    outcome: 'won' | 'lost' | null;
    /** Number of trades. Null if no trade was closed, or the last one ended at 0. */
    count: number | null;
  };
  /** Deepest fall of the cumulative net profit below its highest value so far, as a positive amount. Formula: the cumulative net profit starts at 0 and includes adjustments. Null if no trade was closed. */
  max_drawdown_money: number | null;
  /** Net profit divided by the deepest drawdown in money. Formula: net profit with adjustments / `max_drawdown_money`. Null if no trade was closed, or there was no drawdown. */
  recovery_factor: number | null;
  /** How close the growth of net profit is to a straight line: 1 is a perfect rise. Formula: correlation of the cumulative net profit (with adjustments) with the number of the trade. Null if there are fewer than three trades, or net profit never changed. */
  lr_correlation: number | null;
  /** How far the cumulative net profit strays from its straight line. Formula: √(sum of squared distances from the regression line / (n − 2)). Null if there are fewer than three trades. */
  lr_standard_error: number | null;
  /** Annual return divided by the max drawdown. Formula: `cagr_percent` / `max_drawdown_percent`, over the whole history instead of 36 months. Null if there is no annual return, or there was no drawdown. */
  calmar_ratio: number | null;
  /** Depth and length of drawdowns in one number; lower is better. Formula: √(mean of squared percent drawdowns at the end of every calendar day, from the first to the last event). Null if capital is unknown, or there is no event. */
  ulcer_index: number | null;
  /** How steady the growth was: 1 is the same growth every day. Formula: squared correlation of the logarithm of 1 + return with the day number, over all calendar days. Null if capital is unknown, there are fewer than 30 days, the return never changed, or all capital was lost. */
  growth_r_squared: number | null;
  /** Share of the time in which at least one of the closed trades was open, in percent. Formula: the time runs from the first opening to the last closing. Null if no trade was closed, or no time passed. Null if hidden. */
  time_in_market_percent: number | null;
  /** Time-weighted return up to the last equity report, which includes open positions, in percent. Formula: as for a day of the equity curve. Null if capital is unknown, or there are fewer than two days with an equity report. */
  twr_equity_percent: number | null;
  /** Deepest fall of the return by equity below its highest value so far, as a positive number, in percent. Formula: from the last equity report of each day, on 1 + `twr_equity_percent`; the start counts as the first peak. Null if capital is unknown, or there are fewer than two days with an equity report. */
  max_drawdown_equity_percent: number | null;
  /** How likely the account ever loses 10, 20 … 90 % of its capital. */
  risk_of_ruin: {
    /** Loss of capital, from 10 to 90, in percent. */
    loss_percent: number;
    /** Probability that the account ever loses that much, if it trades on as before, in percent. Formula: 100 × (1 − loss)^(2μ/σ²), at most 100; mean μ and sample variance σ² of ln(1 + return). Null if capital is unknown, fewer than 30 trades have a return, all returns are equal, or a trade lost all capital. */
    probability_percent: number | null;
  }[];
  /** Number of closed trades. Null if the account has never sent data. */
  total_trades: number | null;
  /** Total volume of closed trades in lots. Null if the account has never sent data. Null if hidden. */
  total_lots: number | null;
  /** Total pips of the trades with a known pip size, 0 without trades. Formula: (close − open) / pip size, negated for sells; sizes from the table `symbols`, else by name. Null if there are trades, but no pip size is known. */
  total_pips: number | null;
  /** Total swap, negative if charged. Null if the account has never sent data. */
  total_swap: number | null;
  /** Total commission, negative if charged. Null if the account has never sent data. */
  total_commissions: number | null;
  /** Average time from opening to closing, in hours. Null if no trade was closed. */
  avg_trade_length_hours: number | null;
  /** Trades with a magic number other than 0; always 0 on cTrader and TradeLocker. Null if the account has never sent data. */
  autotrading_trades: number | null;
  /** All other trades. Null if the account has never sent data. */
  manual_trades: number | null;
  /** Share of `autotrading_trades` in all closed trades, in percent. Null if no trade was closed. */
  autotrading_percentage: number | null;
  /** Data of the charts. */
  charts: {
    /** Wins and losses by hour of closing, always 24 entries. */
    trades_by_hour: {
      /** Hour from 0 to 23, UTC. */
      hour: number;
      /** Trades won. */
      won: number;
      /** Trades lost. */
      lost: number;
    }[];
    /** Wins and losses by weekday of closing, always 7 entries. */
    trades_by_weekday: {
      /** Weekday from 1 (Monday) to 7 (Sunday), UTC. */
      day: number;
      /** Trades won. */
      won: number;
      /** Trades lost. */
      lost: number;
    }[];
    /** Net profit by weekday and hour of closing, only hours with closed trades. */
    profit_by_hour_of_week: {
      /** Weekday from 1 (Monday) to 7 (Sunday), UTC. */
      day: number;
      /** Hour from 0 to 23, UTC. */
      hour: number;
      /** Number of closed trades. */
      trades: number;
      /** Net profit. */
      profit: number;
    }[];
    /** Net profit so far of longs and of shorts, at the end of every month with closed trades. Empty if hidden. */
    profit_by_side: {
      /** The month, YYYY-MM. */
      date: string;
      /** Net profit of all buy trades so far. */
      longs_profit: number;
      /** Net profit of all sell trades so far. */
      shorts_profit: number;
    }[];
    /** The last 50 closed trades, oldest first. Empty if hidden. */
    recent_trades_duration: {
      /** Closing time, ISO 8601 UTC. */
      closed_at: string;
      /** Time from opening to closing, in seconds. */
      duration: number;
      /** Net profit. */
      net_profit: number;
    }[];
  };
}

/** Credit to give wherever you show this. */
export interface Attribution {
  /** True if you must give credit; on paid plans it is recommended. */
  required: boolean;
  /** Wording of the credit. */
  text: string;
  /** Link of the credit. */
  url: string;
  /** Public address of the account. */
  account_url: string;
}

/** How it trades. */
export interface Behaviour {
  /** Entries: trades of one instrument and side, each opened at most ten seconds after the one before. */
  entries: number;
  /** Decisions: baskets of entries of one instrument and side, each ended at most ten seconds after the one before. */
  decisions: number;
  /** Decisions per month of 30.4375 days. Formula: from the first opening to the last closing, at least one month. Null if there are no closed trades. */
  decisions_a_month: number | null;
  /** Share of entries after a loss that were at least 1.2 times as large as the entry before, in percent. Formula: the entry before is the last of the instrument, or two other searches differ more (see below). Null if no search for the entry before finds 10 entries after a loss and 10 after a win. Null if hidden. */
  larger_after_loss_percent: number | null;
  /** Share of entries after a win that were at least 1.2 times as large as the entry before, in percent. Formula: an entry before that has ended counts with the largest entry of its basket. Null if no search for the entry before finds 10 entries after a loss and 10 after a win. Null if hidden. */
  larger_after_win_percent: number | null;
  /** How many times as large as the entry before entries were after a loss. Formula: geometric mean of the same ratios. Null if no search for the entry before finds 10 entries after a loss and 10 after a win. Null if hidden. */
  lots_after_loss_ratio: number | null;
  /** How many times as large as the entry before entries were after a win. Formula: geometric mean of the same ratios. Null if no search for the entry before finds 10 entries after a loss and 10 after a win. Null if hidden. */
  lots_after_win_ratio: number | null;
  /** Largest entry, as a multiple of what was usual before it. Formula: lots of an entry / median of the 20 entries of its instrument before it, or of at least 10. Null if no instrument has 11 entries. Null if hidden. */
  largest_lot_multiple: number | null;
  /** What was closed together, and what was added to it. */
  baskets: {
    /** Number of baskets, the same as `decisions`. */
    count: number;
    /** Average trades of a basket. Null if there are no closed trades. */
    average_trades: number | null;
    /** Most trades of a basket. Null if there are no closed trades. */
    most_trades: number | null;
    /** Share of entries added to an open one of the same instrument and side at a loss, in percent. Formula: at a worse price than its own; the 20 entries before it are looked at. Null if there are no closed trades. */
    adds_to_losers_percent: number | null;
    /** Share of entries added to an open one of the same instrument and side in profit, in percent. Formula: at a better price than its own; the 20 entries before it are looked at. Null if there are no closed trades. */
    adds_to_winners_percent: number | null;
    /** The same with at least three earlier ones at a loss, in percent. Null if there are no closed trades. */
    adds_to_three_losers_percent: number | null;
    /** The same with at least three earlier ones in profit, in percent. Null if there are no closed trades. */
    adds_to_three_winners_percent: number | null;
  };
  /** Share of closed trades that had no stop when they closed, in percent. Formula: of the trades whose file or connection has a place for stops. Null if there are no closed trades, or no file or connection has a place for stops. Null if hidden. */
  without_stop_percent: number | null;
  /** How many times as long losing entries were held as winning ones. Formula: median time of entries that lost / median time of entries that won. Null if fewer than 5 entries lost, fewer than 10 won, or those took no time. */
  holding_ratio: number | null;
  /** How many average winning baskets the worst basket cost. Formula: loss of the worst basket / mean profit of the baskets with a profit; 0 without a loss. Null if fewer than 10 baskets have a profit. */
  wins_lost_in_worst_basket: number | null;
  /** Facts about its manner of trading that reach a threshold, never a verdict. */
  warnings: {
    /** Which warning. */
    code: 'lots_grow_after_losses' | 'adds_to_losers' | 'no_stops' | 'holds_losers' | 'one_loss_takes_many_wins' | 'few_decisions';
    /** Sentence in English. */
    text: string;
    /** Figure behind the warning. */
    value: number;
    /** Value from which the warning is given; few decisions: below which. */
    threshold: number;
  }[];
  /** Warnings that can be neither given nor ruled out: what is not known is not clean. */
  not_assessed: {
    /** Which warning. */
    code: 'lots_grow_after_losses' | 'adds_to_losers' | 'no_stops' | 'holds_losers' | 'one_loss_takes_many_wins' | 'few_decisions';
    /** Why: too few trades, hidden by the owner, or not in the data. */
    reason: 'too_few' | 'hidden' | 'unknown';
  }[];
}

/** Returns next to those of a benchmark. */
export interface Benchmark {
  /** Benchmark that the account is compared with. Null if the account has no benchmark, or both have no weekday in common. */
  symbol: string | null;
  /** Currency of the benchmark; its returns are not converted. Null if the account has no benchmark, or both have no weekday in common. */
  currency: string | null;
  /** Source of the returns of the account: `equity` (reports) or `trades` (closed trades). Formula: `equity` if there are enough reports for `sharpe_ratio_annualized`. Null if the account has no benchmark, or both have no weekday in common. */
  returns_from: 'equity' | 'trades' | null;
  /** Day on which both start at 0 %, YYYY-MM-DD. Formula: the last close before the first return of the account, or the first close after it. Null if the account has no benchmark, or both have no weekday in common. */
  since: string | null;
  /** Last weekday that both have, YYYY-MM-DD. Null if the account has no benchmark, or both have no weekday in common. */
  until: string | null;
  /** Common weekdays: those after `since` with a close of the benchmark, weekends with Monday. */
  weekdays: number;
  /** How closely both move together, from −1 to 1. Formula: correlation of both returns from one common weekday to the next. Null if both have fewer than 30 weekdays in common, or the returns of one never varied. */
  correlation: number | null;
  /** How much the account moves if the benchmark moves by 1. Formula: slope by least squares of its returns on those of the benchmark. Null if both have fewer than 30 weekdays in common, or the benchmark never moved. */
  beta: number | null;
  /** Return per year that the benchmark does not explain, in percent. Formula: 100 × 252 × intercept of the same line, risk-free rate 0. Null if both have fewer than 30 weekdays in common, or the benchmark never moved. */
  alpha_annualized_percent: number | null;
  /** Return of the account over the common weekdays, in percent. Null if both have fewer than 30 weekdays in common. */
  account_return_percent: number | null;
  /** Return of the benchmark over the common weekdays, in percent. Null if both have fewer than 30 weekdays in common. */
  benchmark_return_percent: number | null;
  /** By how many percentage points the account did better than the benchmark, in percent. Formula: `account_return_percent` − `benchmark_return_percent`. Null if both have fewer than 30 weekdays in common. */
  excess_return_percent: number | null;
  /** Deepest fall of the benchmark below its highest close so far, as a positive number, in percent. Formula: over the common weekdays; the close of `since` is the first peak. Null if both have fewer than 30 weekdays in common. */
  benchmark_max_drawdown_percent: number | null;
  /** How much the differences between both returns vary, scaled to a year, in percent. Formula: 100 × √252 × sample standard deviation (n − 1) of return − return of the benchmark. Null if both have fewer than 30 weekdays in common. */
  tracking_error_annualized_percent: number | null;
  /** Average difference between both returns compared with how much it varies, scaled to a year. Formula: √252 × mean / sample standard deviation of return − return of the benchmark. Null if both have fewer than 30 weekdays in common, or the difference never varied. */
  information_ratio: number | null;
  /** How much of the benchmark's rise the account gained, on weekdays on which the benchmark rose, in percent. Formula: 100 × geometric mean return of the account / geometric mean return of the benchmark, on those weekdays. Null if both have fewer than 30 weekdays in common, or the benchmark never rose. */
  up_capture_percent: number | null;
  /** How much of the benchmark's fall the account lost, on weekdays on which the benchmark fell, in percent. Formula: 100 × geometric mean return of the account / geometric mean return of the benchmark; negative if the account gained. Null if both have fewer than 30 weekdays in common, or the benchmark never fell. */
  down_capture_percent: number | null;
  /** Line of the benchmark, on `since` and every common weekday. */
  by_day: {
    /** The weekday, YYYY-MM-DD. */
    date: string;
    /** Return of the benchmark since `since`, in percent. */
    return_percent: number;
  }[];
}

/** Closed trades of one instrument or magic number. */
export interface BreakdownEntry {
  /** All trades. */
  total: {
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    won_percentage: number | null;
    /** Net profit, as decimal text. */
    profit: string;
    /** Total pips of the trades with a known pip size, 0.0 without trades, as decimal text. Null if there are trades, but no pip size is known. */
    pips: string | null;
  };
  /** Buy trades. */
  longs: {
    /** Number of closed trades. */
    trades: number;
    /** Net profit, as decimal text. */
    profit: string;
    /** Total pips of the trades with a known pip size, 0.0 without trades, as decimal text. Null if there are trades, but no pip size is known. */
    pips: string | null;
  };
  /** Sell trades. */
  shorts: {
    /** Number of closed trades. */
    trades: number;
    /** Net profit, as decimal text. */
    profit: string;
    /** Total pips of the trades with a known pip size, 0.0 without trades, as decimal text. Null if there are trades, but no pip size is known. */
    pips: string | null;
  };
}

/** Closed trades by magic number; manual trades under 0. */
export type ByMagicNumber = Record<string, BreakdownEntry>;

/** Closed trades by instrument. */
export type BySymbol = Record<string, BreakdownEntry>;

/** The events within a window. */
export interface Calendar {
  /** When this answer was made; it is cached for 15 minutes, ISO 8601 UTC. */
  generated_at: string;
  /** First instant of the window: 6 hours before generated_at, ISO 8601 UTC. */
  from: string;
  /** Last instant of the window: `days` after generated_at, ISO 8601 UTC. */
  to: string;
  /** Number of events. */
  count: number;
  /** Events, sorted by ts, currency, title. */
  events: CalendarEvent[];
  attribution: ServiceAttribution;
  /** Link to the documentation. */
  docs: string;
}

/** A scheduled release, speech or market holiday. */
export interface CalendarEvent {
  /** Scheduled time in Unix seconds, UTC. */
  ts: number;
  /** Scheduled time; for a holiday the start of the day, ISO 8601 UTC. */
  time: string;
  /** Currency that the event is about. */
  currency: 'USD' | 'EUR' | 'GBP' | 'JPY' | 'AUD' | 'NZD' | 'CAD' | 'CHF' | 'CNY';
  /** Expected impact; a holiday is a closed market, not a release. */
  impact: 'high' | 'medium' | 'low' | 'holiday';
  /** Title of the event. */
  title: string;
  /** Expected value with its unit; empty if unknown. */
  forecast: string;
  /** Previous value with its unit; empty if unknown. */
  previous: string;
  /** Released value with its unit; empty until the release. */
  actual: string;
}

/** Accounts over the same days, next to a benchmark. */
export interface Comparison {
  /** Accounts that matched; `data` has the first 40. */
  found: number;
  /** Accounts in the order of `slugs`, else of the search. */
  data: {
    /** Identifier of the account. */
    slug: string;
    /** Name that the owner chose. */
    name: string;
    /** Badges. */
    verified: {
      /** Whether the identity is confirmed. */
      identity: boolean;
      /** Whether the track record is confirmed. */
      track_record: boolean;
    };
    /** Currency of every amount. Null if the account has never sent data. */
    currency: string | null;
    /** First day that counts, within the record, YYYY-MM-DD. Null if the account has no record and the request named no day. Null if hidden. */
    from: string | null;
    /** Last day that counts, within the record, YYYY-MM-DD. Null if the account has no record and the request named no day. Null if hidden. */
    to: string | null;
    /** Time-weighted return from the end of the day before `from` to the end of `to`; −100 after a total loss, in percent. Null if the account has no record, or capital is unknown. Null if hidden. */
    return_percent: number | null;
    /** Deepest fall of the return below its highest value since the day before `from`, as a positive number, in percent. Null if the account has no record, or capital is unknown. Null if hidden. */
    max_drawdown_percent: number | null;
    /** Net profit. Null if the account has no record. Null if hidden. */
    profit: number | null;
    /** Number of closed trades. Null if the account has no record. Null if hidden. */
    trades_count: number | null;
    /** Share of these trades that won, in percent. Null if no trade was closed. Null if hidden. */
    win_rate: number | null;
    /** Return of the benchmark over the same days, from the last close before them, in percent. Null if no benchmark was asked for, or it has no closes from before the first day to the last. Null if hidden. */
    benchmark_return_percent: number | null;
    /** `return_percent` − `benchmark_return_percent`: above 0, the account beat the benchmark, in percent. Null if the return is unknown, no benchmark was asked for, or it has no closes from before the first day to the last. Null if hidden. */
    excess_return_percent: number | null;
    /** Deepest drawdown of the whole record. Null if there was none, capital is unknown, or the owner hides `drawdowns`. Null if hidden. */
    deepest_drawdown: {
      /** Fall, as a positive number, in percent. */
      depth_percent: number;
      /** First day below the peak, YYYY-MM-DD. */
      started: string;
      /** Days from the peak to the lowest point. */
      days_down: number;
      /** Days from the lowest point to recovery. Null if it has not recovered yet. */
      days_to_recover: number | null;
    } | null;
    /** Figures asked for, by full name; null if hidden or unknown. */
    figures: Record<string, unknown>;
    /** Page of the account. */
    account_url: string;
  }[];
  /** Credit to show; null without accounts. */
  attribution: Attribution | null;
}

/** Weight and contribution of each account of a portfolio; hidden if one is private. */
export interface Contributions {
  /** Accounts of the portfolio, by slug; empty for an account. */
  members: {
    /** Slug of the account. */
    member: string;
    /** Share of the account in the balance of the portfolio, in percent. Formula: 100 × its capital, deposits, withdrawals, transfers and results / those of all accounts, each at the exchange rate of its day. Null if capital is unknown, or the balance is not above 0. */
    weight_percent: number | null;
    /** Net profit of the account in the currency of the portfolio. */
    net_profit: number;
    /** Percentage points of the return that the account earned, in percent. Formula: sum of return index before × result / capital before; all accounts add up to `twr_percent`. Null if capital is unknown. */
    return_percent: number | null;
    /** Percentage points of the deepest drawdown that the account caused, negative if it gained in that time, in percent. Formula: the same from peak to lowest point / index at the peak; all accounts add up to `max_drawdown_percent`. Null if capital is unknown. */
    drawdown_percent: number | null;
  }[];
}

/** A document in OpenAPI 3.1. */
export type Description = Record<string, unknown>;

/** Histograms of net profit, pips and duration. */
export interface Distribution {
  /** Closed trades by net profit. Null if no trade was closed. */
  results: {
    /** Width of a bin. Formula: smallest of 1, 2, 5, 10, 20, 50 … times the smallest digit that gives at most 30 bins. */
    width: number;
    /** Lowest net profit. */
    min: number;
    /** Highest net profit. */
    max: number;
    /** Bins with at least one trade, in order. */
    bins: {
      /** Lower end of the bin, which belongs to it: a net profit that is a multiple of the width. */
      starts_at: number;
      /** Number of trades in the bin. */
      count: number;
      /** Net profit of the trades in the bin. */
      profit: number;
    }[];
  } | null;
  /** Closed trades with a known pip size, by pips. Null if no trade has a known pip size. */
  pips: {
    /** Width of a bin. Formula: smallest of 1, 2, 5, 10, 20, 50 … times the smallest digit that gives at most 30 bins. */
    width: number;
    /** Lowest number of pips. */
    min: number;
    /** Highest number of pips. */
    max: number;
    /** Bins with at least one trade, in order. */
    bins: {
      /** Lower end of the bin, which belongs to it: a number of pips that is a multiple of the width. */
      starts_at: number;
      /** Number of trades in the bin. */
      count: number;
      /** Net profit of the trades in the bin. */
      profit: number;
    }[];
  } | null;
  /** Closed trades by duration. Null if no trade was closed. Null if hidden. */
  durations: {
    /** Width of a bin, in seconds. Formula: smallest of 1, 2, 5, 10, 20, 50 … times the smallest digit that gives at most 30 bins. */
    width: number;
    /** Lowest duration, in seconds. */
    min: number;
    /** Highest duration, in seconds. */
    max: number;
    /** Bins with at least one trade, in order. */
    bins: {
      /** Lower end of the bin, which belongs to it: a duration that is a multiple of the width, in seconds. */
      starts_at: number;
      /** Number of trades in the bin. */
      count: number;
      /** Net profit of the trades in the bin. */
      profit: number;
    }[];
  } | null;
}

/** Current, longest and deepest drawdowns. */
export interface Drawdowns {
  /** Current drawdown. Null if there is no current drawdown, or capital is unknown. */
  current: {
    /** How far the return is below its peak now, as a positive number, in percent. */
    depth_percent: number;
    /** First day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** Calendar days that ended below the peak; for a current drawdown up to the day of `updated_at`. */
    days: number;
  } | null;
  /** Drawdown with the most days below the peak; on a tie the earliest. Null if no day ended below the peak, or capital is unknown. */
  longest: {
    /** First day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** First day that ended at the lowest point, YYYY-MM-DD. */
    bottomed: string;
    /** First day that ended at or above the old peak, YYYY-MM-DD. Null if the drawdown has not recovered yet. */
    recovered: string | null;
    /** Fall from the peak to the lowest point, as a positive number, in percent. */
    depth_percent: number;
    /** Net loss from the peak to the end of the day with the lowest point. Formula: negative if money paid in meanwhile made more profit than the losses. */
    depth_money: number;
    /** Calendar days from the last day at the peak to the lowest point. */
    days_down: number;
    /** Calendar days from the lowest point to recovery. Null if the drawdown has not recovered yet. */
    days_to_recover: number | null;
    /** Calendar days that ended below the peak; for a current drawdown up to the day of `updated_at`. */
    days: number;
  } | null;
  /** Number of drawdowns; falls of less than 0.00005 % do not count. */
  episodes_count: number;
  /** Drawdowns, deepest first. The API has the first 20. */
  episodes: {
    /** First day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** First day that ended at the lowest point, YYYY-MM-DD. */
    bottomed: string;
    /** First day that ended at or above the old peak, YYYY-MM-DD. Null if the drawdown has not recovered yet. */
    recovered: string | null;
    /** Fall from the peak to the lowest point, as a positive number, in percent. */
    depth_percent: number;
    /** Net loss from the peak to the end of the day with the lowest point. Formula: negative if money paid in meanwhile made more profit than the losses. */
    depth_money: number;
    /** Calendar days from the last day at the peak to the lowest point. */
    days_down: number;
    /** Calendar days from the lowest point to recovery. Null if the drawdown has not recovered yet. */
    days_to_recover: number | null;
    /** Calendar days that ended below the peak; for a current drawdown up to the day of `updated_at`. */
    days: number;
  }[];
}

/** Daily balance, equity, return and drawdown, with deposits and withdrawals. */
export interface EquityCurve {
  /** Days with closed trades, one row each. */
  daily_performance: {
    /** Day, UTC, YYYY-MM-DD. */
    date: string;
    /** Balance at the end of the day; for a portfolio, of the members that have joined it. Null if capital is unknown. */
    cumulative_balance: number | null;
    /** Equity of the last report of the day. Null if no equity report came on that day; for a portfolio also while a member that joined has not reported yet. */
    cumulative_equity: number | null;
    /** Net profit so far. */
    cumulative_profit: number | null;
    /** Time-weighted return up to the end of the day, in percent. Null if capital is unknown. */
    twr_percent: number | null;
    /** Time-weighted return up to the end of the day, from equity reports, which include open positions, in percent. Formula: product over days with a report of (equity − deposits and withdrawals since the last report) / last equity, − 1. Null if capital is unknown, or there are fewer than two days with an equity report up to that day. */
    twr_equity_percent: number | null;
    /** How far the return is below its highest value so far, negative or 0, in percent. Formula: on 1 + time-weighted return, after the last trade of the day; the start counts as the first peak. Null if capital is unknown. */
    drawdown: number | null;
    /** Highest balance after a trade so far. Null if capital is unknown. */
    peak_balance: number | null;
    /** Number of trades closed on that day. */
    trades_count: number;
    /** Share of trades that won on that day, in percent. */
    win_rate: number | null;
  }[];
  /** Deposits and withdrawals in order of time. */
  deposits_withdrawals: {
    /** Day, UTC, YYYY-MM-DD. */
    date: string;
    /** Amount of a deposit (positive) or a withdrawal (negative). */
    amount: number;
  }[];
}

/** How far trades went against the account and for it while they were open. */
export interface Excursion {
  /** Closed trades whose worst and best floating results are known. */
  trades: number;
  /** Average of the worst floating results while trades were open, 0 or negative. Formula: maximum adverse excursion, without costs. Null if no closed trade has both excursions. */
  avg_mae: number | null;
  /** Average of the best floating results while trades were open, 0 or positive. Formula: maximum favourable excursion, without costs. Null if no closed trade has both excursions. */
  avg_mfe: number | null;
  /** Average of the worst floating results of winning trades. Null if no closed trade has both excursions, or none of these was won. */
  avg_mae_of_wins: number | null;
  /** Average of the best floating results of losing trades. Null if no closed trade has both excursions, or none of these was lost. */
  avg_mfe_of_losses: number | null;
  /** How much of the best floating results was kept until the trades were closed, in percent. Formula: 100 × sum of the profits above 0, before costs / sum of the best floating results of all these trades. Null if no closed trade has both excursions, or none was ever in profit. */
  kept_percent: number | null;
  /** Losing trades that could have been closed with a net profit. Formula: the best floating result was larger than commission and swap. */
  losses_once_in_profit: number;
  /** Share of `losses_once_in_profit` in the losing trades with known excursions, in percent. Null if no closed trade has both excursions, or none of these was lost. */
  losses_once_in_profit_percent: number | null;
  /** Excursions of single trades in order of closing; of more than 400 trades, 400 at even distances. Empty if hidden. */
  pairs: {
    /** Worst floating result. */
    mae: number;
    /** Best floating result. */
    mfe: number;
    /** Net profit. */
    net_profit: number;
  }[];
}

/** Trades, lots and margin open at once. */
export interface Exposure {
  /** Number of trades open at the same time, open positions included. Formula: at the same instant, closings come before openings. Null if no trade and no position was ever opened. Null if hidden. */
  trades: {
    /** Most trades open at once. */
    max: number;
    /** First time with that many, ISO 8601 UTC. */
    at: string;
    /** Days on which a trade or position was opened or closed. */
    by_day: {
      /** Day, UTC, YYYY-MM-DD. */
      date: string;
      /** Most trades open at once on that day, those from earlier days included. */
      trades: number;
    }[];
  } | null;
  /** Lots open at the same time, open positions included. Formula: at the same instant, closings come before openings. Null if no trade and no position was ever opened. Null if hidden. */
  lots: {
    /** Most lots open at once. Null if hidden. */
    max: number | null;
    /** First time with that many, ISO 8601 UTC. Null if hidden. */
    at: string | null;
    /** Days on which a trade or position was opened or closed. Empty if hidden. */
    by_day: {
      /** Day, UTC, YYYY-MM-DD. */
      date: string;
      /** Most lots open at once on that day. */
      lots: number;
    }[];
  } | null;
  /** How much of the equity open positions bound as margin, by equity reports. Formula: reports without a margin, or with an equity of 0 or less, do not count. Null if no equity report has a margin, or it is a portfolio. Null if hidden. */
  margin: {
    /** Highest margin load: 100 × margin / equity, in percent. Null if hidden. */
    max_load_percent: number | null;
    /** First report with that load, ISO 8601 UTC. Null if hidden. */
    at: string | null;
    /** Average margin load, in percent. Formula: average over the days with a report, each with its highest load. Null if hidden. */
    avg_load_percent: number | null;
    /** Most leverage used: how many times the equity was traded, by the margin. Formula: `max_load_percent` / 100 × leverage of the account; instruments with a margin rate of their own differ. Null if the leverage of the account is unknown. Null if hidden. */
    max_leverage_used: number | null;
    /** Average leverage used. Formula: `avg_load_percent` / 100 × leverage of the account. Null if the leverage of the account is unknown. Null if hidden. */
    avg_leverage_used: number | null;
    /** Days with a report that has a margin; a statement has one report. */
    days: number;
  } | null;
}

/** Return, profit and trades between two days, in the currency of the account. */
export interface Gain {
  /** Identifier of the account. */
  slug: string;
  /** Currency of every amount. Null if the account has never sent data. */
  currency: string | null;
  /** First day of the record, YYYY-MM-DD. Null if the account has no record. Null if hidden. */
  first_day: string | null;
  /** Last day of the record, YYYY-MM-DD. Null if the account has no record. Null if hidden. */
  last_day: string | null;
  /** First day that counts, within the record, YYYY-MM-DD. Null if the account has no record and the request named no day. Null if hidden. */
  from: string | null;
  /** Last day that counts, within the record, YYYY-MM-DD. Null if the account has no record and the request named no day. Null if hidden. */
  to: string | null;
  /** Time-weighted return from the end of the day before `from` to the end of `to`; −100 after a total loss, in percent. Null if the account has no record, or capital is unknown. Null if hidden. */
  return_percent: number | null;
  /** Net profit. Null if the account has no record. Null if hidden. */
  profit: number | null;
  /** Sum of deposits. Null if the account has no record, or the source does not list all deposits. Null if hidden. */
  deposits: number | null;
  /** Sum of withdrawals, as a positive amount. Null if the account has no record, or the source does not list all deposits. Null if hidden. */
  withdrawals: number | null;
  /** Deepest fall of the return below its highest value since the day before `from`, as a positive number, in percent. Null if the account has no record, or capital is unknown. Null if hidden. */
  max_drawdown_percent: number | null;
  /** Number of closed trades. Null if the account has no record. Null if hidden. */
  trades_count: number | null;
  /** Share of these trades that won, in percent. Null if no trade was closed. Null if hidden. */
  win_rate: number | null;
  attribution: Attribution;
}

/** Position of this page in a version of the list. */
export interface ListPagination {
  /** Number of this page; the first is 1. */
  page: number;
  /** Most rows of a page. */
  limit: number;
  /** Rows on all pages; 0 if the list is hidden. */
  total: number;
  /** True if there is a next page. */
  has_more: boolean;
  /** Version of the list, the same while its rows are. Send it as `version` to read its next pages. */
  version: string;
}

/** Ranges that chance gives to such a record; crashes that this record has not had are not in it. */
export interface Luck {
  /** Weekdays of the record: the days of `returns` with Saturday and Sunday folded into Monday. */
  days: number;
  /** Published accounts here, raised to 1, 2, 5, 10, 20, 50 and so on, without portfolios. */
  luckiest_of: number;
  /** Range of returns of nine in ten stretches of the same length, if the account goes on like this. Null if capital is unknown, there are under 120 weekdays, all returns are equal, or a day lost all capital. */
  twr_percent: {
    /** One in twenty is below, in percent. Formula: 100 × (exp(n m − 1.6448536 √2 s √n) − 1); mean m and long-run deviation s of ln(1 + return) of n weekdays. */
    low: number;
    /** One in twenty is above, in percent. Formula: 100 × (exp(n m + 1.6448536 √2 s √n) − 1). */
    high: number;
  } | null;
  /** Range of the deepest fall of nine of ten such stretches, as a positive number. Null if capital is unknown, there are under 120 weekdays, all returns are equal, or a day lost all capital. */
  max_drawdown_percent: {
    /** One in twenty falls less, in percent. Formula: 100 × (1 − exp(−q s √n)); q for m √n / s from a table of 60,000 random walks. */
    low: number;
    /** One in twenty falls more, in percent. Formula: the same with the upper q of the table. */
    high: number;
  } | null;
  /** How likely the account loses 10, 20 or 30 % within 250 weekdays. */
  probability_of_loss_percent: {
    /** Loss of capital: 10, 20 or 30, in percent. */
    loss_percent: number;
    /** Probability that the account is down by that much at least once within 250 weekdays, in percent. Formula: 100 × (Φ((b − mT) / (s√T)) + exp(2mb/s²) Φ((b + mT) / (s√T))); b = ln(1 − loss), T = 250. Null if capital is unknown, there are under 120 weekdays, all returns are equal, or a day lost all capital. */
    probability_percent: number | null;
  }[];
  /** Probability, 0 to 1, that the Sharpe ratio beats the luckiest of `luckiest_of` accounts without skill. Formula: Φ((SR − SR₀) √(n−1) / √(1 − γ₃ SR + (γ₄−1)/4 SR²)); SR₀ = ((1−γ) Φ⁻¹(1−1/N) + γ Φ⁻¹(1−1/(Ne))) / √(n−1), 0 for N = 1; γ = 0.5772. Null if capital is unknown, there are under 120 weekdays, all returns are equal, or a day lost all capital. */
  deflated_sharpe: number | null;
}

/** Returns by month, year and current period. */
export interface Monthly {
  /** Months from the first to the last with a result (a closed trade or an adjustment). */
  monthly_performance: {
    /** The month, YYYY-MM. */
    date: string;
    /** Net profit of the month. */
    monthly_profit: number | null;
    /** Time-weighted return of the month; all months compounded give the total return, in percent. Null if capital is unknown; 0 if it is known and there was no result. */
    monthly_percent: number | null;
  }[];
  /** Years from the first to the last with a result (a closed trade or an adjustment). */
  yearly_performance: {
    /** The year, YYYY. */
    date: string;
    /** Net profit of the year. */
    yearly_profit: number | null;
    /** Time-weighted return of the year, in percent. Null if capital is unknown; 0 if it is known and there was no result. */
    yearly_percent: number | null;
    /** Deepest fall of the time-weighted return from a peak of the same year, positive, in percent. Formula: measured after every trade; the return at the start of the year is its first peak. Null if capital is unknown; 0 if it is known and nothing fell. */
    max_drawdown_percent: number | null;
  }[];
  /** Today, this week, this month and this year. */
  period_returns: {
    /** The current day at the time of the last run, UTC. */
    today: {
      /** Net profit. Null if the data of the account ends before the period, or it has never sent any. */
      profit: number | null;
      /** Time-weighted return of the period, in percent. Null if capital is unknown, or the data of the account ends before the period, or it has never sent any. */
      twr_percent: number | null;
      /** Number of closed trades. Null if the data of the account ends before the period, or it has never sent any. */
      trades_count: number | null;
      /** Share of closed trades that won, in percent. Null if no trade was closed. */
      win_rate: number | null;
      /** Volume of closed trades in lots. Null if the data of the account ends before the period, or it has never sent any. 0 if hidden. */
      volume: number | null;
    };
    /** The current week, from Monday at the time of the last run, UTC. */
    this_week: {
      /** Net profit. Null if the data of the account ends before the period, or it has never sent any. */
      profit: number | null;
      /** Time-weighted return of the period, in percent. Null if capital is unknown, or the data of the account ends before the period, or it has never sent any. */
      twr_percent: number | null;
      /** Number of closed trades. Null if the data of the account ends before the period, or it has never sent any. */
      trades_count: number | null;
      /** Share of closed trades that won, in percent. Null if no trade was closed. */
      win_rate: number | null;
      /** Volume of closed trades in lots. Null if the data of the account ends before the period, or it has never sent any. 0 if hidden. */
      volume: number | null;
    };
    /** The current month at the time of the last run, UTC. */
    this_month: {
      /** Net profit. Null if the data of the account ends before the period, or it has never sent any. */
      profit: number | null;
      /** Time-weighted return of the period, in percent. Null if capital is unknown, or the data of the account ends before the period, or it has never sent any. */
      twr_percent: number | null;
      /** Number of closed trades. Null if the data of the account ends before the period, or it has never sent any. */
      trades_count: number | null;
      /** Share of closed trades that won, in percent. Null if no trade was closed. */
      win_rate: number | null;
      /** Volume of closed trades in lots. Null if the data of the account ends before the period, or it has never sent any. 0 if hidden. */
      volume: number | null;
    };
    /** The current year at the time of the last run, UTC. */
    this_year: {
      /** Net profit. Null if the data of the account ends before the period, or it has never sent any. */
      profit: number | null;
      /** Time-weighted return of the period, in percent. Null if capital is unknown, or the data of the account ends before the period, or it has never sent any. */
      twr_percent: number | null;
      /** Number of closed trades. Null if the data of the account ends before the period, or it has never sent any. */
      trades_count: number | null;
      /** Share of closed trades that won, in percent. Null if no trade was closed. */
      win_rate: number | null;
      /** Volume of closed trades in lots. Null if the data of the account ends before the period, or it has never sent any. 0 if hidden. */
      volume: number | null;
    };
  };
}

/** Results of trades near high-impact news, and of all others. */
export interface News {
  /** High-impact calendar events about the currencies of the traded instruments. Formula: from half an hour before the first opening to half an hour after the last closing. */
  events: {
    /** Number of times with a high-impact event about traded currencies; 0 can mean that the calendar begins later. */
    count: number;
    /** Time of the first event, ISO 8601 UTC. Null if no such event is known. */
    first: string | null;
    /** Time of the last event, ISO 8601 UTC. Null if no such event is known. */
    last: string | null;
  };
  /** Closed trades opened within 30 minutes before or after such an event. */
  opened_near: {
    /** Number of these trades. */
    trades: number;
    /** Net profit of these trades. */
    profit: number;
    /** Share of these trades that won, in percent. Null if there are no such trades. */
    win_rate: number | null;
  };
  /** Closed trades opened earlier that were still open within 30 minutes before or after an event. */
  open_through: {
    /** Number of these trades. */
    trades: number;
    /** Net profit of these trades. */
    profit: number;
    /** Share of these trades that won, in percent. Null if there are no such trades. */
    win_rate: number | null;
  };
  /** All other closed trades of these instruments. */
  others: {
    /** Number of these trades. */
    trades: number;
    /** Net profit of these trades. */
    profit: number;
    /** Share of these trades that won, in percent. Null if there are no such trades. */
    win_rate: number | null;
  };
  /** Closed trades of instruments whose currencies are unknown or not in the calendar. */
  unknown: {
    /** Number of these trades. */
    trades: number;
    /** Net profit of these trades. */
    profit: number;
    /** Share of these trades that won, in percent. Null if there are no such trades. */
    win_rate: number | null;
  };
}

/** The record before and since anybody could watch it: a chosen past is not a watched one. */
export interface Observed {
  /** Time at which the first version was served in which strangers could read the account; nobody can set it, ISO 8601 UTC. Null if no stranger could ever read the account. */
  since: string | null;
  /** First UTC day of `after`, YYYY-MM-DD. Formula: the latest of: the day after `since`, the history cut, the day after a portfolio’s members changed. Null if no stranger could ever read the account. */
  from: string | null;
  /** Times of a day or more since then in which it was not public. */
  gaps: {
    /** Beginning, ISO 8601 UTC. */
    from: string;
    /** End, ISO 8601 UTC. Null if it has not ended. */
    to: string | null;
  }[];
  /** Share of the trades in `after` that came afterwards; other bookings count only if they did, in percent. Formula: in a gap; or an owner’s source sent, changed or moved it over 72 hours later. Null if `after` has no trade and no late booking. */
  late_percent: number | null;
  /** Figures of everything booked before `from`; of everything, if `from` is null. Null if nothing was earned or lost before. */
  before: {
    /** Time-weighted return, in percent. Formula: as `performance.twr_percent`; (1 + before) × (1 + after) = 1 + the whole return. Null if capital is unknown. */
    twr_percent: number | null;
    /** Deepest fall of the return below its highest value so far in this part, as a positive number, in percent. Formula: as `performance.max_drawdown_percent`, on an index that starts at 1 with this part. Null if capital is unknown. */
    max_drawdown_percent: number | null;
    /** Closed trades. */
    trades: number;
    /** Share of trades with a profit, in percent. Null if there are no closed trades. */
    win_rate: number | null;
    /** Gross profit / gross loss, both net of costs. Null if no trade was lost. */
    profit_factor: number | null;
    /** Sharpe ratio of daily equity returns, per year. Formula: as `advanced.sharpe_ratio_annualized`; a weekend counts with its Monday. Null if its part has under 30 weekdays, too few of them with equity reports, or equal returns. */
    sharpe_ratio_annualized: number | null;
    /** Length, in months. Formula: days / 30.4375; from the first booking, cut or `from`, to `from`, the newest booking or `updated_at`. */
    months: number;
  } | null;
  /** Figures of everything booked from `from` on. Null if nothing was earned or lost since. */
  after: {
    /** Time-weighted return, in percent. Formula: as `performance.twr_percent`; (1 + before) × (1 + after) = 1 + the whole return. Null if capital is unknown. */
    twr_percent: number | null;
    /** Deepest fall of the return below its highest value so far in this part, as a positive number, in percent. Formula: as `performance.max_drawdown_percent`, on an index that starts at 1 with this part. Null if capital is unknown. */
    max_drawdown_percent: number | null;
    /** Closed trades. */
    trades: number;
    /** Share of trades with a profit, in percent. Null if there are no closed trades. */
    win_rate: number | null;
    /** Gross profit / gross loss, both net of costs. Null if no trade was lost. */
    profit_factor: number | null;
    /** Sharpe ratio of daily equity returns, per year. Formula: as `advanced.sharpe_ratio_annualized`; a weekend counts with its Monday. Null if its part has under 30 weekdays, too few of them with equity reports, or equal returns. */
    sharpe_ratio_annualized: number | null;
    /** Length, in months. Formula: days / 30.4375; from the first booking, cut or `from`, to `from`, the newest booking or `updated_at`. */
    months: number;
  } | null;
}

/** Owner of the account. */
export interface Owner {
  /** Identifier of the owner. */
  slug: string;
  /** Public name of the owner. Null if the owner has no public name. */
  name: string | null;
}

/** Position of this page in the list. */
export interface Pagination {
  /** Number of this page; the first is 1. */
  page: number;
  /** Most rows of a page. */
  limit: number;
  /** Rows on all pages; 0 if the list is hidden. */
  total: number;
  /** True if there is a next page. */
  has_more: boolean;
}

/** Headline figures. */
export interface Performance {
  /** Time-weighted return: growth without the effect of deposits and withdrawals, in percent. Formula: product of (1 + net profit / capital before it) − 1; −100 after a total loss; trades without capital are skipped. Null if capital is unknown; 0 if it is known and no trade was closed. */
  twr_percent: number | null;
  /** Net profit as a share of all money paid in, without compounding, in percent. Formula: 100 × net profit / (starting capital + deposits). Null if capital is unknown, or starting capital plus deposits is not above 0. */
  absolute_gain_percent: number | null;
  /** Deepest fall of the return below its highest value so far, as a positive number, in percent. Formula: after every trade, on 1 + time-weighted return; the start is the first peak; deposits and withdrawals have no effect. Null if capital is unknown; 0 if it is known and no trade was closed. */
  max_drawdown_percent: number | null;
  /** Average return of the days with closed trades, in percent. Formula: arithmetic mean. Null if capital is unknown, or no trade was closed. */
  avg_daily_return_percent: number | null;
  /** Average of the monthly returns, as published, in percent. Formula: arithmetic mean. Null if capital is unknown, or there was no result. */
  avg_monthly_return_percent: number | null;
  /** Return per year that, compounded, gives the total return, in percent. Formula: ((1 + return) ^ (365.25 / days) − 1) × 100; days from `since` to `updated_at` or a later event. Null if capital is unknown, or there are fewer than 90 days. */
  cagr_percent: number | null;
  /** Day of the first event that counts, or day of the history cut, YYYY-MM-DD. Null if there is no event. */
  since: string | null;
  /** Floating profit of open positions. Formula: `equity` − `balance`. Null if equity or balance is unknown. */
  open_profit: number | null;
  /** Floating profit of open positions as a share of the balance, in percent. Formula: 100 × `open_profit` / `balance`. Null if equity or balance is unknown, or the balance is not above 0. */
  open_profit_percent: number | null;
  /** Sum of all deposits. Null if the account has never sent data, or the source does not list all deposits. */
  deposits: number | null;
  /** Sum of all withdrawals, as a positive amount. Null if the account has never sent data, or the source does not list all deposits. */
  withdrawals: number | null;
}

/** An open position; its profit is the floating profit. */
export interface Position {
  /** Broker's identifier of the trade. */
  ticket: string;
  /** Name of the instrument at the broker. */
  symbol: string;
  /** `buy` or `sell`. */
  side: 'buy' | 'sell';
  /** Size in lots. 0 if hidden. */
  volume: number;
  /** Opening price. */
  open_price: number;
  /** Stop loss. Null if the trade or position has none. Null if hidden. */
  stop_loss: number | null;
  /** Take profit. Null if the trade or position has none. Null if hidden. */
  take_profit: number | null;
  /** Opening time, ISO 8601 UTC. */
  opened_at: string;
  /** Profit before commission and swap. */
  profit: number;
  /** Commission, negative if charged. */
  commission: number;
  /** Swap, negative if charged. */
  swap: number;
  /** Order comment. Null if the trade or position has none. Null if hidden. */
  comment: string | null;
  /** Number that identifies the Expert Advisor, from -2^63 to 2^64 - 1. Formula: beyond 2^53, JavaScript needs a JSON parser that keeps large integers. Null if the trade or position has none, and always on cTrader and TradeLocker. */
  magic_number: number | null | string;
}

/** A page of open positions. */
export interface PositionList {
  /** Newest first. Empty if hidden. */
  data: Position[];
  pagination: ListPagination;
  attribution: Attribution;
}

/** Problem details by RFC 9457. */
export interface Problem {
  /** Kind of problem, as a URN. */
  type: 'urn:trackrecord:problem:bad-request' | 'urn:trackrecord:problem:invalid-parameter' | 'urn:trackrecord:problem:unauthenticated' | 'urn:trackrecord:problem:invalid-token' | 'urn:trackrecord:problem:insufficient-scope' | 'urn:trackrecord:problem:foreign-request' | 'urn:trackrecord:problem:not-found' | 'urn:trackrecord:problem:method-not-allowed' | 'urn:trackrecord:problem:request-timeout' | 'urn:trackrecord:problem:conflict' | 'urn:trackrecord:problem:gone' | 'urn:trackrecord:problem:content-too-large' | 'urn:trackrecord:problem:uri-too-long' | 'urn:trackrecord:problem:upgrade-required' | 'urn:trackrecord:problem:rate-limited' | 'urn:trackrecord:problem:unsupported-media-type' | 'urn:trackrecord:problem:unprocessable' | 'urn:trackrecord:problem:headers-too-large' | 'urn:trackrecord:problem:internal' | 'urn:trackrecord:problem:unavailable' | 'urn:trackrecord:problem:nothing-published' | 'urn:trackrecord:problem:not-drawn' | 'urn:trackrecord:problem:insufficient-storage';
  /** Name of the HTTP status. */
  title: string;
  /** HTTP status. */
  status: number;
  /** Explains what is wrong and what to do. */
  detail: string;
  /** Values that are accepted. */
  allowed?: string[];
  /** First parameter with a value that is not allowed. */
  parameter?: string;
  /** Every parameter with a value that is not allowed. */
  errors?: {
    /** Name of the parameter. */
    parameter: string;
    /** Explains what is wrong with its value. */
    detail: string;
    /** Values that are accepted. */
    allowed?: string[];
  }[];
}

/** Sources of trades and cash flows; positions, orders and equity are not counted. */
export interface Provenance {
  /** Data that a connector read from the broker or the platform. */
  broker_api: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
  /** Deals that an Expert Advisor sent. */
  terminal: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
  /** Data from files of the operator. */
  operator_file: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
  /** Data from statements that the owner added. */
  owner_statement: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
  /** Rows that a program of the owner sent. */
  owner_api: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
  /** Data that a feed delivered. */
  feed: {
    /** Number of closed trades with values from this source. */
    trades: number;
    /** Number of deposits, withdrawals and adjustments from this source. */
    flows: number;
    /** Number of trades and flows of this source that a better source also has; the better values count. */
    compared: number;
    /** Number of these that differ from the better source in money, volume, price or time. */
    differing: number;
  };
}

/** Return, flows, profit and balance of every calendar day; annualise with 365, or fold weekends into Monday for 252. */
export interface Returns {
  /** Balance before the first day: the opening balance, or the balance at the history cut, else 0. Null if there is no data, or capital is unknown. */
  starting_balance: number | null;
  /** Calendar days from the first to the last with a closed trade, deposit, withdrawal, adjustment or equity report, weekends too. */
  days: {
    /** Calendar day, UTC, YYYY-MM-DD. */
    date: string;
    /** Time-weighted return of the day; the days compound to `performance.twr_percent`, in percent. Formula: product over trades and adjustments of (1 + net result / capital before), − 1; 0 without them. Null if capital is unknown. */
    twr_percent: number | null;
    /** Return since the previous equity report, which includes open positions, in percent. Formula: (equity − deposits and withdrawals since the last report) / last equity, − 1, as in `twr_equity_percent`. Null if the day has no equity report or the first, the last equity was not above 0, or capital is unknown. */
    equity_percent: number | null;
    /** Deposits minus withdrawals of the day, and for a portfolio the capital that members bring when they join. */
    flows: number;
    /** Net profit of the trades closed on that day, and adjustments such as interest. */
    profit: number;
    /** Balance at the end of the day. Formula: balance of the day before + `flows` + `profit`. Null if capital is unknown. */
    balance: number | null;
  }[];
}

/** Return and risk of the last 30, 90 and 365 days, at the end of each month. */
export interface Rolling {
  /** Months from the first to the last with a closed trade. */
  month_ends: {
    /** Last day of each month between the first and last result; this month the day of `updated_at`, YYYY-MM-DD. */
    date: string;
    /** The 30 days up to that date. Null if the record was younger than 30 days. */
    days_30: {
      /** Time-weighted return of the period, in percent. Null if capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the return below its highest value in the period, as a positive number, in percent. Formula: at the end of each day; the value before the first day counts as the first peak. Null if capital is unknown. */
      max_drawdown_percent: number | null;
    } | null;
    /** The 90 days up to that date. Null if the record was younger than 90 days. */
    days_90: {
      /** Time-weighted return of the period, in percent. Null if capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the return below its highest value in the period, as a positive number, in percent. Formula: at the end of each day; the value before the first day counts as the first peak. Null if capital is unknown. */
      max_drawdown_percent: number | null;
      /** Annualised Sharpe ratio of the period. Formula: mean / sample standard deviation × √252 of the equity returns of its weekdays. Null if there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal. */
      sharpe_ratio_annualized: number | null;
    } | null;
    /** The 365 days up to that date. Null if the record was younger than 365 days. */
    days_365: {
      /** Time-weighted return of the period, in percent. Null if capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the return below its highest value in the period, as a positive number, in percent. Formula: at the end of each day; the value before the first day counts as the first peak. Null if capital is unknown. */
      max_drawdown_percent: number | null;
      /** Annualised Sharpe ratio of the period. Formula: mean / sample standard deviation × √252 of the equity returns of its weekdays. Null if there are under 30 weekdays, under 30 and under half of them have equity reports, or all returns are equal. */
      sharpe_ratio_annualized: number | null;
    } | null;
  }[];
}

/** Credit to give wherever you show this. */
export interface ServiceAttribution {
  /** True if you must give credit; on paid plans it is recommended. */
  required: boolean;
  /** Wording of the credit. */
  text: string;
  /** Link of the credit. */
  url: string;
}

/** Statistics over closed trades, in the currency of the account. */
export interface Statistics {
  /** Identifier of the account. */
  slug: string;
  /** Currency of every amount. Null if the account has never sent data. */
  currency: string | null;
  /** All closed trades. Null if no trade was closed. */
  total: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  } | null;
  /** Number of instruments. */
  symbols: number;
  /** Number of magic numbers. */
  magic_numbers: number;
  /** Instrument; the 200 with the most trades, most trades first. */
  symbol?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** Magic number, 0 for manual trades; the 200 with the most trades, most trades first. */
  magic_number?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** Hour of closing, UTC, `00` to `23`. */
  hour?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** Weekday of closing, UTC, `Monday` to `Sunday`. */
  weekday?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** Month of closing, UTC, `YYYY-MM`, oldest first. */
  month?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** `buy` or `sell`. */
  side?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  /** Time held: `0s` below a minute, then at least `1m`, `5m`, `15m`, `1h`, `4h`, `1d` or `1w`, up to the next. */
  duration?: {
    /** Name of the group. */
    key: string;
    /** Number of closed trades. */
    trades: number;
    /** Number of trades with a net profit above 0. */
    won: number;
    /** Number of trades with a net profit below 0. */
    lost: number;
    /** Share of trades that won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Average net profit of a trade. */
    average_profit: number;
  }[];
  attribution: Attribution;
}

/** Time-weighted return after each trade. */
export interface TimeWeightedReturn {
  /** Return so far after each closed trade, in order of closing. */
  twr_trade_by_trade: (number | null)[];
}

/** A closed trade. */
export interface Trade {
  /** Broker's identifier of the trade. */
  ticket: string;
  /** Name of the instrument at the broker. */
  symbol: string;
  /** `buy` or `sell`. */
  side: 'buy' | 'sell';
  /** Size in lots. 0 if hidden. */
  volume: number;
  /** Opening price. */
  open_price: number;
  /** Closing price. */
  close_price: number;
  /** Stop loss. Null if the trade or position has none. Null if hidden. */
  stop_loss: number | null;
  /** Take profit. Null if the trade or position has none. Null if hidden. */
  take_profit: number | null;
  /** Opening time, ISO 8601 UTC. */
  opened_at: string;
  /** Closing time, ISO 8601 UTC. */
  closed_at: string;
  /** Profit before commission and swap. */
  profit: number;
  /** Commission, negative if charged. */
  commission: number;
  /** Swap, negative if charged. */
  swap: number;
  /** Profit after commission and swap; totals are sums of it. Formula: profit + commission + swap. */
  net_profit: number;
  /** Order comment. Null if the trade or position has none. Null if hidden. */
  comment: string | null;
  /** Number that identifies the Expert Advisor, from -2^63 to 2^64 - 1. Formula: beyond 2^53, JavaScript needs a JSON parser that keeps large integers. Null if the trade or position has none, and always on cTrader and TradeLocker. */
  magic_number: number | null | string;
}

/** A page of closed trades. */
export interface TradeList {
  /** Newest first. Empty if hidden. */
  data: Trade[];
  pagination: ListPagination;
  attribution: Attribution;
}

/** A header line, `ticket,symbol,side,volume,open_price,close_price,stop_loss,take_profit,opened_at,closed_at,profit,commission,swap,net_profit,comment,magic_number`, then one line per trade. */
export type TradeTable = string;

/** Badges of the account; see `verified_by`. */
export interface Verified {
  /** The owner controls the account, as proved or confirmed; `verified_by` says how. */
  identity: boolean;
  /** Every published trade and deposit was read from the broker and adds up to its balance, or the operator confirmed all of them. `verified_by` says which. */
  track_record: boolean;
  /** Last day that the operator confirmed, if data of its owner from later days counts too, YYYY-MM-DD. Null if every day or none is confirmed, or all data was read from the broker. */
  covered_until: string | null;
  /** Time at which data of another source changed what the operator had confirmed, ISO 8601 UTC. Null if no confirmation of the track record has lapsed. */
  lapsed_at: string | null;
  /** Why a history that was read from the broker does not count as confirmed. Null if `track_record` is true, or not all trades were read from the broker, or all deposits were. */
  reason: 'trades read from the broker, deposits unknown' | null;
}

/** Who confirmed the badges, when and how. */
export interface VerifiedBy {
  /** Who confirmed `verified.identity`, when and how. Null if `verified.identity` is false. */
  identity: {
    /** Who confirmed it; `operator` is the operator of this site. `broker` stands for data read from the broker or a sign-in there, `terminal` for a code that the terminal showed and the owner typed. */
    by: string;
    /** Time of the confirmation, ISO 8601 UTC. Null if the operator did not write it down. */
    at: string | null;
    /** How it was confirmed, for a mark in the words of the operator. Null if the operator did not write it down. */
    how: string | null;
  } | null;
  /** Who confirmed `verified.track_record`, when and how. Null if `verified.track_record` is false and `verified.covered_until` is null. */
  track_record: {
    /** Who confirmed it; `operator` is the operator of this site. `broker` stands for data read from the broker or a sign-in there, `terminal` for a code that the terminal showed and the owner typed. */
    by: string;
    /** Time of the confirmation, ISO 8601 UTC. Null if the operator did not write it down. */
    at: string | null;
    /** How it was confirmed, for a mark in the words of the operator. Null if the operator did not write it down. */
    how: string | null;
  } | null;
}

/** Code and links that show an account on another site. */
export interface Widget {
  /** Identifier of the account. */
  slug: string;
  /** Name of the account. */
  name: string;
  /** Public address of the account. */
  account_url: string;
  /** An image with a link to the account, safe to paste into a page. */
  html: string;
  /** A frame that follows the colour scheme of its reader. */
  iframe: string;
  /** An image with a link, in Markdown. */
  markdown: string;
  /** Address of a page that may be framed. */
  iframe_url: string;
  /** Address of the SVG image. */
  image_url: string;
  /** Address of the PNG image, for places that show no SVG. */
  png_url: string;
  /** Width of the widget, in CSS pixels. */
  width: number;
  /** Height of the widget, in CSS pixels. */
  height: number;
  /** All sizes. */
  sizes: {
    /** Value for `size`. */
    size: string;
    /** Width, in CSS pixels. */
    width: number;
    /** Height, in CSS pixels. */
    height: number;
  }[];
  attribution: Attribution;
}

export interface ListAccountsQuery {
  /** Only accounts, or only portfolios; by default both. */
  type?: 'account' | 'portfolio';
  /** Only accounts on this platform. */
  platform?: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** Page number; a page after the last one is empty. */
  page?: number;
  /** Most rows of a page. */
  limit?: number;
}

export interface GetAccountQuery {
  /** Sections to add to the answer. `explain` adds the definition of every figure. */
  include?: ('equity_curve' | 'twr' | 'monthly' | 'by_symbol' | 'by_magic_number' | 'advanced' | 'drawdowns' | 'distribution' | 'rolling' | 'exposure' | 'news' | 'provenance' | 'benchmark' | 'excursion' | 'contributions' | 'behaviour' | 'returns' | 'luck' | 'observed' | 'restatements' | 'explain')[];
  /** Explains only these figures, by full name, such as `advanced.kelly_percent`, or its last part, such as `twr_percent`. Sections need not be included. */
  figures?: string[];
  /** Members to return of an included section, such as `advanced.win_rate` or `win_rate`. Other members are left out then, even required ones. Sections of which none is named stay whole. */
  fields?: string[];
  /** First day, UTC, of the days in `equity_curve`, `benchmark`, `returns`. */
  from?: string;
  /** Last day, UTC, of the days in `equity_curve`, `benchmark`, `returns`. */
  to?: string;
  /** Most days or trades in `equity_curve`, `twr`, `benchmark`, `returns`: the first, the last, and highs and lows between. `thinned` says how many there were. */
  points?: number;
}

export interface ListTradesQuery {
  /** Page number; a page after the last one is empty. */
  page?: number;
  /** `pagination.version` of page 1, for the next pages of that version. */
  version?: string;
  /** Trades closed at or after this time; a day starts at 00:00 UTC. */
  from?: string;
  /** Trades closed at or before this time; a day ends at 24:00 UTC. */
  to?: string;
}

export interface ListPositionsQuery {
  /** Page number; a page after the last one is empty. */
  page?: number;
  /** Most rows of a page. */
  limit?: number;
  /** `pagination.version` of page 1, for the next pages of that version. */
  version?: string;
}

export interface GetGainQuery {
  /** First day, UTC; by default the first day of the record. */
  from?: string;
  /** Last day, UTC; by default the last day of the record. */
  to?: string;
}

export interface GetStatisticsQuery {
  /** Properties to group trades by. */
  by?: ('symbol' | 'magic_number' | 'hour' | 'weekday' | 'month' | 'side' | 'duration')[];
}

export interface GetWidgetQuery {
  /** Size; `preview` is for link previews in social networks. */
  size?: 'small' | 'medium' | 'large' | 'preview';
  /** Colours; by default light in images and the reader's in a frame. */
  theme?: 'light' | 'dark';
  /** Language. */
  lang?: 'en' | 'de' | 'es';
}

export interface SearchAccountsQuery {
  /** Part of a name, slug or broker, in any case. */
  q?: string;
  /** Part of the name of a traded instrument. Hidden ones are left out. */
  symbol?: string;
  /** Only accounts, or only portfolios; by default both. */
  type?: 'account' | 'portfolio';
  /** Only accounts on this platform. */
  platform?: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** Only accounts in one of these currencies. */
  currency?: string[];
  /** Lowest `twr_percent`. Accounts without it are left out. */
  min_twr_percent?: number;
  /** Most `max_drawdown_percent`. Accounts without it are left out. */
  max_drawdown_percent?: number;
  /** `true`: demo; `false`: real. Unknown ones are left out. */
  demo?: 'true' | 'false';
  /** Fewest closed trades. Hidden ones are left out. */
  min_trades?: number;
  /** Fewest days from `since` to `updated_at`. */
  min_age_days?: number;
  /** Most days from `updated_at` to the last run. */
  updated_within_days?: number;
  /** Fewest months that anybody could watch. */
  min_observed_months?: number;
  /** Least `luck.deflated_sharpe`. */
  min_deflated_sharpe?: number;
  /** `true`: confirmed track records; `false`: others; `any`: both, confirmed ones not first. */
  confirmed?: 'true' | 'false' | 'any';
  /** `true`: both badges of `verified`; `false`: others; or the name of one badge. */
  verified?: 'true' | 'false' | 'identity' | 'track_record';
  /** `true`: matches the totals of its platform; `false`: does not. Without totals: left out. */
  reconciled?: 'true' | 'false';
  /** Source of all its trades and deposits. */
  source?: 'broker_api' | 'terminal' | 'operator_file' | 'owner_statement' | 'owner_api' | 'feed';
  /** `none`: no warning in `behaviour`, lots assessed, nothing of it hidden. */
  warnings?: 'none';
  /** Most `behaviour.larger_after_loss_percent`. */
  max_larger_after_loss_percent?: number;
  /** Most `behaviour.lots_after_loss_ratio`. */
  max_lots_after_loss_ratio?: number;
  /** Most `behaviour.largest_lot_multiple`. */
  max_largest_lot_multiple?: number;
  /** Most `behaviour.baskets.adds_to_losers_percent`. */
  max_adds_to_losers_percent?: number;
  /** Most `behaviour.baskets.adds_to_three_losers_percent`. */
  max_adds_to_three_losers_percent?: number;
  /** Most `behaviour.without_stop_percent`. */
  max_without_stop_percent?: number;
  /** Most `behaviour.holding_ratio`. */
  max_holding_ratio?: number;
  /** Most `behaviour.wins_lost_in_worst_basket`. */
  max_wins_lost_in_worst_basket?: number;
  /** A minus puts the highest first. Unknown and hidden values come last. */
  sort?: '-twr_percent' | 'twr_percent' | '-cagr_percent' | 'cagr_percent' | 'max_drawdown_percent' | '-max_drawdown_percent' | '-sharpe_ratio_annualized' | 'sharpe_ratio_annualized' | '-total_trades' | 'total_trades' | '-created_at' | 'created_at' | '-age_days' | 'age_days' | '-observed_months' | 'observed_months' | '-updated_at' | 'updated_at' | 'name' | '-name';
  /** Page number; a page after the last one is empty. */
  page?: number;
  /** Most rows of a page. */
  limit?: number;
}

export interface CompareAccountsQuery {
  /** Slugs of up to 40 accounts or portfolios. Without them the search decides. */
  slugs?: string[];
  /** First day, UTC; by default the first day of each record. */
  from?: string;
  /** Last day, UTC; by default the last day of each record. */
  to?: string;
  /** Symbol of a benchmark, in any case; a wrong one is a 400 that lists all. */
  benchmark?: string;
  /** Up to 5 figures to add, by full name, such as `advanced.profit_factor`, or its last part. */
  figures?: string[];
  /** Part of a name, slug or broker, in any case. */
  q?: string;
  /** Part of the name of a traded instrument. Hidden ones are left out. */
  symbol?: string;
  /** Only accounts, or only portfolios; by default both. */
  type?: 'account' | 'portfolio';
  /** Only accounts on this platform. */
  platform?: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** Only accounts in one of these currencies. */
  currency?: string[];
  /** Lowest return of the whole record; rows have the return of the days. */
  min_twr_percent?: number;
  /** Most drawdown of the whole record; rows have the drawdown of the days. */
  max_drawdown_percent?: number;
  /** `true`: demo; `false`: real. Unknown ones are left out. */
  demo?: 'true' | 'false';
  /** Fewest closed trades. Hidden ones are left out. */
  min_trades?: number;
  /** Fewest days from `since` to `updated_at`. */
  min_age_days?: number;
  /** Most days from `updated_at` to the last run. */
  updated_within_days?: number;
  /** Fewest months that anybody could watch. */
  min_observed_months?: number;
  /** Least `luck.deflated_sharpe`. */
  min_deflated_sharpe?: number;
  /** `true`: confirmed track records; `false`: others; `any`: both, confirmed ones not first. */
  confirmed?: 'true' | 'false' | 'any';
  /** `true`: both badges of `verified`; `false`: others; or the name of one badge. */
  verified?: 'true' | 'false' | 'identity' | 'track_record';
  /** `true`: matches the totals of its platform; `false`: does not. Without totals: left out. */
  reconciled?: 'true' | 'false';
  /** Source of all its trades and deposits. */
  source?: 'broker_api' | 'terminal' | 'operator_file' | 'owner_statement' | 'owner_api' | 'feed';
  /** `none`: no warning in `behaviour`, lots assessed, nothing of it hidden. */
  warnings?: 'none';
  /** Most `behaviour.larger_after_loss_percent`. */
  max_larger_after_loss_percent?: number;
  /** Most `behaviour.lots_after_loss_ratio`. */
  max_lots_after_loss_ratio?: number;
  /** Most `behaviour.largest_lot_multiple`. */
  max_largest_lot_multiple?: number;
  /** Most `behaviour.baskets.adds_to_losers_percent`. */
  max_adds_to_losers_percent?: number;
  /** Most `behaviour.baskets.adds_to_three_losers_percent`. */
  max_adds_to_three_losers_percent?: number;
  /** Most `behaviour.without_stop_percent`. */
  max_without_stop_percent?: number;
  /** Most `behaviour.holding_ratio`. */
  max_holding_ratio?: number;
  /** Most `behaviour.wins_lost_in_worst_basket`. */
  max_wins_lost_in_worst_basket?: number;
  /** A minus puts the highest first. Unknown and hidden values come last. */
  sort?: '-twr_percent' | 'twr_percent' | '-cagr_percent' | 'cagr_percent' | 'max_drawdown_percent' | '-max_drawdown_percent' | '-sharpe_ratio_annualized' | 'sharpe_ratio_annualized' | '-total_trades' | 'total_trades' | '-created_at' | 'created_at' | '-age_days' | 'age_days' | '-observed_months' | 'observed_months' | '-updated_at' | 'updated_at' | 'name' | '-name';
}

export interface DownloadTradesQuery {
  /** Trades closed at or after this time; a day starts at 00:00 UTC. */
  from?: string;
  /** Trades closed at or before this time; a day ends at 24:00 UTC. */
  to?: string;
}

export interface GetCalendarQuery {
  /** Currencies; by default all nine. */
  currency?: ('USD' | 'EUR' | 'GBP' | 'JPY' | 'AUD' | 'NZD' | 'CAD' | 'CHF' | 'CNY')[];
  /** Impacts, or `all` alone. */
  impact?: ('high' | 'medium' | 'low' | 'holiday' | 'all')[];
  /** Days from now to the end of the window. */
  days?: number;
  /** Format of the answer. */
  format?: 'json' | 'csv';
}
