/** Texts of `/numbers`. */
export const numbersEn = {
  title: 'How the figures are computed',
  lead: 'How every figure on this site is computed, where other programs compute differently, and what each figure means. The examples are small enough to check by hand.',
  conventionsTitle: 'Conventions',
  conventions: {
    percent: ['Percentages', 'Names ending in `_percent` are plain percentages: 3.3 means 3.3 %.'],
    net: [
      'Net results',
      'Net is profit + commission + swap; costs are negative. Totals add up `net_profit`, never `profit`.',
    ],
    flows: [
      'Deposits and withdrawals',
      '`twr_percent` leaves them out, `absolute_gain_percent` does not. If the two are far apart, money was deposited or withdrawn.',
    ],
    days: [
      'Days',
      'Days, weeks (from Monday) and months begin at 00:00 UTC, not at midnight on the trade server. A trade counts when it is closed.',
    ],
    capital: [
      'Capital',
      'Capital is known once there is an opening balance, a deposit or a withdrawal. Until then there are results but no returns. A broker’s credit is not capital.',
    ],
    portfolios: [
      'Portfolios',
      'A portfolio combines the trades, deposits and withdrawals of its members, at the exchange rate of the day. A transfer between members within a minute is neither a deposit nor a withdrawal.',
    ],
    sequence: [
      'Change of broker',
      'Money that is left on an earlier account of a portfolio counts as capital. So later gains and losses are smaller in percent. Otherwise a trade on that account would change returns that are published already. To leave that money out, withdraw it.',
    ],
    members: [
      'Starting capital of members',
      'A member’s starting capital joins at its history cut, or otherwise at its first event. It comes before everything else at that time. It counts as invested, but is neither a deposit nor a gain. The starting capital of a member without events counts only in the balance and in the base of `absolute_gain_percent`. In the equity figures a member joins with its first equity report. Days between its first event and that report do not count.',
    ],
    cut: [
      'History cut',
      'After a history cut (`history_cut_at`) the balance of that day is the starting capital. Nothing earlier counts.',
    ],
    records: [
      'Best and worst periods',
      'The best and worst days, weeks and months are those with the highest and lowest return. The shares of the best ones are measured in money. Only days with closed trades count, with everything booked on those days.',
    ],
    weekdays: [
      'Annualised figures',
      'The annualised Sharpe ratio and all other figures from the same weekdays are `null` together. The weekdays begin on the day after the first equity report and end on the day of the last one.',
    ],
    geometric: [
      'Geometric month',
      '`avg_monthly_geometric_percent` uses the months that are listed. Interest before the first of them is only in `twr_percent`.',
    ],
    drawdowns: [
      'Drawdowns by day',
      '`drawdowns` and `rolling` measure the return at the end of each day, `max_drawdown_percent` after every trade. So a drawdown that recovers on the same day is only in `max_drawdown_percent`.',
    ],
    drawdownDays: [
      'Days of a drawdown',
      'A drawdown begins on the first day that ends below the peak. Days without trades count. In a rolling period, the return at the end of the day before it is the first peak. There is no Sharpe ratio for 30 days, because it needs 30 weekdays.',
    ],
    gain: [
      'Gain between days',
      '`/gain` uses the return after every trade. For a month it gives the return and profit of `monthly`, for the whole record those of `performance`. If all capital was lost in between, the return is −100.',
    ],
    bins: [
      'Distributions',
      'Bins of `distribution` are 1, 2 or 5 times a power of ten wide. The narrowest bins are the smallest digit of the currency, a tenth of a pip, or a whole second. The `profit` of a bin is always the net result of its trades.',
    ],
    exposure: [
      'Exposure',
      'In `exposure`, open positions count from their opening. A portfolio has no margin load: the reports of its accounts come at different times.',
    ],
    news: [
      'News',
      '`news` uses the currencies of an instrument. A currency pair has two; gold, silver and cryptocurrencies have the one they are priced in. The currencies of common indices are known, too. Every other instrument is `unknown`. The events are those in the calendar of this site.',
    ],
    ruin: [
      'Risk of ruin',
      '`risk_of_ruin` is computed, not simulated. It is the probability that such a loss is ever reached. It takes trades as independent, with the returns that they had so far.',
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
      'We divide by the capital just before the close, like FX Blue. Myfxbook divides by the balance at the opening.',
    overlap:
      'Trades closed in the meantime count as capital. Myfxbook divides both trades by the balance at their opening.',
    withdrawn: 'A withdrawal is not a loss. It changes neither the return nor its peak.',
    paidIn:
      'Drawdowns are measured on the return. MetaTrader measures them on a balance without deposits after the first.',
    firstLoss:
      'The capital before the first trade is the first peak. pyfolio starts after the first return and misses it.',
    credit: 'A broker’s credit is neither a deposit nor capital.',
    net: 'A trade is won or lost after commission and swap.',
    zero: 'A trade at exactly 0 counts only as a trade. MetaTrader counts it as won; quantstats leaves it out.',
    noLoss: 'A figure that would be divided by 0 is unknown, not infinite and not 0.',
    deviation: 'We use the sample deviation (n − 1), as quantstats does. Myfxbook divides by n.',
    sharpe:
      'The ratio uses net results. MetaTrader 5 uses returns on a balance without later deposits, and divides by n.',
    quiet:
      'Weekdays without trades count as 0. A library given only days with trades assumes 252 of those a year.',
    risk: 'The 5 % quantile of the actual days. quantstats fits a normal distribution to them and uses its quantile.',
    shortfall:
      'The mean of the weekdays at or below our value at risk. quantstats uses its own value.',
    probability:
      'Skewness and kurtosis are plain moments. quantstats corrects both for bias and subtracts 3 from the kurtosis twice.',
    ulcer:
      'The squares are divided by the number of days, here 33. quantstats divides by one day less.',
    annual:
      'A year has 365.25 days, and 181 passed. quantstats takes 252 values as a year; 130 weekdays have one.',
    geometric:
      'The mean of compounded returns, without deposits and withdrawals. MetaQuotes uses balances, so a deposit counts as a gain.',
    month:
      'The mean of the months. Myfxbook and MetaStats show the compound rate, `avg_monthly_geometric_percent` here.',
    score: 'Shown as soon as it can be computed. MetaStats shows none below 30 trades.',
    line: 'The line through the results after each trade. MetaTrader 5 also counts the start as a point.',
  },
  figuresTitle: 'All figures',
  figuresLead:
    'Each figure has the name that the API uses. {docs} describes the fields of lists and sections.',
  docs: 'The API documentation',
} as const;
