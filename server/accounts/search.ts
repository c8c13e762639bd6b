import type { SourceName } from '../../sql/raw/source_names.ts';
import type { Catalogue, Summary } from './catalogue.ts';
import type { View } from './view.ts';

/** A view with the summary by which it is found and sorted. */
interface Candidate {
  readonly view: View;
  readonly summary: Summary;
}

export interface Filters {
  readonly q: string | null;
  /** Part of the name of an instrument that the account traded, in any case. */
  readonly symbol: string | null;
  readonly type: string | null;
  readonly platform: string | null;
  readonly currency: readonly string[] | null;
  readonly minTwrPercent: number | null;
  readonly maxDrawdownPercent: number | null;
  readonly demo: boolean | null;
  readonly minTrades: number | null;
  readonly minAgeDays: number | null;
  readonly updatedWithinDays: number | null;
  /**
   * Finds only accounts with a confirmed track record, or only others; null puts confirmed ones
   * first.
   */
  readonly confirmed: 'true' | 'false' | 'any' | null;
  readonly verified: VerifiedFilter | null;
  readonly reconciled: boolean | null;
  /** Only source of all trades, deposits and withdrawals. */
  readonly source: SourceName | null;
  /** `none`: only accounts whose lots were assessed and that have no warning and hide nothing. */
  readonly warnings: 'none' | null;
  /** Largest values of figures of how it trades. */
  readonly mostOfBehaviour: Readonly<Partial<Record<SearchedBehaviour, number | null>>>;
}

/** Both badges, not both, or one badge. */
export const verifiedFilters = ['true', 'false', 'identity', 'track_record'] as const;
type VerifiedFilter = (typeof verifiedFilters)[number];

/** Filters that every account passes, confirmed or not. */
export const noFilters: Filters = {
  q: null,
  symbol: null,
  type: null,
  platform: null,
  currency: null,
  minTwrPercent: null,
  maxDrawdownPercent: null,
  demo: null,
  minTrades: null,
  minAgeDays: null,
  updatedWithinDays: null,
  confirmed: 'any',
  verified: null,
  reconciled: null,
  source: null,
  warnings: null,
  mostOfBehaviour: {},
};

/** Data that filters need and the summary lacks. */
export interface SearchContext {
  /** Instant of the run. */
  readonly asOf: string;
  /** Returns a statistic that strangers see; null if it is hidden or unknown. */
  statisticOf(view: View, name: SearchedStatistic): number | null;
  /** Returns the instruments that strangers see, in lower case; none if they are hidden. */
  symbolsOf(view: View): readonly string[];
  /** Returns the only source of all trades and flows; null if there are several or it is hidden. */
  onlySourceOf(view: View): string | null;
  /** Returns how an account trades, as strangers see it; null if that is hidden. */
  behaviourOf(view: View): BehaviourFound | null;
}

/** Figures of `behaviour` that the search has an upper limit for. */
export const searchedBehaviour = [
  'larger_after_loss_percent',
  'lots_after_loss_ratio',
  'largest_lot_multiple',
  'adds_to_losers_percent',
  'adds_to_three_losers_percent',
  'without_stop_percent',
  'holding_ratio',
  'wins_lost_in_worst_basket',
] as const;
export type SearchedBehaviour = (typeof searchedBehaviour)[number];

/** Manner of trading that accounts are found by; a hidden or unknown figure is null. */
export interface BehaviourFound extends Readonly<Record<SearchedBehaviour, number | null>> {
  readonly warnings: number;
  /** True if lots and stops are not hidden. */
  readonly isWhole: boolean;
}

/** Statistics that the search reads, although the summary lacks them. */
export type SearchedStatistic = 'total_trades' | 'sharpe_ratio_annualized';

/** Returns the value to sort by; null if it is unknown. */
type SortKey = (candidate: Candidate, context: SearchContext) => number | string | null;

/**
 * Values to sort by. Accounts with an unknown value come last in both directions. Accounts with
 * equal values are sorted by slug.
 */
const sortKeys = {
  twr_percent: ({ summary }) => summary.performance.twr_percent,
  cagr_percent: ({ summary }) => summary.performance.cagr_percent,
  max_drawdown_percent: ({ summary }) => summary.performance.max_drawdown_percent,
  sharpe_ratio_annualized: ({ view }, { statisticOf }) =>
    statisticOf(view, 'sharpe_ratio_annualized'),
  total_trades: ({ view }, { statisticOf }) => statisticOf(view, 'total_trades'),
  created_at: createdAt,
  age_days: ({ summary: { performance, updated_at } }) => daysOf(performance.since, updated_at),
  updated_at: ({ summary: { updated_at } }) =>
    updated_at === null ? null : Date.parse(updated_at),
  name: ({ view }) => view.account.name.toLowerCase(),
} as const satisfies Record<string, SortKey>;

type SortField = keyof typeof sortKeys;
export type SearchOrder = SortField | `-${SortField}`;

/** Orders that a request may name. The usual direction of each field comes first. */
export const orderNames = [
  ...(['-twr_percent', 'twr_percent', '-cagr_percent', 'cagr_percent'] as const),
  ...(['max_drawdown_percent', '-max_drawdown_percent'] as const),
  ...(['-sharpe_ratio_annualized', 'sharpe_ratio_annualized'] as const),
  ...(['-total_trades', 'total_trades', '-created_at', 'created_at'] as const),
  ...(['-age_days', 'age_days'] as const),
  ...(['-updated_at', 'updated_at', 'name', '-name'] as const),
] as const satisfies readonly SearchOrder[];

const fieldOf = (order: SearchOrder): SortField =>
  Object.keys(sortKeys).find((name): name is SortField => order === name || order === `-${name}`) ??
  'twr_percent';

/**
 * Selects the views that pass the filters, in order. Accounts without a summary are never found.
 * Accounts with a confirmed track record come first, unless the filter `confirmed` is set.
 */
export function selectViews(
  views: readonly View[],
  catalogue: Catalogue,
  filters: Filters,
  order: SearchOrder,
  context: SearchContext,
): View[] {
  const keyOf: SortKey = sortKeys[fieldOf(order)];
  const direction = order.startsWith('-') ? -1 : 1;
  const keyed = views.flatMap((view) => {
    const summary = catalogue.get(view.entry.parts.summary?.sha256 ?? '');
    const candidate = summary && { view, summary };
    const rank = filters.confirmed === null && !isConfirmed(view) ? 1 : 0;
    return candidate && passes(candidate, filters, context)
      ? [{ view, rank, key: keyOf(candidate, context) }]
      : [];
  });
  keyed.sort(
    (a, b) => a.rank - b.rank || compareKeys(a.key, b.key, direction) || bySlug(a.view, b.view),
  );
  return keyed.map(({ view }) => view);
}

/** Tells whether the track record is confirmed: read from the broker, or by an operator's badge. */
const isConfirmed = ({ account: { verified } }: View): boolean => verified.track_record;

function isVerified({ account: { verified } }: View, filter: VerifiedFilter): boolean {
  if (filter === 'identity' || filter === 'track_record') return verified[filter];
  return (verified.identity && verified.track_record) === (filter === 'true');
}

function passes({ view, summary }: Candidate, filters: Filters, context: SearchContext): boolean {
  const { account } = view;
  const { performance } = summary;
  const q = filters.q?.toLowerCase() ?? '';
  const symbol = filters.symbol?.toLowerCase() ?? '';
  const texts = [account.name, account.slug, summary.broker ?? ''];
  return (
    texts.some((text) => text.toLowerCase().includes(q)) &&
    (filters.type === null || account.type === filters.type) &&
    (filters.platform === null || summary.platform === filters.platform) &&
    (filters.currency === null || filters.currency.includes(summary.currency ?? '')) &&
    isBetween(performance.twr_percent, filters.minTwrPercent, null) &&
    isBetween(performance.max_drawdown_percent, null, filters.maxDrawdownPercent) &&
    (filters.demo === null || summary.demo === filters.demo) &&
    (filters.reconciled === null || summary.reconciled === filters.reconciled) &&
    (filters.verified === null || isVerified(view, filters.verified)) &&
    (filters.confirmed === null ||
      filters.confirmed === 'any' ||
      `${isConfirmed(view)}` === filters.confirmed) &&
    isBetween(daysOf(performance.since, summary.updated_at), filters.minAgeDays, null) &&
    isBetween(daysOf(summary.updated_at, context.asOf), null, filters.updatedWithinDays) &&
    (filters.minTrades === null ||
      isBetween(context.statisticOf(view, 'total_trades'), filters.minTrades, null)) &&
    (filters.source === null || context.onlySourceOf(view) === filters.source) &&
    passesBehaviour(context.behaviourOf(view), filters) &&
    (symbol === '' || context.symbolsOf(view).some((name) => name.includes(symbol)))
  );
}

/** Tells whether the manner of trading is as asked for. What is hidden or unknown does not pass. */
function passesBehaviour(
  found: BehaviourFound | null,
  { warnings, mostOfBehaviour: most }: Filters,
): boolean {
  const isClean =
    found?.isWhole && found.warnings === 0 && found.larger_after_loss_percent !== null;
  return (
    (warnings === null || isClean === true) &&
    searchedBehaviour.every((name) => isBetween(found?.[name] ?? null, null, most[name] ?? null))
  );
}

/** Tells whether a value is within bounds. An unknown value passes only without bounds. */
function isBetween(value: number | null, min: number | null, max: number | null): boolean {
  if (value === null) return min === null && max === null;
  return (min === null || value >= min) && (max === null || value <= max);
}

/** Returns the days between two instants; null if one is unknown. */
const daysOf = (first: string | null, last: string | null): number | null =>
  first === null || last === null ? null : (Date.parse(last) - Date.parse(first)) / 86_400_000;

function createdAt({ view: { account }, summary }: Candidate): number {
  const { type, created_at } = account;
  return Date.parse(type === 'portfolio' ? created_at : (summary.created_at ?? created_at));
}

function compareKeys(a: ReturnType<SortKey>, b: ReturnType<SortKey>, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -direction : direction;
}

const bySlug = (a: View, b: View): number => (a.account.slug < b.account.slug ? -1 : 1);
