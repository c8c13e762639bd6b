import {
  type SearchedBehaviour,
  type Searched as StoredValues,
  searchedBehaviour,
} from '../../pipeline/publish/snapshot/searched.ts';
import type { SectionName } from '../../sql/marts/index.ts';
import { privacyRules } from '../../sql/privacy.ts';
import type { SourceName } from '../../sql/raw/source_names.ts';
import { mostLatePercent } from './observed.ts';
import { isWithheld } from './privacy.ts';
import type { View } from './view.ts';

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
  /** Fewest months since strangers could watch it. Records that came afterwards don't count. */
  readonly minObservedMonths: number | null;
  /** Least probability, from 0 to 1, that its Sharpe ratio is more than luck. */
  readonly minDeflatedSharpe: number | null;
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
  minObservedMonths: null,
  minDeflatedSharpe: null,
  confirmed: 'any',
  verified: null,
  reconciled: null,
  source: null,
  warnings: null,
  mostOfBehaviour: {},
};

/** Values of an account that strangers see. Hidden ones count as missing. */
interface Candidate extends Omit<StoredValues, 'behaviour'> {
  readonly view: View;
  /** Manner of trading; null if that is hidden. */
  readonly behaviour: StoredValues['behaviour'] | null;
  /** True if nothing that warnings are about is hidden. */
  readonly areLotsShown: boolean;
}

function candidateOf(view: View): Candidate {
  const { entry, hidden } = view;
  const { searched } = entry;
  const isHidden = (section: SectionName) => isWithheld(section, hidden);
  return {
    ...searched,
    ...(isHidden('advanced') && { total_trades: null, sharpe_ratio_annualized: null }),
    ...(isHidden('by_symbol') && { symbols: [] }),
    ...(isHidden('provenance') && { only_source: null }),
    ...(isHidden('luck') && { deflated_sharpe: null }),
    ...((isHidden('observed') || view.account.observed.since === null) && {
      observed_months: null,
    }),
    view,
    behaviour: isHidden('behaviour') ? null : shownBehaviour(view),
    areLotsShown: !hidden.has('volume') && !hidden.has('stop_loss'),
  };
}

function shownBehaviour({ entry, hidden }: View): StoredValues['behaviour'] {
  const hiddenNames = privacyRules.flatMap(({ resource, flag, path }) =>
    resource === 'behaviour' && hidden.has(flag) ? (path.at(-1) ?? []) : [],
  );
  const nothing = hiddenNames.map((name) => [name, null]);
  return { ...entry.searched.behaviour, ...Object.fromEntries(nothing) };
}

/** Returns the value to sort by; null if it is unknown. */
type SortKey = (candidate: Candidate) => number | string | null;

/**
 * Values to sort by. Accounts with an unknown value come last in both directions. Accounts with
 * equal values are sorted by slug.
 */
const sortKeys = {
  twr_percent: ({ twr_percent }) => twr_percent,
  cagr_percent: ({ cagr_percent }) => cagr_percent,
  max_drawdown_percent: ({ max_drawdown_percent }) => max_drawdown_percent,
  sharpe_ratio_annualized: ({ sharpe_ratio_annualized }) => sharpe_ratio_annualized,
  total_trades: ({ total_trades }) => total_trades,
  created_at: createdAt,
  age_days: ({ since, updated_at }) => daysOf(since, updated_at),
  observed_months: watchedMonths,
  updated_at: ({ updated_at }) => (updated_at === null ? null : Date.parse(updated_at)),
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
  ...(['-age_days', 'age_days', '-observed_months', 'observed_months'] as const),
  ...(['-updated_at', 'updated_at', 'name', '-name'] as const),
] as const satisfies readonly SearchOrder[];

const fieldOf = (order: SearchOrder): SortField =>
  Object.keys(sortKeys).find((name): name is SortField => order === name || order === `-${name}`) ??
  'twr_percent';

/**
 * Selects the views that pass the filters, in order. Accounts with a confirmed track record come
 * first, unless the filter `confirmed` is set. `asOf` is the instant of the run.
 */
export function selectViews(
  views: readonly View[],
  filters: Filters,
  order: SearchOrder,
  asOf: string,
): View[] {
  const keyOf: SortKey = sortKeys[fieldOf(order)];
  const direction = order.startsWith('-') ? -1 : 1;
  const keyed = views.flatMap((view) => {
    const candidate = candidateOf(view);
    const rank = filters.confirmed === null && !isConfirmed(view) ? 1 : 0;
    return passes(candidate, filters, asOf) ? [{ view, rank, key: keyOf(candidate) }] : [];
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

function passes(candidate: Candidate, filters: Filters, asOf: string): boolean {
  const { view, since, updated_at, symbols } = candidate;
  const { account } = view;
  const q = filters.q?.toLowerCase() ?? '';
  const symbol = filters.symbol?.toLowerCase() ?? '';
  const texts = [account.name, account.slug, candidate.broker ?? ''];
  return (
    texts.some((text) => text.toLowerCase().includes(q)) &&
    (filters.type === null || account.type === filters.type) &&
    (filters.platform === null || candidate.platform === filters.platform) &&
    (filters.currency === null || filters.currency.includes(candidate.currency ?? '')) &&
    isBetween(candidate.twr_percent, filters.minTwrPercent, null) &&
    isBetween(candidate.max_drawdown_percent, null, filters.maxDrawdownPercent) &&
    (filters.demo === null || candidate.demo === filters.demo) &&
    (filters.reconciled === null || candidate.reconciled === filters.reconciled) &&
    (filters.verified === null || isVerified(view, filters.verified)) &&
    (filters.confirmed === null ||
      filters.confirmed === 'any' ||
      `${isConfirmed(view)}` === filters.confirmed) &&
    isBetween(daysOf(since, updated_at), filters.minAgeDays, null) &&
    isBetween(daysOf(updated_at, asOf), null, filters.updatedWithinDays) &&
    isBetween(watchedMonths(candidate), filters.minObservedMonths, null) &&
    isBetween(candidate.deflated_sharpe, filters.minDeflatedSharpe, null) &&
    isBetween(candidate.total_trades, filters.minTrades, null) &&
    (filters.source === null || candidate.only_source === filters.source) &&
    passesBehaviour(candidate, filters) &&
    (symbol === '' || symbols.some((name) => name.toLowerCase().includes(symbol)))
  );
}

/** Tells whether the manner of trading is as asked for. What is hidden or unknown does not pass. */
function passesBehaviour(
  { behaviour, areLotsShown, warnings: count }: Candidate,
  { warnings, mostOfBehaviour: most }: Filters,
): boolean {
  const isClean =
    areLotsShown && count === 0 && (behaviour?.larger_after_loss_percent ?? null) !== null;
  return (
    (warnings === null || isClean) &&
    searchedBehaviour.every((name) =>
      isBetween(behaviour?.[name] ?? null, null, most[name] ?? null),
    )
  );
}

/** Returns the months since strangers could watch it; null if too many trades came afterwards. */
function watchedMonths({ observed_months, late_percent }: Candidate): number | null {
  return (late_percent ?? 0) > mostLatePercent ? null : observed_months;
}

/** Tells whether a value is within bounds. An unknown value passes only without bounds. */
function isBetween(value: number | null, min: number | null, max: number | null): boolean {
  if (value === null) return min === null && max === null;
  return (min === null || value >= min) && (max === null || value <= max);
}

/** Returns the days between two instants; null if one is unknown. */
const daysOf = (first: string | null, last: string | null): number | null =>
  first === null || last === null ? null : (Date.parse(last) - Date.parse(first)) / 86_400_000;

function createdAt({ view: { account }, created_at: opened }: Candidate): number {
  const { type, created_at } = account;
  return Date.parse(type === 'portfolio' ? created_at : (opened ?? created_at));
}

function compareKeys(a: ReturnType<SortKey>, b: ReturnType<SortKey>, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -direction : direction;
}

const bySlug = (a: View, b: View): number => (a.account.slug < b.account.slug ? -1 : 1);
