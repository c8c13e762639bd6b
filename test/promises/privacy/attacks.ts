/**
 * Answers about an account that a stranger reads: the object with every section, and its closed
 * trades.
 */
export interface Seen {
  readonly object: ReturnType<typeof JSON.parse>;
  /** Closed trades in the order of closing. */
  readonly trades: ReturnType<typeof JSON.parse>[];
}

type Attack = (seen: Seen) => number[];

const lot = 100_000;
const pipsOfLot = 10;
const sum = (numbers: readonly number[]): number =>
  numbers.reduce((first, second) => first + second, 0);
const steps = (numbers: readonly number[]): number[] =>
  numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

const days = ({ object }: Seen) => object.equity_curve.daily_performance;
const results = ({ trades }: Seen): number[] => trades.map(({ net_profit }) => net_profit);
const closesOf = ({ trades }: Seen, isMeant: (trade: Seen['trades'][number]) => boolean) =>
  trades.filter(isMeant).map(({ close_price }) => close_price);

/** Computes the capital after each trade, if one deposit is the only cash flow. */
const capitals = ({ object }: Seen): number[] =>
  object.twr.twr_trade_by_trade.map(
    (percent: number) => object.performance.deposits * (1 + percent / 100),
  );

/** Adds up results by the first characters of a text of each trade, in the order of that text. */
function sumsBy({ trades }: Seen, textOf: (trade: Seen['trades'][number]) => string): number[] {
  const sums = new Map<string, number>();
  for (const trade of trades) {
    sums.set(textOf(trade), (sums.get(textOf(trade)) ?? 0) + trade.net_profit);
  }
  return [...sums].sort().map(([, total]) => total);
}

const monthOf = ({ closed_at }: { closed_at: string }) => closed_at.slice(0, 7);
const entriesOf = (section: object) => Object.values(section).map(({ total }) => total);
const lotsOf = (section: object) =>
  entriesOf(section).map(({ profit, pips }) => Number(profit) / (Number(pips) * pipsOfLot));
const singlesOf = (section: object) =>
  entriesOf(section)
    .filter(({ trades }) => trades === 1)
    .map(({ profit }) => Number(profit));
const countsOf = (section: object) => [
  sum(entriesOf(section).map(({ trades }) => trades)),
  sum(entriesOf(section).map(({ won }) => won)),
];

/** Computes the depth of each fall below the highest value so far, in percent. */
function depthsOf(levels: readonly number[]): number[] {
  const depths: number[] = [];
  let peak = 0;
  let depth = 0;
  for (const level of [...levels, Number.POSITIVE_INFINITY]) {
    if (level < peak) depth = Math.max(depth, (1 - level / peak) * 100);
    else if (depth > 0) depths.push(depth);
    if (level >= peak) [peak, depth] = [level, 0];
  }
  return depths;
}
const running = (numbers: readonly number[]): number[] =>
  numbers.map((_, at) => sum(numbers.slice(0, at + 1)));
const singleBins = ({ object }: Seen): number[] =>
  object.distribution.results.bins
    .filter(({ count }: { count: number }) => count === 1)
    .map(({ profit }: { profit: number }) => profit);
const monthEnds = ({ object }: Seen): number[] =>
  object.rolling.month_ends.map(
    ({ days_30 }: { days_30: { return_percent: number } }) => days_30.return_percent,
  );
const ends = (numbers: readonly number[]): number[] =>
  numbers.length === 0 ? [] : [Math.min(...numbers), Math.max(...numbers)];

interface Fall {
  readonly days_down: number;
  readonly depth_percent: number;
  readonly depth_money: number;
}
const fallsOfADay = ({ object }: Seen): Fall[] =>
  object.drawdowns.episodes.filter(({ days_down }: Fall) => days_down === 1);
const monthOfDay = (day: string | undefined) => day?.slice(0, 7) ?? '';

interface Month {
  readonly monthly_percent: number;
}

/** Compounds returns; in and out in percent. */
const compounded = (percents: readonly number[]): number[] =>
  percents.map(
    (_, at) => percents.slice(0, at + 1).reduce((far, next) => far * (1 + next / 100), 100) - 100,
  );

const event = (currency: string, time: string) => ({ time, currency, impact: 'high', title: time });
const nights = (currency: string, month: string, count: number) =>
  Array.from({ length: count }, (_, at) => event(currency, `2024-${month}-0${at + 1}T03:00:00Z`));
const halfAnHour = 1_800_000;

/** A public calendar. The number of known events tells which currencies they are about. */
export const calendar = [
  event('USD', '2024-02-20T08:10:00Z'),
  ...nights('JPY', '02', 2),
  ...nights('EUR', '03', 4),
  ...nights('GBP', '04', 8),
];

/** Public closes. They rise by a tenth when the account doubles, and fall in between. */
export const prices = Array.from({ length: 31 }, (_, weekday) => ({
  symbol: 'GOLD',
  date: new Date(Date.UTC(2024, 1, 12 + weekday + 2 * Math.floor(weekday / 5)))
    .toISOString()
    .slice(0, 10),
  close: (100 * 1.1 ** Math.floor(weekday / 2) * 0.99 ** Math.ceil(weekday / 2)).toFixed(4),
  currency: 'USD',
}));

/** Results of groups in the section `news` that have a single trade. */
const singleNews = ({ object: { news } }: Seen): number[] =>
  [news.opened_near, news.open_through, news.others, news.unknown]
    .filter(({ trades }) => trades === 1)
    .map(({ profit }) => profit);

/** Counts weekdays from one day to another. A weekend at the end counts as its Monday. */
function weekdaysBetween(first: string, last: string): number {
  const [from, to] = [first, last].map((day) => Date.parse(day.slice(0, 10)) / 86_400_000);
  if (from === undefined || to === undefined) return 0;
  const folded = new Set<number>();
  for (let day = from; day <= to; day += 1) {
    const weekday = new Date(day * 86_400_000).getUTCDay();
    folded.add(day + ({ 0: 1, 6: 2 }[weekday] ?? 0));
  }
  return folded.size;
}

/** Number of trades in the section `behaviour`. */
const tradesOf = ({ baskets }: { baskets: { count: number; average_trades: number } }): number =>
  baskets.count * baskets.average_trades;

/** Attacks, one for each row of the register, by what is hidden and what is shown. */
export const attacks: Readonly<Record<string, Attack>> = {
  'volume from trades': ({ trades }) =>
    trades.map(({ profit, open_price, close_price }) =>
      Math.abs(profit / ((close_price - open_price) * lot)),
    ),
  'volume from by_symbol': ({ object }) => lotsOf(object.by_symbol),
  'volume from by_magic_number': ({ object }) => lotsOf(object.by_magic_number),
  'volume from advanced': ({ object }) => [
    object.advanced.expectancy.currency / (object.advanced.expectancy.pips * pipsOfLot),
  ],
  'stop_loss from trades': (seen) => closesOf(seen, ({ profit }) => profit < 0),
  'take_profit from trades': (seen) => closesOf(seen, ({ profit }) => profit > 500),
  'stop_loss from trades, comment': (seen) => closesOf(seen, ({ comment }) => comment === '[sl]'),
  'take_profit from trades, comment': (seen) => closesOf(seen, ({ comment }) => comment === '[tp]'),
  'trades from twr': (seen) =>
    steps([seen.object.performance.deposits, ...capitals(seen)]).slice(1),
  'trades from equity_curve': (seen) => {
    const profits: number[] = steps(
      days(seen).map((day: Record<string, number>) => day.cumulative_profit),
    );
    return profits.filter((_, at) => days(seen)[at].trades_count === 1);
  },
  'trades from monthly': ({ object }) =>
    object.monthly.monthly_performance.map((month: Record<string, number>) => month.monthly_profit),
  'trades from by_symbol': ({ object }) => singlesOf(object.by_symbol),
  'trades from by_magic_number': ({ object }) => singlesOf(object.by_magic_number),
  'trades from advanced': ({ object: { advanced } }) => [
    advanced.total_trades,
    advanced.best_trade_profit.value,
    advanced.worst_trade_profit.value,
  ],
  'equity_curve from trades': (seen) => sumsBy(seen, ({ closed_at }) => closed_at.slice(0, 10)),
  'equity_curve from twr': (seen) => capitals(seen),
  'equity_curve from monthly': (seen) => attacks['trades from monthly']?.(seen) ?? [],
  'equity_curve from advanced': ({ object: { advanced } }) => [
    advanced.twr_equity_percent,
    advanced.max_drawdown_equity_percent,
    advanced.best_day.profit,
    advanced.worst_day.profit,
  ],
  'twr from trades': (seen) => {
    const start = seen.object.performance.deposits;
    return results(seen).map((_, at) => (sum(results(seen).slice(0, at + 1)) / start) * 100);
  },
  'twr from equity_curve': (seen) =>
    days(seen).map((day: Record<string, number>) => day.twr_percent),
  'twr from advanced': ({ object: { advanced } }) => [
    advanced.best_day.percent,
    advanced.worst_day.percent,
  ],
  'monthly from trades': (seen) => sumsBy(seen, monthOf),
  'monthly from equity_curve': (seen) =>
    steps(days(seen).map((day: Record<string, number>) => day.cumulative_profit)),
  'monthly from advanced': ({ object: { advanced } }) => [
    advanced.best_month.profit,
    advanced.worst_month.profit,
  ],
  'by_symbol from trades': (seen) => sumsBy(seen, ({ symbol }) => symbol),
  'by_magic_number from trades': (seen) => sumsBy(seen, ({ magic_number }) => String(magic_number)),
  'advanced from trades': (seen) =>
    seen.trades.length === 0 ? [] : [seen.trades.length, Math.max(...results(seen))],
  'advanced from by_symbol': ({ object }) => countsOf(object.by_symbol),
  'advanced from by_magic_number': ({ object }) => countsOf(object.by_magic_number),
  'advanced from equity_curve': (seen) => [
    sum(days(seen).map((day: Record<string, number>) => day.trades_count)),
  ],
  'advanced from monthly': ({ object }) => [
    object.monthly.period_returns.this_year.trades_count,
    object.monthly.period_returns.this_year.win_rate,
  ],
  'advanced from twr': ({ object }) => [object.twr.twr_trade_by_trade.length],
  'volume from distribution': ({ object: { distribution } }) => {
    const { min, max, bins } = distribution.pips;
    return [bins[0].profit / (min * pipsOfLot), bins.at(-1).profit / (max * pipsOfLot)];
  },
  'trades from distribution': (seen) => singleBins(seen),
  'trades from rolling': (seen) => monthEnds(seen),
  'equity_curve from rolling': (seen) => monthEnds(seen),
  'twr from rolling': (seen) => monthEnds(seen),
  'monthly from rolling': (seen) => monthEnds(seen),
  'advanced from distribution': (seen) => ends(singleBins(seen)),
  'distribution from trades': (seen) => ends(results(seen)),
  'distribution from advanced': ({ object: { advanced } }) => [
    advanced.worst_trade_profit.value,
    advanced.best_trade_profit.value,
  ],
  'distribution from twr': (seen) =>
    ends(steps([seen.object.performance.deposits, ...capitals(seen)]).slice(1)),
  'rolling from trades': (seen) =>
    running(sumsBy(seen, monthOf)).map(
      (result) => (result / seen.object.performance.deposits) * 100,
    ),
  'rolling from equity_curve': (seen) => {
    const lastOf = new Map<string, number>();
    for (const { date, twr_percent } of days(seen)) lastOf.set(date.slice(0, 7), twr_percent);
    return [...lastOf.values()];
  },
  'rolling from monthly': ({ object }) =>
    object.monthly.monthly_performance.map(
      (month: Record<string, number>) => month.monthly_percent,
    ),
  'by_symbol from by_magic_number': ({ object }) =>
    entriesOf(object.by_magic_number).flatMap(({ profit, pips }) => [
      Number(pips),
      Number(profit) / Number(pips),
    ]),
  'by_symbol from advanced': ({ object }) => [object.advanced.best_symbol_share_percent],
  'exposure from trades': ({ trades }) =>
    trades.length === 0
      ? []
      : [
          Math.max(
            ...trades.map(
              ({ opened_at }) =>
                trades.filter(
                  (otherTrade) =>
                    otherTrade.opened_at <= opened_at && otherTrade.closed_at > opened_at,
                ).length,
            ),
          ),
        ],
  'trades from drawdowns': (seen) => fallsOfADay(seen).map(({ depth_money }) => -depth_money),
  'equity_curve from drawdowns': (seen) =>
    fallsOfADay(seen).flatMap(({ depth_percent, depth_money }) => [-depth_percent, -depth_money]),
  'twr from drawdowns': ({ object }) =>
    object.drawdowns.episodes.map((fall: Record<string, number>) => fall.depth_percent),
  'monthly from drawdowns': ({ object }) =>
    object.drawdowns.episodes
      .filter(
        (fall: Record<string, string>) => monthOfDay(fall.started) < monthOfDay(fall.recovered),
      )
      .map((fall: Record<string, number>) => -Number(fall.depth_percent)),
  'advanced from drawdowns': (seen) => [
    Math.max(...seen.object.drawdowns.episodes.map(({ depth_money }: Fall) => depth_money)),
    ...fallsOfADay(seen)
      .slice(0, 1)
      .map(({ depth_percent }) => -depth_percent),
  ],
  'drawdowns from trades': (seen) =>
    depthsOf(running(results(seen)).map((result) => seen.object.performance.deposits + result)),
  'drawdowns from equity_curve': (seen) =>
    depthsOf(days(seen).map((day: { twr_percent: number }) => 100 + day.twr_percent)),
  'drawdowns from twr': (seen) => depthsOf(capitals(seen)),
  'trades from provenance': ({ object }) => [object.provenance.operator_file.trades],
  'equity_curve from provenance': ({ object }) => [object.provenance.operator_file.flows],
  'advanced from provenance': ({ object }) => [object.provenance.operator_file.trades],
  'distribution from provenance': ({ object }) => [object.provenance.operator_file.trades],
  'trades from behaviour': ({ object }) => [tradesOf(object.behaviour)],
  'advanced from behaviour': ({ object }) => [tradesOf(object.behaviour)],
  'distribution from behaviour': ({ object }) => [tradesOf(object.behaviour)],
  'trades from observed': ({ object }) => [object.observed.before.trades],
  'equity_curve from observed': ({ object }) => [object.observed.before.twr_percent],
  'advanced from observed': ({ object }) => [
    object.observed.before.trades,
    object.observed.before.win_rate,
  ],
  'drawdowns from observed': ({ object }) => [object.observed.before.max_drawdown_percent],
  'distribution from observed': ({ object }) => [object.observed.before.trades],
  'observed from trades': (seen) =>
    results(seen).length === 0
      ? []
      : [
          results(seen).length,
          (100 * results(seen).filter((net) => net > 0).length) / results(seen).length,
        ],
  'rolling from observed': ({ object }) => [object.observed.before.sharpe_ratio_annualized],
  'observed from advanced': ({ object: { advanced } }) => [
    advanced.profit_factor,
    advanced.sharpe_ratio_annualized,
  ],
  'observed from rolling': ({ object }) => [
    object.rolling.month_ends.at(-1).days_90.sharpe_ratio_annualized,
  ],
  'observed from equity_curve': (seen) => [days(seen).at(-1).twr_percent],
  'luck from trades': ({ object, trades }) =>
    trades.length === 0 ? [] : [weekdaysBetween(object.performance.since, trades.at(-1).closed_at)],
  'luck from equity_curve': ({ object }) => {
    const { days: listed } = object.returns;
    return [weekdaysBetween(listed[0].date, listed.at(-1).date)];
  },
  'behaviour from trades': ({ trades }) => {
    const entries = new Set(
      trades.map(({ symbol, side, opened_at }) => [symbol, side, opened_at].join()),
    );
    return entries.size > 0 ? [entries.size] : [];
  },
  'trades from news': (seen) => singleNews(seen),
  'equity_curve from news': (seen) => singleNews(seen),
  'advanced from news': ({ object: { news } }) => {
    const groups = [news.opened_near, news.open_through, news.others, news.unknown];
    return [sum(groups.map(({ trades }) => trades)), sum(groups.map(({ profit }) => profit))];
  },
  'by_symbol from news': ({ object: { news } }) => [
    ...[1, 2, 4, 8].filter((events) => (news.events.count & events) > 0),
    news.unknown.profit,
  ],
  'news from trades': ({ trades }) =>
    trades
      .filter(({ symbol, opened_at }) =>
        calendar.some(
          ({ time, currency }) =>
            symbol.includes(currency) &&
            Math.abs(Date.parse(time) - Date.parse(opened_at)) <= halfAnHour,
        ),
      )
      .map(({ net_profit }) => net_profit),
  'trades from excursion': ({ object: { excursion } }) =>
    excursion.kept_percent === null ? [] : [(excursion.avg_mfe * excursion.kept_percent) / 100],
  'trades from contributions': ({ object: { contributions } }) =>
    contributions.members.map(({ net_profit }: { net_profit: number }) => net_profit),
  'equity_curve from benchmark': ({ object }) => [object.benchmark.account_return_percent],
  'advanced from benchmark': ({ object: { benchmark } }) => {
    const levels = benchmark.by_day.map(
      ({ return_percent }: { return_percent: number }) => 1 + return_percent / 100,
    );
    const moves = levels.slice(1).map((level: number, at: number) => level / levels[at] - 1);
    const middle = sum(moves) / moves.length;
    const variance = sum(moves.map((move: number) => (move - middle) ** 2)) / (moves.length - 1);
    const deviation = Math.sqrt(variance) * (benchmark.beta / benchmark.correlation);
    return [benchmark.account_return_percent, Math.round(deviation * Math.sqrt(252) * 1000) / 10];
  },
  'benchmark from equity_curve': (seen) => [days(seen).at(-1).twr_equity_percent],
  'benchmark from advanced': ({ object }) => [object.advanced.twr_equity_percent],
  'advanced from rolling': ({ object }) => [
    object.rolling.month_ends.at(-1).days_90.sharpe_ratio_annualized,
  ],
  'twr from monthly': ({ object }) =>
    compounded(
      object.monthly.monthly_performance.slice(0, 3).map((month: Month) => month.monthly_percent),
    ),
  'monthly from twr': ({ object }) => object.twr.twr_trade_by_trade,
  'rolling from twr': ({ object }) => object.twr.twr_trade_by_trade,
  'rolling from advanced': ({ object: { advanced } }) => [advanced.sharpe_ratio_annualized],
  'rolling from drawdowns': (seen) => attacks['twr from drawdowns']?.(seen) ?? [],
  'drawdowns from monthly': ({ object }) =>
    object.monthly.monthly_performance
      .map((month: Month) => -month.monthly_percent)
      .filter((fall: number) => fall > 0),
  'drawdowns from advanced': ({ object: { advanced } }) => [
    advanced.max_drawdown_money,
    advanced.worst_day.percent,
  ],
  'drawdowns from rolling': ({ object }) =>
    object.rolling.month_ends
      .map(({ days_30 }: Record<string, Record<string, number>>) => days_30?.max_drawdown_percent)
      .filter((fall: number) => fall > 0),
};
