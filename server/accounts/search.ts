import { type Candidate, candidateOf, daysOf, isConfirmed, watchedMonths } from './candidate.ts';
import { checkOf, type Filters } from './filters.ts';
import type { View } from './view.ts';

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
  values: Filters,
  order: SearchOrder,
  asOf: string,
): View[] {
  const keyOf: SortKey = sortKeys[fieldOf(order)];
  const direction = order.startsWith('-') ? -1 : 1;
  const passes = checkOf(values, asOf);
  const isConfirmedFirst = (values.confirmed ?? null) === null;
  const keyed = views.flatMap((view) => {
    const candidate = candidateOf(view);
    const rank = isConfirmedFirst && !isConfirmed(view) ? 1 : 0;
    return passes(candidate) ? [{ view, rank, key: keyOf(candidate) }] : [];
  });
  keyed.sort(
    (a, b) => a.rank - b.rank || compareKeys(a.key, b.key, direction) || bySlug(a.view, b.view),
  );
  return keyed.map(({ view }) => view);
}

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
