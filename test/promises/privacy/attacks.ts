/** What a stranger reads of an account: the object with every section, and its closed trades. */
export interface Seen {
  readonly object: ReturnType<typeof JSON.parse>;
  /** In the order of closing. */
  readonly trades: ReturnType<typeof JSON.parse>[];
}

type Attack = (seen: Seen) => number[];

const lot = 100_000;
const pipsOfLot = 10;
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const steps = (numbers: readonly number[]): number[] =>
  numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

const days = ({ object }: Seen) => object.equity_curve.daily_performance;
const results = ({ trades }: Seen): number[] => trades.map(({ net_profit }) => net_profit);
const closesOf = ({ trades }: Seen, isMeant: (trade: Seen['trades'][number]) => boolean) =>
  trades.filter(isMeant).map(({ close_price }) => close_price);

/** Capital after each trade, where one deposit is all there is beside them. */
const capitals = ({ object }: Seen): number[] =>
  object.twr.twr_trade_by_trade.map(
    (percent: number) => object.performance.deposits * (1 + percent / 100),
  );

/** Sums of the results by the beginning of some text of a trade, in the order of that text. */
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

/** How often something stands below the highest it has been; of nothing nothing is told. */
const fallsOf = (levels: readonly number[]): number[] =>
  levels.length === 0
    ? []
    : [levels.filter((level, at) => level < Math.max(...levels.slice(0, at + 1))).length];
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

/** One attack for each row of the register, by what is hidden and what is shown. */
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
  'trades from drawdowns': ({ object }) => [object.drawdowns.episodes_count],
  'trades from distribution': (seen) => singleBins(seen),
  'trades from rolling': (seen) => monthEnds(seen),
  'equity_curve from drawdowns': ({ object }) => [object.drawdowns.episodes_count],
  'equity_curve from rolling': (seen) => monthEnds(seen),
  'twr from drawdowns': ({ object }) => [object.drawdowns.episodes_count],
  'twr from rolling': (seen) => monthEnds(seen),
  'monthly from rolling': (seen) => monthEnds(seen),
  'advanced from distribution': (seen) => ends(singleBins(seen)),
  'drawdowns from trades': (seen) =>
    fallsOf(running(sumsBy(seen, ({ closed_at }) => closed_at.slice(0, 10)))),
  'drawdowns from equity_curve': (seen) =>
    fallsOf(days(seen).map((day: Record<string, number>) => day.twr_percent)),
  'drawdowns from twr': (seen) => fallsOf(capitals(seen)),
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
  'by_symbol from advanced': ({ object }) => [object.advanced.best_symbol_share_percent],
  'trades from news': ({ object: { news } }) => [news.unknown.trades + news.others.trades],
  'advanced from news': ({ object: { news } }) => [
    news.unknown.trades + news.others.trades,
    news.unknown.profit + news.others.profit,
  ],
  'news from trades': (seen) => (seen.trades.length === 0 ? [] : [seen.trades.length]),
  'exposure from trades': ({ trades }) =>
    trades.length === 0
      ? []
      : [
          Math.max(
            ...trades.map(
              ({ opened_at }) =>
                trades.filter(
                  (other) => other.opened_at <= opened_at && other.closed_at > opened_at,
                ).length,
            ),
          ),
        ],
};
