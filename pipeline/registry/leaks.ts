import type { DerivableFigure } from './derivable-words.ts';
import type { RegistryAccount } from './schema.ts';
import { type Hidable, hidables } from './words.ts';

/**
 * Figure that readers can still work out although it is hidden, as long as all of `shown` is shown.
 */
export interface Leak {
  readonly hidden: Hidable;
  readonly shown: readonly Hidable[];
  readonly derivable: DerivableFigure;
}

/**
 * Derivable figures, by the hidden flag and by the flags that must all be shown (separated by
 * blanks).
 */
const derivable: Partial<Record<Hidable, Readonly<Record<string, DerivableFigure>>>> = {
  volume: {
    trades: 'lots_of_trade',
    by_symbol: 'lots_by_instrument',
    by_magic_number: 'lots_by_magic_number',
    advanced: 'lots_by_expectancy',
    distribution: 'lots_of_extreme_trades',
  },
  stop_loss: {
    trades: 'stop_at_close',
    'trades comment': 'stop_in_comments',
  },
  take_profit: {
    trades: 'target_at_close',
    'trades comment': 'target_in_comments',
  },
  trades: {
    twr: 'result_of_each_trade',
    equity_curve: 'results_by_day',
    monthly: 'results_by_month_and_now',
    by_symbol: 'results_by_instrument',
    by_magic_number: 'results_by_magic_number',
    advanced: 'counts_and_extremes',
    drawdowns: 'falls_of_trades',
    distribution: 'results_in_bins_of_trades',
    rolling: 'returns_of_30_days',
    news: 'results_near_news',
    excursion: 'profit_of_excursion',
    contributions: 'result_of_account',
    provenance: 'trade_count',
    behaviour: 'trade_count',
    observed: 'statistics_of_both_parts',
  },
  equity_curve: {
    trades: 'curve_from_trades',
    twr: 'curve_without_dates',
    monthly: 'curve_by_month',
    advanced: 'equity_return_and_extremes',
    drawdowns: 'falls_with_dates',
    rolling: 'rolling_returns_by_month',
    news: 'day_near_news',
    provenance: 'flow_count',
    benchmark: 'equity_return_of_weekdays',
    observed: 'return_of_both_parts',
  },
  twr: {
    trades: 'return_after_each_trade',
    equity_curve: 'return_by_day',
    advanced: 'returns_of_extremes',
    drawdowns: 'fall_depths',
    rolling: 'rolling_returns_by_month',
    monthly: 'return_by_month',
  },
  monthly: {
    trades: 'months_from_trades',
    equity_curve: 'months_from_days',
    advanced: 'extreme_months',
    rolling: 'last_30_days_of_months',
    drawdowns: 'month_of_one_drawdown',
    twr: 'returns_to_month_end',
  },
  by_symbol: {
    trades: 'breakdown_from_trades',
    by_magic_number: 'instruments_by_pip_value',
    advanced: 'share_of_best_instrument',
    news: 'currencies_by_events',
  },
  by_magic_number: {
    trades: 'breakdown_by_magic_number',
  },
  advanced: {
    trades: 'nearly_all_statistics',
    by_symbol: 'counts_from_breakdown',
    by_magic_number: 'counts_from_breakdown',
    equity_curve: 'counts_from_days',
    monthly: 'counts_of_periods',
    twr: 'counts_from_return',
    distribution: 'count_and_extremes',
    news: 'count_and_net',
    provenance: 'trade_count',
    behaviour: 'trade_count',
    observed: 'statistics_of_both_parts',
    drawdowns: 'deepest_fall_and_day',
    rolling: 'sharpe_ratio_of_all',
    benchmark: 'equity_return_and_volatility',
  },
  drawdowns: {
    trades: 'drawdowns_from_trades',
    equity_curve: 'drawdowns_from_days',
    twr: 'drawdowns_without_dates',
    monthly: 'falls_of_months',
    advanced: 'falls_of_extremes',
    rolling: 'deepest_fall_by_month',
    observed: 'deepest_falls_of_both_parts',
  },
  distribution: {
    trades: 'histograms_from_trades',
    advanced: 'count_and_extremes',
    provenance: 'trade_count',
    behaviour: 'trade_count',
    observed: 'trade_count',
    twr: 'results_in_bins',
  },
  rolling: {
    trades: 'returns_from_trades',
    equity_curve: 'returns_from_days',
    monthly: 'returns_of_months',
    twr: 'returns_to_month_end',
    advanced: 'sharpe_ratio_of_periods',
    drawdowns: 'deepest_falls',
    observed: 'sharpe_ratio_of_periods',
  },
  exposure: {
    trades: 'open_at_once',
  },
  benchmark: {
    equity_curve: 'return_of_weekdays',
    advanced: 'return_of_weekdays_to_end',
  },
  news: {
    trades: 'trades_near_news',
  },
  behaviour: {
    trades: 'behaviour_from_trades',
  },
  luck: {
    trades: 'luck_from_trades',
    equity_curve: 'luck_from_days',
  },
  observed: {
    trades: 'observed_from_trades',
    equity_curve: 'observed_from_days',
    advanced: 'statistics_of_whole_record',
    rolling: 'sharpe_ratio_of_all',
  },
};

/** Register of leaks, in the order of the flags above. */
export const leaks: readonly Leak[] = hidables.flatMap((hidden) =>
  Object.entries(derivable[hidden] ?? {}).map(([shown, figure]) => ({
    hidden,
    shown: shown.split(' ').flatMap((name) => hidables.filter((flag) => flag === name)),
    derivable: figure,
  })),
);

/** Flags whose values no other section reveals. */
export const underivable: readonly Hidable[] = [
  'provenance',
  'excursion',
  'contributions',
  'comment',
];

/**
 * Returns a warning for each private member that a portfolio reveals. Empty for a private
 * portfolio.
 */
export function membersRevealedBy(
  portfolio: Pick<RegistryAccount, 'published' | 'members'>,
  isPublished: (slug: string) => boolean,
): string[] {
  if (!portfolio.published) return [];
  return portfolio.members
    .filter((slug) => !isPublished(slug))
    .map((slug) => `${slug} is private, but visitors can work out its figures from the portfolio`);
}

/** Returns the leaks that a list of hidden flags leaves open, in the order of the register. */
export function leaksOf(hide: readonly Hidable[]): Leak[] {
  return leaks.filter(
    ({ hidden, shown }) => hide.includes(hidden) && !shown.some((part) => hide.includes(part)),
  );
}
