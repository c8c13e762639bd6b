/** What /numbers says. */
export const numbersEn = {
  title: 'How the figures are computed',
  lead: 'Every rule behind the figures of this site, what other programs do otherwise, shown by bookings that anybody can add up, and what each figure means.',
  conventionsTitle: 'Conventions',
  conventions: {
    percent: [
      'Percentages',
      'Names that end in `_percent` are plain percentages: 3.3 means 3.3 %. `max_drawdown_percent` is positive, `drawdown` of a day negative or 0.',
    ],
    net: [
      'Net results',
      'Net is profit + commission + swap; a cost is negative. Totals are sums of `net_profit`, never of `profit`. In `by_symbol` and `by_magic_number`, `profit` and `pips` are decimal text, so that no digit is lost.',
    ],
    flows: [
      'Deposits and withdrawals',
      '`twr_percent` leaves them out, `absolute_gain_percent` does not. Where the two are far apart, money was paid in or out.',
    ],
    days: [
      'Days',
      'A day, a week (from Monday) and a month begin at 00:00 UTC, whatever the clock of the trade server says; a trade counts when it closed.',
    ],
    capital: [
      'Capital',
      'Capital is known once there is an opening balance, a deposit or a withdrawal. Until then results are told, returns are not. A broker’s credit is no capital.',
    ],
    portfolios: [
      'Portfolios',
      'A portfolio is the union of its members’ trades and flows at the day’s rate; what moves between members within a minute is no flow. A member’s starting capital joins at its history cut, else at its first event: first at that instant and no gain of anybody, invested but no deposit; of a member without any event it is in the balance and the base of `absolute_gain_percent` alone. On the side of equity a member joins with its first report, and no day counts between its first event and that.',
    ],
    cut: [
      'History cut',
      'A `history_cut_at` makes the balance of that day the starting capital; nothing before it counts.',
    ],
    records: [
      'Best and worst periods',
      'Days, weeks and months that stand out do so by their return; what hangs on the best of them is told in money. Both count days with closed trades alone, with all that was booked in them.',
    ],
    weekdays: [
      'Annualised figures',
      'The annualised Sharpe ratio, and all that is of its weekdays, is `null` together. `value_at_risk_95_percent` can be above 0: where fewer than 5 % of the weekdays lost. Saturday and Sunday count on the Monday after. The first weekday is that of the day after the first equity report; the last is that of the last report, a Monday if that came on a weekend.',
    ],
    geometric: [
      'Geometric month',
      '`avg_monthly_geometric_percent` is of the months that are listed; interest before the first of them is in `twr_percent` alone.',
    ],
    drawdowns: [
      'Drawdowns by day',
      '`drawdowns` and `rolling` look at the index as days end, `max_drawdown_percent` after every trade, so that a fall that was made good within a day is in the latter alone. A drawdown begins with the first day that ended below the peak; quiet days count. In a window the index of the day before it is the first peak. A Sharpe ratio of 30 days cannot be: it takes 30 weekdays.',
    ],
    gain: [
      'Gain between days',
      '`/gain` is of the index after every trade: of a month the return and profit of `monthly`, of the whole record the figures of `performance`. It is looked up in an index by day that is published with the account; where a loss of all capital lies within, it is −100.',
    ],
    bins: [
      'Distributions',
      'Bins of `distribution` are as wide as 1, 2 or 5 times a power of ten, in the digits of the currency, tenths of a pip and whole seconds at the finest; their `profit` is the net result of the trades in them, whatever they are binned by.',
    ],
    exposure: [
      'Exposure',
      'In `exposure` a trade that is closed when another is opened was not open with it. Positions count from when they were opened.',
    ],
    news: [
      'News',
      '`news` goes by the currencies of the calendar that an instrument is quoted in: both of a pair, that of the price of gold, silver or a coin, and those of the usual indices by name; all else is `unknown`. It knows the events that the calendar of the installation has.',
    ],
    streaks: ['Streaks', 'They end at a result of exactly 0, runs of the Z-score do not.'],
    rounding: [
      'Rounding',
      'Derived figures are rounded before they are published: percentages to 4 decimals, ratios to 6. Sums of money are exact.',
    ],
  },
  differencesTitle: 'Where others differ',
  differencesLead:
    'The same bookings, and what comes out here and elsewhere. Neither is wrong where the definition is another; these are ours, and why. quantstats is its version 0.0.81.',
  here: 'Here',
  booked: {
    deposit: 'deposit {amount}',
    withdrawal: 'withdrawal {amount}',
    credit: 'credit {amount}',
    trade: 'trade {amount}',
    costly: 'trade {amount}, commission {commission}, swap {swap}',
    opened: 'trade opened',
    month: 'next month',
    weekdays: '{count} weekdays, equity over and over {returns} %',
  },
  none: 'none',
  infinite: 'infinite',
  otherwise: 'otherwise',
  differences: {
    growth: 'Money that is paid in is no return: each result is divided by the capital before it.',
    opening:
      'A result is divided by the capital before the closing, when it is booked. Myfxbook takes the balance at the opening, FX Blue goes by the closing too.',
    overlap:
      'What was closed meanwhile counts as capital. Myfxbook divides both trades by the balance at their opening.',
    withdrawn: 'A withdrawal is no loss, so it moves neither the index nor its peak.',
    paidIn:
      'Falls are measured on the index of returns. MetaTrader measures them on a balance that begins with the first deposit and that later deposits do not move.',
    firstLoss:
      'The capital before the first trade is the first peak. A series that begins after the first return has forgotten it, as that of pyfolio did.',
    credit: 'A broker’s credit is neither a deposit nor capital.',
    net: 'Won and lost is decided after commission and swap.',
    zero: 'A result of exactly 0 is neither won nor lost, and counts among all trades. MetaTrader counts it as won; quantstats, which goes by periods, leaves it out.',
    noLoss: 'What would be divided by nothing is unknown, not infinite and not 0.',
    deviation:
      'The deviation is that of a sample (n − 1), here and in quantstats. Myfxbook divides by n.',
    sharpe:
      'The ratio per trade is of net results. MetaTrader 5 takes what each closing made of a balance that later deposits do not move, and divides by n.',
    quiet:
      'Every weekday counts, quiet ones as 0. A library that is given the days with trades alone annualises those, as if there were 252 of them a year.',
    risk: 'The 5 % quantile of the days there were. quantstats takes the quantile of a normal distribution with their mean and deviation.',
    shortfall:
      'The mean of the weekdays at or below our value at risk. quantstats takes the mean of the days below its own.',
    probability:
      'Skewness and kurtosis are plain moments of the weekdays. quantstats corrects both for bias, and subtracts 3 from a kurtosis that has 3 subtracted already.',
    ulcer:
      'The squares are divided by the number of days, here 33. quantstats divides by one day less.',
    annual:
      'A year has 365.25 calendar days; here 181 days passed. quantstats takes 252 rows for a year; here there is a row for each of 130 weekdays.',
    geometric:
      'The mean of returns, multiplied through, without flows. The article of MetaQuotes takes balances, in which a deposit is a gain.',
    month:
      'The mean of the months. Myfxbook and MetaStats tell the rate that compounds to the whole; here that is `avg_monthly_geometric_percent`.',
    score: 'Told as soon as it can be computed. MetaStats tells none below 30 trades.',
    line: 'The straight line through the results after each trade. MetaTrader 5 takes the beginning as a point too.',
  },
  figuresTitle: 'All figures',
  figuresLead:
    'Each as the API names it. What lists and sections hold beside these is defined at their fields in {docs}.',
  docs: 'the API documentation',
} as const;
