/** Texts of `/numbers`. */
export const numbersEn = {
  title: 'How the figures are computed',
  lead: 'How every figure on this site is computed, where other programs compute differently, and what each figure means. The examples are small enough to check by hand.',
  conventionsTitle: 'Conventions',
  conventions: {
    percent: [
      'Percentages',
      'Names ending in `_percent` are plain percentages: 3.3 means 3.3 %. `max_drawdown_percent` is positive. The `drawdown` of a day is negative or 0.',
    ],
    net: [
      'Net results',
      'Net is profit + commission + swap; costs are negative. Totals add up `net_profit`, never `profit`. In `by_symbol` and `by_magic_number`, `profit` and `pips` are decimal text, so that no digit is lost.',
    ],
    flows: [
      'Deposits and withdrawals',
      '`twr_percent` leaves them out, `absolute_gain_percent` does not. If the two are far apart, money was deposited or withdrawn.',
    ],
    days: [
      'Days',
      'Days, weeks (from Monday) and months begin at 00:00 UTC, whatever the clock of the trade server says. A trade counts when it is closed.',
    ],
    capital: [
      'Capital',
      'Capital is known once there is an opening balance, a deposit or a withdrawal. Until then there are results but no returns. A broker’s credit is not capital.',
    ],
    portfolios: [
      'Portfolios',
      'A portfolio combines the trades, deposits and withdrawals of its members at the exchange rate of the day. A transfer between members within a minute is neither a deposit nor a withdrawal. A member’s starting capital joins at its history cut, or otherwise at its first event. It comes first at that instant and is nobody’s gain: it is invested, but it is not a deposit. The starting capital of a member without events counts only in the balance and in the base of `absolute_gain_percent`. In the equity figures a member joins with its first equity report. Days between its first event and that report do not count.',
    ],
    cut: [
      'History cut',
      'After a history cut (`history_cut_at`) the balance of that day is the starting capital. Nothing earlier counts.',
    ],
    records: [
      'Best and worst periods',
      'The best and worst days, weeks and months are chosen by their return. The shares of the best ones are measured in money. Both use only days with closed trades, and everything booked on those days.',
    ],
    weekdays: [
      'Annualised figures',
      'The annualised Sharpe ratio and all figures of the same weekdays are `null` together. `value_at_risk_95_percent` can be above 0, if fewer than 5 % of the weekdays lost. Saturday and Sunday count on the Monday after. The weekdays begin on the day after the first equity report and end on the day of the last one.',
    ],
    geometric: [
      'Geometric month',
      '`avg_monthly_geometric_percent` uses the months that are listed. Interest before the first of them is only in `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns by day',
      '`drawdowns` and `rolling` look at the index at the end of each day, `max_drawdown_percent` after every trade. A fall that recovers within a day is therefore only in `max_drawdown_percent`. A drawdown begins on the first day that ends below the peak; days without trades count. In a window, the index of the day before it is the first peak. There is no Sharpe ratio of 30 days, because it needs 30 weekdays.',
    ],
    gain: [
      'Gain between days',
      '`/gain` uses the index after every trade. For a month it gives the return and profit of `monthly`, for the whole record the figures of `performance`. It reads an index by day that is published with the account. If all capital was lost in between, the return is −100.',
    ],
    bins: [
      'Distributions',
      'Bins of `distribution` are 1, 2 or 5 times a power of ten wide. The finest are the smallest digit of the currency, a tenth of a pip, or a whole second. Their `profit` is always the net result of the trades in them.',
    ],
    exposure: [
      'Exposure',
      'In `exposure`, a trade that closes at the moment when another opens was not open together with it. Open positions count from when they were opened.',
    ],
    news: [
      'News',
      '`news` uses the currencies in which an instrument is quoted: both of a pair, the price currency of gold, silver or a cryptocurrency, and those of common indices. Everything else is `unknown`. It knows the events in the calendar of this site.',
    ],
    streaks: ['Streaks', 'A result of exactly 0 ends a streak, but not a run of the Z-score.'],
    rounding: [
      'Rounding',
      'Computed figures are rounded before they are published: percentages to 4 decimals, ratios to 6. Sums of money are exact.',
    ],
  },
  differencesTitle: 'Where others differ',
  differencesLead:
    'The same trades, deposits and withdrawals, with our result and the results of other programs. Where definitions differ, neither is wrong; this is ours, and why. quantstats means its version 0.0.81.',
  here: 'Here',
  booked: {
    deposit: 'deposit {amount}',
    withdrawal: 'withdrawal {amount}',
    credit: 'credit {amount}',
    trade: 'trade {amount}',
    costly: 'trade {amount}, commission {commission}, swap {swap}',
    opened: 'trade opened',
    month: 'next month',
    weekdays: '{count} weekdays with equity returns of {returns} %, repeated',
  },
  none: 'none',
  infinite: 'infinite',
  otherwise: 'elsewhere',
  differences: {
    growth: 'A deposit is not a return: each result is divided by the capital before it.',
    opening:
      'A result is divided by the capital just before the trade closes, when it is booked. Myfxbook uses the balance at the opening. FX Blue also uses the close.',
    overlap:
      'Trades closed in the meantime count as capital. Myfxbook divides both trades by the balance at their opening.',
    withdrawn: 'A withdrawal is not a loss. It moves neither the index nor its peak.',
    paidIn:
      'Drawdowns are measured on the index of returns. MetaTrader measures them on a balance that starts with the first deposit and ignores later ones.',
    firstLoss:
      'The capital before the first trade is the first peak. A series that starts after the first return misses it, as in pyfolio.',
    credit: 'A broker’s credit is neither a deposit nor capital.',
    net: 'A trade is won or lost after commission and swap.',
    zero: 'A result of exactly 0 is neither won nor lost, but counts among all trades. MetaTrader counts it as won. quantstats counts periods and leaves it out.',
    noLoss: 'A figure that would be divided by nothing is unknown, not infinite and not 0.',
    deviation: 'We use the sample deviation (n − 1), as quantstats does. Myfxbook divides by n.',
    sharpe:
      'The ratio per trade uses net results. MetaTrader 5 uses the return of each close on a balance that ignores later deposits, and divides by n.',
    quiet:
      'Every weekday counts, days without trades as 0. A library that gets only days with trades annualises those, as if there were 252 of them a year.',
    risk: 'The 5 % quantile of the actual days. quantstats uses the quantile of a normal distribution with their mean and deviation.',
    shortfall:
      'The mean of the weekdays at or below our value at risk. quantstats uses the mean of the days below its own.',
    probability:
      'Skewness and kurtosis are plain moments of the weekdays. quantstats corrects both for bias, and subtracts 3 from a kurtosis that already has 3 subtracted.',
    ulcer:
      'The squares are divided by the number of days, here 33. quantstats divides by one day less.',
    annual:
      'A year has 365.25 calendar days; 181 days passed here. quantstats counts 252 values as a year, and there is a value for each of 130 weekdays.',
    geometric:
      'The mean of compounded returns, without deposits and withdrawals. The article of MetaQuotes uses balances, so that a deposit counts as a gain.',
    month:
      'The mean of the months. Myfxbook and MetaStats show the rate that compounds to the whole; here that is `avg_monthly_geometric_percent`.',
    score: 'Shown as soon as it can be computed. MetaStats shows none below 30 trades.',
    line: 'The straight line through the results after each trade. MetaTrader 5 also counts the start as a point.',
  },
  figuresTitle: 'All figures',
  figuresLead:
    'Each figure has the name that the API uses. {docs} describes the fields of lists and sections.',
  docs: 'The API documentation',
} as const;
