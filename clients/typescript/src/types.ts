// Printed by `npm run docs` from the description of the API.

/** An account or a portfolio; amounts are in its currency. */
export interface Account {
  /** An account, or a portfolio of several. */
  type: 'account' | 'portfolio';
  /** Stable identifier, the last part of the public address. */
  slug: string;
  /** Name chosen by the owner. */
  name: string;
  /** MT4, MT5, cTrader or TradeLocker; null where the account has never sent data; also of a portfolio whose members differ. */
  platform: string | null;
  /** Currency of every amount; null where the account has never sent data. */
  currency: string | null;
  /** Name of the broker; null where the source says nothing of it; of a portfolio also where its members differ. */
  broker: string | null;
  /** Name of the broker's trade server; null where the source says nothing of it; of a portfolio also where its members differ. */
  server: string | null;
  /** Leverage: 100 stands for 1:100; null where the source says nothing of it; of a portfolio also where its members differ. */
  leverage: number | null;
  /** True for a demo account; null where the source does not tell whether it is a demo account; of a portfolio also where its members differ. */
  demo: boolean | null;
  /** How the facts came in: `statement_file`, imported from a platform's statement; `terminal`, sent by the terminal; `owner_api`, sent by a program of the owner. A portfolio's where its members agree; null where they are files of the operator's own; of a portfolio also where its members differ. */
  data_source: 'statement_file' | 'terminal' | 'owner_api' | null;
  /** Day before which the owner removed all history, YYYY-MM-DD; null where history was never cut; of a portfolio always. */
  history_cut_at: string | null;
  /** Whether the account has a public page. */
  published: boolean;
  verified: Verified;
  verified_by: VerifiedBy;
  /** Whether all money that statements print of themselves, and the balance that the platform printed, is what the bookings give as of then, to the last digit printed and wherever it is defined alike. A portfolio: false where a member is; null where no balance was printed or capital is unknown; of a portfolio where a member is null. */
  reconciled: boolean | null;
  /** What `reconciled` compares; null where somebody else than its owner asks. */
  reconciliation: {
    /** Balance as the platform printed it; null where nothing was compared. */
    reported_balance: number | null;
    /** Balance from the bookings, as of `updated_at` or the present one, with or without what opening the open positions cost, whichever is nearest; null where nothing was compared. */
    balance: number | null;
    /** `balance` less `reported_balance`; null where nothing was compared. */
    gap: number | null;
  } | null;
  /** Closed-trade balance; null where capital is unknown and the platform printed no balance. */
  balance: number | null;
  /** Balance and floating result of open positions; null where capital is unknown, the platform printed no balance and no equity report is as new as the newest booking. */
  equity: number | null;
  /** When the account was first seen, ISO 8601 UTC. */
  created_at: string;
  /** When the account last reported, ISO 8601 UTC; null where the account has never sent data. */
  updated_at: string | null;
  performance: Performance;
  owner: Owner;
  attribution: Attribution;
  /** Daily performance and cash flows. Only where `include` names it; null where its owner hides it. */
  equity_curve?: EquityCurve | null;
  /** Time-weighted return trade by trade. Only where `include` names it; null where its owner hides it. */
  twr?: TimeWeightedReturn | null;
  /** Returns by month, year and current period. Only where `include` names it; null where its owner hides it. */
  monthly?: Monthly | null;
  /** Closed trades by instrument. Only where `include` names it; null where its owner hides it. */
  by_symbol?: BySymbol | null;
  /** Closed trades by magic number; manual trades under 0. Only where `include` names it; null where its owner hides it. */
  by_magic_number?: ByMagicNumber | null;
  /** Statistics over all closed trades. Only where `include` names it; null where its owner hides it. */
  advanced?: Advanced | null;
  /** Times below the peak, the 20 deepest of them. Only where `include` names it; null where its owner hides it. */
  drawdowns?: Drawdowns | null;
  /** Histograms of results, pips and durations. Only where `include` names it; null where its owner hides it. */
  distribution?: Distribution | null;
  /** Return and risk of the last 30, 90 and 365 days by month. Only where `include` names it; null where its owner hides it. */
  rolling?: Rolling | null;
  /** Trades and lots open at once. Only where `include` names it; null where its owner hides it. */
  exposure?: Exposure | null;
  /** Trades near news of high impact, and the others. Only where `include` names it; null where its owner hides it. */
  news?: News | null;
  /** What of published and closed days turned out otherwise afterwards; owners cannot hide it, but of what they hide it tells nothing. Only where `include` names it; null where the version in service is of a program that kept no record of them. */
  restatements?: {
    /** Day since which whatever is published of closed days is compared with what was, YYYY-MM-DD. */
    since: string;
    /** How many restatements there are but for those of kind `definition`. */
    count: number;
    /** When the last of them was found, ISO 8601 UTC; null where there is none. */
    last_found_at: string | null;
    /** The newest 1000, newest first. */
    restatements: {
      /** When a run found it, ISO 8601 UTC. */
      found_at: string;
      /** Number of the version that shows it first. */
      version: number;
      /** What happened to facts of closed days: `added` late, `removed`, `changed` (as many, but others), `cut` away by the owner; `definition`: the facts are the same, but a formula, the currency or the members are others. */
      kind: 'added' | 'removed' | 'changed' | 'cut' | 'definition';
      /** Which facts: `trades`, `flows`, `equity`, `capital` (the opening balance, or what a cut has left of what was before it). */
      facts: string[];
      /** The first of the days, UTC, YYYY-MM-DD; null where it is of none: a cut, a definition, the capital at the beginning; or the history was cut then or later, or its figures of then were lost. */
      first_day: string | null;
      /** How many days; null where it is of none: a cut, a definition, the capital at the beginning; or the history was cut then or later, or its figures of then were lost. */
      days_affected: number | null;
      /** Net profit as it was published before; null where the history was cut then or later, or its figures of then were lost. */
      profit_before: number | null;
      /** The same now, up to the newest fact that was known then; null where the history was cut then or later, or its figures of then were lost. */
      profit_after: number | null;
      /** Time-weighted return as it was published before, in percent; null where capital is unknown; or the history was cut then or later, or its figures of then were lost. */
      twr_before: number | null;
      /** The same now, up to the newest fact that was known then, in percent; null where capital is unknown; or the history was cut then or later, or its figures of then were lost. */
      twr_after: number | null;
    }[];
  } | null;
  /** Of every figure of the answer, by its path in it, what it is. Only where `include` names it; of a section that is hidden nothing. */
  explain?: Record<string, {
    /** What it is, and how it is computed. */
    definition: string;
    /** Where the formula is from; null where it is a fact, or a plain sum. */
    source: string | null;
    /** How many trades, positions, days, months or flows it was computed from; null where they are not counted, or hidden. */
    rows: number | null;
    /** Why it is null; of a list, why an entry is; null where it is not. */
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
  /** Gross wins / gross losses; null where no trade was lost. */
  profit_factor: number | null;
  /** What a trade brings on average. */
  expectancy: {
    /** Mean net result; null where no trade was closed. */
    currency: number | null;
    /** Mean pips of the trades whose pip size is known; null where no trade has a known pip size. */
    pips: number | null;
  };
  /** Won / all trades × 100, in percent; a result of exactly 0 is neither won nor lost; null where no trade was closed. */
  win_rate: number | null;
  /** Arithmetic mean of the returns per trade, in percent; null where no trade was closed with capital above 0 before it. */
  ahpr: number | null;
  /** Geometric mean of the returns per trade, in percent; null where no trade was closed with capital above 0 before it, and once a trade lost all. */
  ghpr: number | null;
  /** Mean / sample deviation (n − 1) of net results per trade; null where there are fewer than two trades, or all have the same result. */
  sharpe_ratio: number | null;
  /** Mean / sample deviation × √252 of one equity return per weekday, quiet days as 0, weekends on Monday; null where there are fewer than 30 weekdays or no deviation, and where fewer than 30 weekdays and fewer than half of them have a report. */
  sharpe_ratio_annualized: number | null;
  /** Sample deviation (n − 1) of net results per trade; null where there are fewer than two trades, or all have the same result. */
  standard_deviation: number | null;
  /** Dependence between successive trades, negative where wins and losses come in streaks. */
  z_score: {
    /** (N(R − 0.5) − P) / √(P(P − N)/(N − 1)), P = 2WL, of N trades W won, L lost, R runs of wins and losses; null where P is not above N: there are too few wins or losses. */
    value: number | null;
    /** Confidence in it, 100 × erf(abs(Z)/√2), in percent; null where Z is. */
    probability: number | null;
  };
  /** Mean net profit of won trades; null where no trade was won. */
  avg_win: number | null;
  /** Mean net profit of lost trades, negative; null where no trade was lost. */
  avg_loss: number | null;
  /** Highest net profit. */
  best_trade_profit: {
    /** When it closed, ISO 8601 UTC; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Net profit; null where no trade was closed. */
    value: number | null;
  };
  /** Lowest net profit. */
  worst_trade_profit: {
    /** When it closed, ISO 8601 UTC; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Net profit; null where no trade was closed. */
    value: number | null;
  };
  /** Most pips in a trade; null where no trade has a known pip size. */
  best_trade_pips: number | null;
  /** Fewest pips in a trade; null where no trade has a known pip size. */
  worst_trade_pips: number | null;
  /** Buy trades. */
  longs_won: {
    /** Trades won; null where the account has never sent data. */
    count: number | null;
    /** Trades; null where the account has never sent data. */
    total: number | null;
    /** Share won, in percent; null where there was no buy. */
    percentage: number | null;
  };
  /** Sell trades. */
  shorts_won: {
    /** Trades won; null where the account has never sent data. */
    count: number | null;
    /** Trades; null where the account has never sent data. */
    total: number | null;
    /** Share won, in percent; null where there was no sell. */
    percentage: number | null;
  };
  /** Average win / average loss, without its sign; null where no trade was won, or none was lost. */
  payoff_ratio: number | null;
  /** 100 / (1 + `payoff_ratio`), in percent: share of won trades, of those won and lost, at which nothing is gained or lost; null where no trade was won, or none was lost. */
  breakeven_win_rate: number | null;
  /** 100 × (W − (1 − W) / `payoff_ratio`), W = won / (won + lost), in percent: share of the capital to stake, negative where there is no edge; null where no trade was won, or none was lost. */
  kelly_percent: number | null;
  /** Lower end of the 95 % interval of `win_rate`, in percent; null where no trade was closed. */
  win_rate_low: number | null;
  /** Upper end of the 95 % interval of `win_rate`, in percent; null where no trade was closed. */
  win_rate_high: number | null;
  /** Lower end of the 95 % interval of `expectancy.currency`: mean − t × s / √n, t of n − 1 degrees of freedom; null where there are fewer than two trades. */
  expectancy_low: number | null;
  /** Upper end of the 95 % interval of `expectancy.currency`: mean + t × s / √n, t of n − 1 degrees of freedom; null where there are fewer than two trades. */
  expectancy_high: number | null;
  /** Median net result, of an even number the mean of the two in the middle; null where no trade was closed. */
  median_trade: number | null;
  /** Best net result / gross wins × 100, in percent; null where no trade was won. */
  best_trade_share_percent: number | null;
  /** Closed trades / weeks of 168 hours from the first opening to the last closing; null where no trade was closed, or no time passed; null where hidden. */
  trades_per_week: number | null;
  /** Mean time from opening to closing of won trades, in hours; null where no trade was won; null where hidden. */
  avg_win_length_hours: number | null;
  /** Mean time from opening to closing of lost trades, in hours; null where no trade was lost; null where hidden. */
  avg_loss_length_hours: number | null;
  /** Sample deviation × √252 × 100 of the weekdays that `sharpe_ratio_annualized` is of, in percent; null where the annualised Sharpe ratio is. */
  volatility_annualized_percent: number | null;
  /** Mean / √(mean of min(return, 0)²) × √252 over all the weekdays that `sharpe_ratio_annualized` is of; null where the annualised Sharpe ratio is, or no weekday lost. */
  sortino_ratio_annualized: number | null;
  /** Sum of the gains / sum of the losses of the weekdays that `sharpe_ratio_annualized` is of; null where the annualised Sharpe ratio is, or no weekday lost. */
  omega_ratio: number | null;
  /** 5 % quantile of the weekdays that `sharpe_ratio_annualized` is of, between two of them linear, in percent: negative, unless fewer than 5 % lost; null where the annualised Sharpe ratio is. */
  value_at_risk_95_percent: number | null;
  /** Mean of the weekdays at or below `value_at_risk_95_percent`, in percent; null where the annualised Sharpe ratio is. */
  expected_shortfall_95_percent: number | null;
  /** G1 of the weekdays that `sharpe_ratio_annualized` is of, corrected for bias; null where the annualised Sharpe ratio is. */
  skewness: number | null;
  /** G2 of the weekdays that `sharpe_ratio_annualized` is of, corrected for bias, 0 of a normal distribution; null where the annualised Sharpe ratio is. */
  excess_kurtosis: number | null;
  /** 100 × Φ(SR √(K − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)), SR = mean / sample deviation of the K weekdays that `sharpe_ratio_annualized` is of, γ₃ and γ₄ their moments, not corrected for bias, γ₄ 3 of a normal distribution, in percent; null where the annualised Sharpe ratio is. */
  probabilistic_sharpe_ratio: number | null;
  /** 1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) × (1.644854 / SR)², upwards: weekdays of such returns that it takes for `probabilistic_sharpe_ratio` to be 95 %; null where the annualised Sharpe ratio is, the mean is not above 0, or it takes more than a million. */
  min_track_record_weekdays: number | null;
  /** Day with the highest return, of those with closed trades; without known capital with the highest net result; the earliest at a tie. */
  best_day: {
    /** The day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Day with the lowest return, of those with closed trades; without known capital with the lowest net result; the earliest at a tie. */
  worst_day: {
    /** The day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Week with the highest return, of those with closed trades; without known capital with the highest net result; the earliest at a tie. */
  best_week: {
    /** Its first day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Week with the lowest return, of those with closed trades; without known capital with the lowest net result; the earliest at a tie. */
  worst_week: {
    /** Its first day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Month with the highest return, of those with closed trades; without known capital with the highest net result; the earliest at a tie. */
  best_month: {
    /** Its first day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Month with the lowest return, of those with closed trades; without known capital with the lowest net result; the earliest at a tie. */
  worst_month: {
    /** Its first day, YYYY-MM-DD; null where no trade was closed; null where hidden. */
    date: string | null;
    /** Time-weighted return within it, in percent; null where no trade was closed, or capital is unknown. */
    percent: number | null;
    /** Net result; null where no trade was closed. */
    profit: number | null;
  };
  /** Share of the days with closed trades whose net result is above 0, in percent; null where no trade was closed. */
  profitable_days_percent: number | null;
  /** Share of the months with closed trades whose net result is above 0, in percent; null where no trade was closed. */
  profitable_months_percent: number | null;
  /** Highest net result of a day / sum of those above 0 × 100, of the days with closed trades, in percent; null where no such day has a net result above 0. */
  best_day_share_percent: number | null;
  /** Highest net result of a month / sum of those above 0 × 100, of the months with closed trades, in percent; null where no such month has a net result above 0. */
  best_month_share_percent: number | null;
  /** Highest net result of an instrument / sum of those above 0 × 100, in percent; null where no instrument has a net result above 0. */
  best_symbol_share_percent: number | null;
  /** Geometric mean of (1 + return) of every month from the first to the last with a closed trade, minus 1, in percent; −100 once a month lost all; null where capital is unknown, or no trade was closed. */
  avg_monthly_geometric_percent: number | null;
  /** Most wins one after another; a result of exactly 0 ends a streak; the earlier at a tie. */
  max_consecutive_wins: {
    /** Trades; null where no trade was won. */
    count: number | null;
    /** Net result; null where no trade was won. */
    profit: number | null;
  };
  /** Most losses one after another; a result of exactly 0 ends a streak; the earlier at a tie. */
  max_consecutive_losses: {
    /** Trades; null where no trade was lost. */
    count: number | null;
    /** Net result; null where no trade was lost. */
    profit: number | null;
  };
  /** Wins one after another that brought most; a result of exactly 0 ends a streak; the earlier at a tie. */
  max_consecutive_profit: {
    /** Trades; null where no trade was won. */
    count: number | null;
    /** Net result; null where no trade was won. */
    profit: number | null;
  };
  /** Losses one after another that cost most; a result of exactly 0 ends a streak; the earlier at a tie. */
  max_consecutive_loss: {
    /** Trades; null where no trade was lost. */
    count: number | null;
    /** Net result; null where no trade was lost. */
    profit: number | null;
  };
  /** Mean number of wins one after another; null where no trade was won. */
  avg_consecutive_wins: number | null;
  /** Mean number of losses one after another; null where no trade was lost. */
  avg_consecutive_losses: number | null;
  /** Streak that the last closed trade is in. */
  current_streak: {
    /** Won or lost; null where no trade was closed, or the last one ended at 0. */
    outcome: 'won' | 'lost' | null;
    /** Trades; null where no trade was closed, or the last one ended at 0. */
    count: number | null;
  };
  /** Deepest fall of the net result so far, adjustments included, below its running peak, positive; it starts at 0; null where no trade was closed. */
  max_drawdown_money: number | null;
  /** Net result, adjustments included / `max_drawdown_money`; null where no trade was closed, or it never fell. */
  recovery_factor: number | null;
  /** Correlation of the net result after each trade, adjustments included and flows not, with the number of the trade; null where there are fewer than three trades, or that result never moved. */
  lr_correlation: number | null;
  /** √(sum of the squared distances of that result from its straight line / (n − 2)); null where there are fewer than three trades. */
  lr_standard_error: number | null;
  /** `cagr_percent` / `max_drawdown_percent`, both of the whole history, not of 36 months; null where `cagr_percent` is, or there was no drawdown. */
  calmar_ratio: number | null;
  /** √(mean of squared percent drawdowns) of the time-weighted index at the end of every calendar day from the first to the last with an event, below its peak at the end of a day; null where capital is unknown, or there is no event. */
  ulcer_index: number | null;
  /** Squared correlation of the logarithm of that index with the number of the day, over the same days; null where capital is unknown, there are fewer than 30 days, the index did not move, or all was lost. */
  growth_r_squared: number | null;
  /** Share of the time from the first opening to the last closing in which one of the closed trades was open, in percent; null where no trade was closed, or no time passed; null where hidden. */
  time_in_market_percent: number | null;
  /** Time-weighted return up to the last equity report, as that of a day of the equity curve, in percent; null where capital is unknown, or there are fewer than two days with an equity report. */
  twr_equity_percent: number | null;
  /** Deepest fall of the index behind `twr_equity_percent` below its running peak, positive, by daily reports, in percent; the index starts at 1, which is a peak; null where capital is unknown, or there are fewer than two days with an equity report. */
  max_drawdown_equity_percent: number | null;
  /** Closed trades; null where the account has never sent data. */
  total_trades: number | null;
  /** Lots closed; null where the account has never sent data; null where hidden. */
  total_lots: number | null;
  /** Pips of the trades with a known pip size, 0 without trades: (close − open) / pip size, negated for sells. The size is from the table `symbols`, else by name for currency pairs, gold and silver, else unknown; null where there are trades and none has a known pip size. */
  total_pips: number | null;
  /** Swap, negative when charged; null where the account has never sent data. */
  total_swap: number | null;
  /** Commission, negative when charged; null where the account has never sent data. */
  total_commissions: number | null;
  /** Mean time from opening to closing, in hours; null where no trade was closed. */
  avg_trade_length_hours: number | null;
  /** Trades with a magic number other than 0; none on cTrader and TradeLocker; null where the account has never sent data. */
  autotrading_trades: number | null;
  /** All other trades; null where the account has never sent data. */
  manual_trades: number | null;
  /** Share of `autotrading_trades`, in percent; null where no trade was closed. */
  autotrading_percentage: number | null;
  /** Data of the charts. */
  charts: {
    /** By hour of closing, always 24. */
    trades_by_hour: {
      /** Hour, UTC. */
      hour: number;
      /** Won. */
      won: number;
      /** Lost. */
      lost: number;
    }[];
    /** By weekday of closing, always 7. */
    trades_by_weekday: {
      /** 1 is Monday. */
      day: number;
      /** Won. */
      won: number;
      /** Lost. */
      lost: number;
    }[];
    /** The last 50 closed trades, oldest first; empty where hidden. */
    recent_trades_duration: {
      /** When it closed, ISO 8601 UTC. */
      closed_at: string;
      /** Time from opening to closing, in seconds. */
      duration: number;
      /** Net profit. */
      net_profit: number;
    }[];
  };
}

/** The credit to give where this is shown. */
export interface Attribution {
  /** Whether giving credit is a condition; on paid plans it is recommended. */
  required: boolean;
  /** Wording of the credit. */
  text: string;
  /** Where the credit links to. */
  url: string;
  /** Public address of the account. */
  account_url: string;
}

/** One entry of a breakdown. */
export interface BreakdownEntry {
  /** All trades. */
  total: {
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent; null where never so far: every entry has a trade. */
    won_percentage: number | null;
    /** Net profit, as decimal text. */
    profit: string;
    /** Pips of the trades with a known pip size, 0.0 without trades, as decimal text; null where there are trades and none has a known pip size. */
    pips: string | null;
  };
  /** Buy trades. */
  longs: {
    /** Closed trades. */
    trades: number;
    /** Net profit, as decimal text. */
    profit: string;
    /** Pips of the trades with a known pip size, 0.0 without trades, as decimal text; null where there are trades and none has a known pip size. */
    pips: string | null;
  };
  /** Sell trades. */
  shorts: {
    /** Closed trades. */
    trades: number;
    /** Net profit, as decimal text. */
    profit: string;
    /** Pips of the trades with a known pip size, 0.0 without trades, as decimal text; null where there are trades and none has a known pip size. */
    pips: string | null;
  };
}

/** Closed trades by magic number; manual trades under 0. */
export type ByMagicNumber = Record<string, BreakdownEntry>;

/** Closed trades by instrument. */
export type BySymbol = Record<string, BreakdownEntry>;

/** The events within a window. */
export interface Calendar {
  /** When this answer was made; it is kept for 15 minutes, ISO 8601 UTC. */
  generated_at: string;
  /** First instant of the window: 6 hours before generated_at, ISO 8601 UTC. */
  from: string;
  /** Last instant of the window: `days` after generated_at, ISO 8601 UTC. */
  to: string;
  /** Number of events. */
  count: number;
  /** In order of ts, currency, title. */
  events: CalendarEvent[];
  attribution: ServiceAttribution;
  /** Where this is described. */
  docs: string;
}

/** A scheduled release, speech or market holiday. */
export interface CalendarEvent {
  /** When it is due, Unix seconds, UTC. */
  ts: number;
  /** When it is due; a holiday starts its day, ISO 8601 UTC. */
  time: string;
  /** Currency that it is about. */
  currency: 'USD' | 'EUR' | 'GBP' | 'JPY' | 'AUD' | 'NZD' | 'CAD' | 'CHF' | 'CNY';
  /** Expected impact; a holiday is a closed market, not a release. */
  impact: 'high' | 'medium' | 'low' | 'holiday';
  /** Title. */
  title: string;
  /** Expected value with its unit; empty when unavailable. */
  forecast: string;
  /** Value before with its unit; empty when unavailable. */
  previous: string;
  /** Released value with its unit; empty until the release. */
  actual: string;
}

/** A document in OpenAPI 3.1. */
export type Description = Record<string, unknown>;

/** Histograms of results, pips and durations. */
export interface Distribution {
  /** Closed trades by their net result; null where no trade was closed. */
  results: {
    /** How wide a bin is: the least of 1, 2, 5, 10, 20, 50 … of its smallest digit that makes no more than 30 bins. */
    width: number;
    /** The lowest net result. */
    min: number;
    /** The highest net result. */
    max: number;
    /** Bins with a trade, in order. */
    bins: {
      /** The lowest net result that falls into it, a multiple of the width; what is less than a width above it does too. */
      starts_at: number;
      /** Trades in it. */
      count: number;
      /** Their net result. */
      profit: number;
    }[];
  } | null;
  /** Closed trades by their pips, those of a known pip size; null where no trade has a known pip size. */
  pips: {
    /** How wide a bin is: the least of 1, 2, 5, 10, 20, 50 … of its smallest digit that makes no more than 30 bins. */
    width: number;
    /** The lowest number of pips. */
    min: number;
    /** The highest number of pips. */
    max: number;
    /** Bins with a trade, in order. */
    bins: {
      /** The lowest number of pips that falls into it, a multiple of the width; what is less than a width above it does too. */
      starts_at: number;
      /** Trades in it. */
      count: number;
      /** Their net result. */
      profit: number;
    }[];
  } | null;
  /** Closed trades by how long they were open; null where no trade was closed; null where hidden. */
  durations: {
    /** How wide a bin is, in seconds: the least of 1, 2, 5, 10, 20, 50 … of its smallest digit that makes no more than 30 bins. */
    width: number;
    /** The lowest duration, in seconds. */
    min: number;
    /** The highest duration, in seconds. */
    max: number;
    /** Bins with a trade, in order. */
    bins: {
      /** The lowest duration that falls into it, a multiple of the width, in seconds; what is less than a width above it does too. */
      starts_at: number;
      /** Trades in it. */
      count: number;
      /** Their net result. */
      profit: number;
    }[];
  } | null;
}

/** Times below the peak, the 20 deepest of them. */
export interface Drawdowns {
  /** The drawdown under way, as it stands; null where the index stands at its peak, or capital is unknown. */
  current: {
    /** How far the index stands below its peak, positive, in percent. */
    depth_percent: number;
    /** The first day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** Calendar days that ended below the peak; of a drawdown under way up to the day of `updated_at`. */
    days: number;
  } | null;
  /** The one with the most days below its peak; the earliest at a tie; null where the index never ended a day below its peak, or capital is unknown. */
  longest: {
    /** The first day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** The first day that ended as deep as any, YYYY-MM-DD. */
    bottomed: string;
    /** The first day that ended at the peak again, or above it, YYYY-MM-DD; null where it lasts. */
    recovered: string | null;
    /** How far the index of the day it bottomed stood below the peak, positive, in percent. */
    depth_percent: number;
    /** Net loss from the peak to the end of the day it bottomed; negative where flows in between let more be won than lost. */
    depth_money: number;
    /** Calendar days from the last one at the peak to the day it bottomed. */
    days_down: number;
    /** Calendar days from the day it bottomed to the day it recovered; null where it lasts. */
    days_to_recover: number | null;
    /** Calendar days that ended below the peak; of a drawdown under way up to the day of `updated_at`. */
    days: number;
  } | null;
  /** How often the index ended a day below its peak; falls of less than 0.00005 % are none. */
  episodes_count: number;
  /** The 20 deepest, the deepest first. */
  episodes: {
    /** The first day that ended below the peak, YYYY-MM-DD. */
    started: string;
    /** The first day that ended as deep as any, YYYY-MM-DD. */
    bottomed: string;
    /** The first day that ended at the peak again, or above it, YYYY-MM-DD; null where it lasts. */
    recovered: string | null;
    /** How far the index of the day it bottomed stood below the peak, positive, in percent. */
    depth_percent: number;
    /** Net loss from the peak to the end of the day it bottomed; negative where flows in between let more be won than lost. */
    depth_money: number;
    /** Calendar days from the last one at the peak to the day it bottomed. */
    days_down: number;
    /** Calendar days from the day it bottomed to the day it recovered; null where it lasts. */
    days_to_recover: number | null;
    /** Calendar days that ended below the peak; of a drawdown under way up to the day of `updated_at`. */
    days: number;
  }[];
}

/** Daily performance and cash flows. */
export interface EquityCurve {
  /** One row per day with closed trades. */
  daily_performance: {
    /** Day, UTC, YYYY-MM-DD. */
    date: string;
    /** Balance at the end of the day; of a portfolio, of the members that have joined it; null where capital is unknown. */
    cumulative_balance: number | null;
    /** The day's last equity report; null where no equity report came on that day; of a portfolio also while a member that has joined never reported. */
    cumulative_equity: number | null;
    /** Net profit so far; null where never so far: the rows begin with the first closed trade. */
    cumulative_profit: number | null;
    /** Time-weighted return so far, in percent; null where capital is unknown. */
    twr_percent: number | null;
    /** Time-weighted return so far, measured on equity reports, in percent: product over days with one of (equity − flows since the last) / last equity, minus 1; null where capital is unknown, or no equity report has come by that day. */
    twr_equity_percent: number | null;
    /** Distance of the time-weighted index from its running peak, negative or 0, in percent; the index starts at 1, which is a peak; null where capital is unknown. */
    drawdown: number | null;
    /** Highest balance after a trade so far; null where capital is unknown. */
    peak_balance: number | null;
    /** Trades closed on the day. */
    trades_count: number;
    /** Share of the day’s trades that won, in percent; null where never so far: every row has a trade. */
    win_rate: number | null;
  }[];
  /** One row per flow, in order. */
  deposits_withdrawals: {
    /** Day, UTC, YYYY-MM-DD. */
    date: string;
    /** Positive for a deposit, negative for a withdrawal. */
    amount: number;
  }[];
}

/** Trades and lots open at once. */
export interface Exposure {
  /** Trades open at once, positions that are open now among them; what is closed at an instant is closed before another is opened; null where no trade and no position was ever opened; null where hidden. */
  trades: {
    /** The most of them. */
    max: number;
    /** When it were that many first, ISO 8601 UTC. */
    at: string;
    /** Days on which anything was opened or closed. */
    by_day: {
      /** Day, UTC, YYYY-MM-DD. */
      date: string;
      /** The most on that day; what the day before left open counts. */
      trades: number;
    }[];
  } | null;
  /** Lots of them, as many in the same way; null where no trade and no position was ever opened; null where hidden. */
  lots: {
    /** The most of them; null where never so far: whoever trades has lots open; null where hidden. */
    max: number | null;
    /** When it were that many first, ISO 8601 UTC; null where never so far: whoever trades has lots open; null where hidden. */
    at: string | null;
    /** Days on which anything was opened or closed; empty where hidden. */
    by_day: {
      /** Day, UTC, YYYY-MM-DD. */
      date: string;
      /** The most on that day. */
      lots: number;
    }[];
  } | null;
}

/** What happened between two days, in the currency of the account. */
export interface Gain {
  /** Identifier of the account. */
  slug: string;
  /** Currency of every amount; null where the account has never sent data. */
  currency: string | null;
  /** First day of the record, YYYY-MM-DD; null where the account has no record; null where hidden. */
  first_day: string | null;
  /** Last day of the record, YYYY-MM-DD; null where the account has no record; null where hidden. */
  last_day: string | null;
  /** First day that counts, within the record, YYYY-MM-DD; null where the account has no record and none was named; null where hidden. */
  from: string | null;
  /** Last day that counts, within the record, YYYY-MM-DD; null where the account has no record and none was named; null where hidden. */
  to: string | null;
  /** Time-weighted return from the end of the day before `from` to the end of `to`, in percent; −100 where all was lost; null where the account has no record, or capital is unknown; null where hidden. */
  return_percent: number | null;
  /** Net profit; null where the account has no record; null where hidden. */
  profit: number | null;
  /** Deposits; null where the account has no record; null where hidden. */
  deposits: number | null;
  /** Withdrawals, positive; null where the account has no record; null where hidden. */
  withdrawals: number | null;
  /** Deepest fall of the index below its highest since the day before `from`, positive, in percent; null where the account has no record, or capital is unknown; null where hidden. */
  max_drawdown_percent: number | null;
  /** Closed trades; null where the account has no record; null where hidden. */
  trades_count: number | null;
  /** Share of them that won, in percent; null where no trade was closed; null where hidden. */
  win_rate: number | null;
  attribution: Attribution;
}

/** Returns by month, year and current period. */
export interface Monthly {
  /** Every month from the first to the last with a closed trade. */
  monthly_performance: {
    /** Month, YYYY-MM. */
    date: string;
    /** Net profit of the month; null where never so far: the rows begin with the first closed trade. */
    monthly_profit: number | null;
    /** Time-weighted return within the month, in percent; months compound to the total; null where capital is unknown; 0 where it is known and nothing was closed. */
    monthly_percent: number | null;
  }[];
  /** Every year from the first to the last with a closed trade. */
  yearly_performance: {
    /** Year, YYYY. */
    date: string;
    /** Net profit of the year; null where never so far: the rows begin with the first closed trade. */
    yearly_profit: number | null;
    /** Time-weighted return within the year, in percent; null where capital is unknown; 0 where it is known and nothing was closed. */
    yearly_percent: number | null;
  }[];
  /** Four current periods. */
  period_returns: {
    /** The current day, UTC, as of the last run. */
    today: {
      /** Net profit; null where the account has never sent data. */
      profit: number | null;
      /** Time-weighted return within the period, in percent; null where capital is unknown; 0 where it is known and nothing was closed. */
      twr_percent: number | null;
      /** Closed trades; null where the account has never sent data. */
      trades_count: number | null;
      /** Share of the trades that won, in percent; null where no trade was closed. */
      win_rate: number | null;
      /** Lots closed; null where the account has never sent data; 0 where hidden. */
      volume: number | null;
    };
    /** The current week, from Monday, UTC, as of the last run. */
    this_week: {
      /** Net profit; null where the account has never sent data. */
      profit: number | null;
      /** Time-weighted return within the period, in percent; null where capital is unknown; 0 where it is known and nothing was closed. */
      twr_percent: number | null;
      /** Closed trades; null where the account has never sent data. */
      trades_count: number | null;
      /** Share of the trades that won, in percent; null where no trade was closed. */
      win_rate: number | null;
      /** Lots closed; null where the account has never sent data; 0 where hidden. */
      volume: number | null;
    };
    /** The current month, UTC, as of the last run. */
    this_month: {
      /** Net profit; null where the account has never sent data. */
      profit: number | null;
      /** Time-weighted return within the period, in percent; null where capital is unknown; 0 where it is known and nothing was closed. */
      twr_percent: number | null;
      /** Closed trades; null where the account has never sent data. */
      trades_count: number | null;
      /** Share of the trades that won, in percent; null where no trade was closed. */
      win_rate: number | null;
      /** Lots closed; null where the account has never sent data; 0 where hidden. */
      volume: number | null;
    };
    /** The current year, UTC, as of the last run. */
    this_year: {
      /** Net profit; null where the account has never sent data. */
      profit: number | null;
      /** Time-weighted return within the period, in percent; null where capital is unknown; 0 where it is known and nothing was closed. */
      twr_percent: number | null;
      /** Closed trades; null where the account has never sent data. */
      trades_count: number | null;
      /** Share of the trades that won, in percent; null where no trade was closed. */
      win_rate: number | null;
      /** Lots closed; null where the account has never sent data; 0 where hidden. */
      volume: number | null;
    };
  };
}

/** Trades near news of high impact, and the others. */
export interface News {
  /** Events of high impact in the calendar that are about a currency of an instrument that was traded, from half an hour before the first opening to half an hour after the last closing. */
  events: {
    /** How many instants there are with one; 0 may be a calendar that does not reach so far. */
    count: number;
    /** The first, ISO 8601 UTC; null where none is known. */
    first: string | null;
    /** The last, ISO 8601 UTC; null where none is known. */
    last: string | null;
  };
  /** Closed trades opened within 30 minutes before or after such an event. */
  opened_near: {
    /** How many. */
    trades: number;
    /** Their net result. */
    profit: number;
    /** Share of them that won, in percent; null where there is none. */
    win_rate: number | null;
  };
  /** Closed trades that were open within 30 minutes before or after one, and opened earlier. */
  open_through: {
    /** How many. */
    trades: number;
    /** Their net result. */
    profit: number;
    /** Share of them that won, in percent; null where there is none. */
    win_rate: number | null;
  };
  /** All other closed trades of these instruments. */
  others: {
    /** How many. */
    trades: number;
    /** Their net result. */
    profit: number;
    /** Share of them that won, in percent; null where there is none. */
    win_rate: number | null;
  };
  /** Closed trades of instruments whose currencies are not known, or not among the nine. */
  unknown: {
    /** How many. */
    trades: number;
    /** Their net result. */
    profit: number;
    /** Share of them that won, in percent; null where there is none. */
    win_rate: number | null;
  };
}

/** Who the account belongs to. */
export interface Owner {
  /** Identifier of the owner. */
  slug: string;
  /** The owner's public brand name; null where the owner has none to show. */
  name: string | null;
}

/** Where this page stands among all. */
export interface Pagination {
  /** This page; the first is 1. */
  page: number;
  /** Rows a page holds at most. */
  limit: number;
  /** Rows of all pages; 0 where the list is hidden. */
  total: number;
  /** Whether there is a next page. */
  has_more: boolean;
}

/** Headline figures. */
export interface Performance {
  /** Time-weighted return, deposits and withdrawals excluded, in percent: product of (1 + net result / capital before it), minus 1. A loss of all capital: −100 from there on. A trade without capital changes nothing; null where capital is unknown; 0 where it is known and nothing was closed. */
  twr_percent: number | null;
  /** 100 × net profit / (starting capital + deposits), without compounding, in percent; null where capital is unknown, or starting capital and deposits are not above 0. */
  absolute_gain_percent: number | null;
  /** Deepest fall of the time-weighted index below its running peak, positive, in percent; the index starts at 1, which is a peak. Flows move neither; null where capital is unknown; 0 where it is known and nothing was closed. */
  max_drawdown_percent: number | null;
  /** Arithmetic mean of the returns of the days with closed trades, in percent; null where capital is unknown, or no trade was closed. */
  avg_daily_return_percent: number | null;
  /** Arithmetic mean of the monthly returns, as published, in percent; null where capital is unknown, or no trade was closed. */
  avg_monthly_return_percent: number | null;
  /** ((1 + return) ^ (365.25 / days) − 1) × 100, days from `since` to the day of `updated_at`, or of the last event where that is later, in percent; −100 stays −100; null where capital is unknown, or there are fewer than 90 days. */
  cagr_percent: number | null;
  /** Day of the first event that counts, or of the history cut, YYYY-MM-DD; null where there is no event. */
  since: string | null;
  /** `equity` − `balance`; null where either is unknown. */
  open_profit: number | null;
  /** 100 × `open_profit` / `balance`, in percent; null where either is unknown, or the balance is not above 0. */
  open_profit_percent: number | null;
  /** Total deposited; null where the account has never sent data. */
  deposits: number | null;
  /** Total withdrawn, positive; null where the account has never sent data. */
  withdrawals: number | null;
}

/** An open position; its profit is the current floating result. */
export interface Position {
  /** The broker's identifier of the trade. */
  ticket: string;
  /** Instrument as the broker names it. */
  symbol: string;
  /** Buy or sell. */
  side: 'buy' | 'sell';
  /** Size in lots; 0 where hidden. */
  volume: number;
  /** Opening price. */
  open_price: number;
  /** Stop loss; null where the trade or position has none; null where hidden. */
  stop_loss: number | null;
  /** Take profit; null where the trade or position has none; null where hidden. */
  take_profit: number | null;
  /** When it was opened, ISO 8601 UTC. */
  opened_at: string;
  /** Result before commission and swap. */
  profit: number;
  /** Negative when charged. */
  commission: number;
  /** Negative when charged. */
  swap: number;
  /** Order comment; null where the trade or position has none; null where hidden. */
  comment: string | null;
  /** Every digit of a whole number from -2^63 to 2^64 - 1: beyond 2^53 JavaScript needs a parser that keeps large integers; null where the trade or position has none, and on cTrader and TradeLocker. */
  magic_number: number | null;
}

/** A page of open positions. */
export interface PositionList {
  /** Newest first; empty where hidden. */
  data: Position[];
  pagination: Pagination;
  attribution: Attribution;
}

/** Problem details by RFC 9457. */
export interface Problem {
  /** Which problem this is, as a URN. */
  type: 'urn:trackrecord:problem:bad-request' | 'urn:trackrecord:problem:invalid-parameter' | 'urn:trackrecord:problem:unauthenticated' | 'urn:trackrecord:problem:invalid-token' | 'urn:trackrecord:problem:insufficient-scope' | 'urn:trackrecord:problem:foreign-request' | 'urn:trackrecord:problem:not-found' | 'urn:trackrecord:problem:method-not-allowed' | 'urn:trackrecord:problem:request-timeout' | 'urn:trackrecord:problem:conflict' | 'urn:trackrecord:problem:content-too-large' | 'urn:trackrecord:problem:uri-too-long' | 'urn:trackrecord:problem:upgrade-required' | 'urn:trackrecord:problem:rate-limited' | 'urn:trackrecord:problem:unsupported-media-type' | 'urn:trackrecord:problem:unprocessable' | 'urn:trackrecord:problem:headers-too-large' | 'urn:trackrecord:problem:internal' | 'urn:trackrecord:problem:unavailable' | 'urn:trackrecord:problem:insufficient-storage';
  /** Words of the status. */
  title: string;
  /** The status. */
  status: number;
  /** What was wrong and what to do. */
  detail: string;
  /** What would have been accepted. */
  allowed?: string[];
}

/** Return and risk of the last 30, 90 and 365 days by month. */
export interface Rolling {
  /** Every month from the first to the last with a closed trade. */
  month_ends: {
    /** The last day of the month, YYYY-MM-DD; of the month under way the day of `updated_at`. */
    date: string;
    /** The last 30 days; null where the record was younger than 30 days. */
    days_30: {
      /** Time-weighted return within these days, in percent; null where capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the index at the end of a day below the highest since these days began, positive, in percent; what it stood at before them counts; null where capital is unknown. */
      max_drawdown_percent: number | null;
    } | null;
    /** The last 90 days; null where the record was younger than 90 days. */
    days_90: {
      /** Time-weighted return within these days, in percent; null where capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the index at the end of a day below the highest since these days began, positive, in percent; what it stood at before them counts; null where capital is unknown. */
      max_drawdown_percent: number | null;
      /** Mean / sample deviation × √252 of the equity returns of the weekdays among these days; null where equity was reported over fewer than 30 of these weekdays, or on fewer than 30 and half of them, or without deviation. */
      sharpe_ratio_annualized: number | null;
    } | null;
    /** The last 365 days; null where the record was younger than 365 days. */
    days_365: {
      /** Time-weighted return within these days, in percent; null where capital is unknown. */
      return_percent: number | null;
      /** Deepest fall of the index at the end of a day below the highest since these days began, positive, in percent; what it stood at before them counts; null where capital is unknown. */
      max_drawdown_percent: number | null;
      /** Mean / sample deviation × √252 of the equity returns of the weekdays among these days; null where equity was reported over fewer than 30 of these weekdays, or on fewer than 30 and half of them, or without deviation. */
      sharpe_ratio_annualized: number | null;
    } | null;
  }[];
}

/** The credit to give where this is shown. */
export interface ServiceAttribution {
  /** Whether giving credit is a condition; on paid plans it is recommended. */
  required: boolean;
  /** Wording of the credit. */
  text: string;
  /** Where the credit links to. */
  url: string;
}

/** Statistics over closed trades, in the currency of the account. */
export interface Statistics {
  /** Identifier of the account. */
  slug: string;
  /** Currency of every amount; null where the account has never sent data. */
  currency: string | null;
  /** All of them; null where there is none. */
  total: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  } | null;
  /** Instruments traded. */
  symbols: number;
  /** Magic numbers of trades. */
  magic_numbers: number;
  /** Instrument; the 200 with the most trades, those first. */
  symbol?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** Magic number, manual trades under 0; the 200 with the most trades, those first. */
  magic_number?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** Hour of closing, UTC, `00` to `23`. */
  hour?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** Weekday of closing, UTC, `Monday` to `Sunday`. */
  weekday?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** Month of closing, UTC, `YYYY-MM`, oldest first. */
  month?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** `buy` or `sell`. */
  side?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  /** The time held: `0s` below a minute, from there `1m`, `5m`, `15m`, `1h`, `4h`, `1d`, `1w` at least, each up to the next. */
  duration?: {
    /** What they have in common. */
    key: string;
    /** Closed trades. */
    trades: number;
    /** Trades with a net profit above 0. */
    won: number;
    /** Trades with a net profit below 0. */
    lost: number;
    /** Share of trades won, in percent. */
    win_rate: number;
    /** Net profit. */
    net_profit: number;
    /** Net profit a trade. */
    average_profit: number;
  }[];
  attribution: Attribution;
}

/** Time-weighted return trade by trade. */
export interface TimeWeightedReturn {
  /** Cumulative return after each closed trade, in order. */
  twr_trade_by_trade: (number | null)[];
}

/** A closed trade. */
export interface Trade {
  /** The broker's identifier of the trade. */
  ticket: string;
  /** Instrument as the broker names it. */
  symbol: string;
  /** Buy or sell. */
  side: 'buy' | 'sell';
  /** Size in lots; 0 where hidden. */
  volume: number;
  /** Opening price. */
  open_price: number;
  /** Closing price. */
  close_price: number;
  /** Stop loss; null where the trade or position has none; null where hidden. */
  stop_loss: number | null;
  /** Take profit; null where the trade or position has none; null where hidden. */
  take_profit: number | null;
  /** When it was opened, ISO 8601 UTC. */
  opened_at: string;
  /** When it was closed, ISO 8601 UTC. */
  closed_at: string;
  /** Result before commission and swap. */
  profit: number;
  /** Negative when charged. */
  commission: number;
  /** Negative when charged. */
  swap: number;
  /** Profit + commission + swap; totals are sums of it. */
  net_profit: number;
  /** Order comment; null where the trade or position has none; null where hidden. */
  comment: string | null;
  /** Every digit of a whole number from -2^63 to 2^64 - 1: beyond 2^53 JavaScript needs a parser that keeps large integers; null where the trade or position has none, and on cTrader and TradeLocker. */
  magic_number: number | null;
}

/** A page of closed trades. */
export interface TradeList {
  /** Newest first; empty where hidden. */
  data: Trade[];
  pagination: Pagination;
  attribution: Attribution;
}

/** A header line, `ticket,symbol,side,volume,open_price,close_price,stop_loss,take_profit,opened_at,closed_at,profit,commission,swap,net_profit,comment,magic_number`, then one line a trade. */
export type TradeTable = string;

/** What the operator vouches for; see `verified_by`. */
export interface Verified {
  /** The operator vouches that the owner controls the account. */
  identity: boolean;
  /** The operator vouches for the history; it was not read directly from the broker. */
  track_record: boolean;
}

/** Who confirmed what is verified, when and how. */
export interface VerifiedBy {
  /** Behind `verified.identity`; null where that is false. */
  identity: {
    /** Who confirmed it; `operator` is the operator of this site. */
    by: string;
    /** When, ISO 8601 UTC; null where nobody wrote it down. */
    at: string | null;
    /** How, in words of the operator; null where nobody wrote it down. */
    how: string | null;
  } | null;
  /** Behind `verified.track_record`; null where that is false. */
  track_record: {
    /** Who confirmed it; `operator` is the operator of this site. */
    by: string;
    /** When, ISO 8601 UTC; null where nobody wrote it down. */
    at: string | null;
    /** How, in words of the operator; null where nobody wrote it down. */
    how: string | null;
  } | null;
}

/** What shows an account on another site. */
export interface Widget {
  /** Identifier of the account. */
  slug: string;
  /** Name of the account. */
  name: string;
  /** Public address of the account. */
  account_url: string;
  /** An image with a link to the account, safe to paste into a page. */
  html: string;
  /** The same in a frame, which follows the colours of its reader. */
  iframe: string;
  /** The same for Markdown. */
  markdown: string;
  /** A page that may be framed. */
  iframe_url: string;
  /** An SVG image. */
  image_url: string;
  /** The same as PNG, for where no SVG is shown. */
  png_url: string;
  /** Width of all of them, in CSS pixels. */
  width: number;
  /** Their height. */
  height: number;
  /** All sizes there are. */
  sizes: {
    /** What `size` may be. */
    size: string;
    /** Width, in CSS pixels. */
    width: number;
    /** Height. */
    height: number;
  }[];
  attribution: Attribution;
}

export interface ListAccountsQuery {
  /** Only accounts, or only portfolios; both when absent. */
  type?: 'account' | 'portfolio';
  /** Only accounts on this platform. */
  platform?: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** The page; one beyond the end is empty. */
  page?: number;
  /** Rows a page holds at most. */
  limit?: number;
}

export interface GetAccountQuery {
  /** Sections to add; none when absent. `explain` tells of every figure of the answer what it is. */
  include?: ('equity_curve' | 'twr' | 'monthly' | 'by_symbol' | 'by_magic_number' | 'advanced' | 'drawdowns' | 'distribution' | 'rolling' | 'exposure' | 'news' | 'restatements' | 'explain')[];
  /** Explains these figures alone: names as in `explain`, such as `advanced.kelly_percent`, or their ends, such as `twr_percent`, which stands for every figure that ends so. Sections that they are in need not be included. */
  figures?: string[];
  /** Only days of `equity_curve` from then on, UTC. */
  from?: string;
  /** Only days of `equity_curve` up to then, UTC. */
  to?: string;
  /** Days of `equity_curve` at most: the first, the last, and the lowest and highest return of every stretch between. */
  points?: number;
}

export interface ListTradesQuery {
  /** The page; one beyond the end is empty. */
  page?: number;
  /** Only what closed then or later; a day counts from its start, UTC. */
  from?: string;
  /** Only what closed then or earlier; a day counts to its end, UTC. */
  to?: string;
}

export interface ListPositionsQuery {
  /** The page; one beyond the end is empty. */
  page?: number;
  /** Rows a page holds at most. */
  limit?: number;
}

export interface GetGainQuery {
  /** First day, UTC; the first of the record when absent or before it. */
  from?: string;
  /** Last day, UTC; the last of the record when absent or after it. */
  to?: string;
}

export interface GetStatisticsQuery {
  /** What to put trades together by. */
  by?: ('symbol' | 'magic_number' | 'hour' | 'weekday' | 'month' | 'side' | 'duration')[];
}

export interface GetWidgetQuery {
  /** How large; `preview` is what social networks show of a link. */
  size?: 'small' | 'medium' | 'large' | 'preview';
  /** Colours; those of the reader in a frame, light in images when absent. */
  theme?: 'light' | 'dark';
  /** Language of its words. */
  lang?: 'en' | 'es' | 'de';
}

export interface SearchAccountsQuery {
  /** Part of a name, slug or broker, in any case. */
  q?: string;
  /** Only accounts, or only portfolios; both when absent. */
  type?: 'account' | 'portfolio';
  /** Only accounts on this platform. */
  platform?: 'MT4' | 'MT5' | 'cTrader' | 'TradeLocker';
  /** Only accounts in one of these currencies. */
  currency?: string[];
  /** Least `twr_percent`; accounts without one are left out. */
  min_twr_percent?: number;
  /** Highest `max_drawdown_percent`; accounts without one are left out. */
  max_drawdown_percent?: number;
  /** Only demo accounts, or only real ones; what is neither for certain is left out. */
  demo?: 'true' | 'false';
  /** Least number of closed trades; accounts that do not show it are left out. */
  min_trades?: number;
  /** Least days from `since` to `updated_at`. */
  min_age_days?: number;
  /** Most days from `updated_at` to the newest run. */
  updated_within_days?: number;
  /** Only accounts whose track record is confirmed (`verified.track_record`), or only others; `any` mixes them, and without it those that are not come after those that are. */
  confirmed?: 'true' | 'false' | 'any';
  /** Only accounts with both marks of `verified`, with `false` those without both; or with one mark. */
  verified?: 'true' | 'false' | 'identity' | 'track_record';
  /** Only accounts that add up to what their platform printed, or only those that do not; where nothing was printed they are left out. */
  reconciled?: 'true' | 'false';
  /** Order; a minus puts the highest first, what is unknown comes last. */
  sort?: '-twr_percent' | 'max_drawdown_percent' | '-created_at' | 'name';
  /** The page; one beyond the end is empty. */
  page?: number;
  /** Rows a page holds at most. */
  limit?: number;
}

export interface DownloadTradesQuery {
  /** Only what closed then or later; a day counts from its start, UTC. */
  from?: string;
  /** Only what closed then or earlier; a day counts to its end, UTC. */
  to?: string;
}

export interface GetCalendarQuery {
  /** Currencies; all nine when absent. */
  currency?: ('USD' | 'EUR' | 'GBP' | 'JPY' | 'AUD' | 'NZD' | 'CAD' | 'CHF' | 'CNY')[];
  /** Impacts, or `all` by itself. */
  impact?: ('high' | 'medium' | 'low' | 'holiday' | 'all')[];
  /** Days ahead that the window reaches. */
  days?: number;
  /** Form of the answer. */
  format?: 'json' | 'csv';
}
