import type { SearchedBehaviour } from '../../pipeline/publish/snapshot/searched.ts';
import { sourceNames } from '../../sql/raw/source_names.ts';
import {
  accountType,
  anyText,
  currency,
  decimal,
  oneOf,
  type Parameter,
  platform,
  type Values,
  wholeNumber,
  withDescription,
} from '../http/parameters.ts';
import { type Candidate, daysOf, isConfirmed, watchedMonths } from './candidate.ts';

/** Parameter of the search, and the accounts that pass it. */
interface Filter<Value> {
  readonly parameter: Parameter<Value>;
  /** Tells whether an account passes at the instant of the run. */
  passes(candidate: Candidate, value: Value, asOf: string): boolean;
}

const filter = <Value>(
  parameter: Parameter<Value>,
  passes: Filter<Value>['passes'],
  description?: string,
): Filter<Value> => ({
  parameter: description === undefined ? parameter : withDescription(parameter, { description }),
  passes,
});

/** Filter for the largest value of a figure in the section `behaviour`. */
const mostOf = (name: SearchedBehaviour, path: string = name): Filter<number> =>
  filter(
    decimal,
    ({ behaviour }, most) => isAtMost(behaviour?.[name] ?? null, most),
    `Most \`behaviour.${path}\``,
  );

/** Filters for how an account trades. */
const behaviourFilters = {
  max_larger_after_loss_percent: mostOf('larger_after_loss_percent'),
  max_lots_after_loss_ratio: mostOf('lots_after_loss_ratio'),
  max_largest_lot_multiple: mostOf('largest_lot_multiple'),
  max_adds_to_losers_percent: mostOf('adds_to_losers_percent', 'baskets.adds_to_losers_percent'),
  max_adds_to_three_losers_percent: mostOf(
    'adds_to_three_losers_percent',
    'baskets.adds_to_three_losers_percent',
  ),
  max_without_stop_percent: mostOf('without_stop_percent'),
  max_holding_ratio: mostOf('holding_ratio'),
  max_wins_lost_in_worst_basket: mostOf('wins_lost_in_worst_basket'),
} satisfies Record<`max_${SearchedBehaviour}`, unknown>;

const yesOrNo = oneOf(['true', 'false']);

/** Filters by the name of their parameter. Values that are hidden or unknown don't pass. */
const filters = {
  q: filter(
    anyText,
    ({ view, broker }, part) =>
      includesPart([view.account.name, view.account.slug, broker ?? ''], part),
    'Part of a name, slug or broker, in any case',
  ),
  symbol: filter(
    anyText,
    ({ symbols }, part) => part === '' || includesPart(symbols, part),
    'Part of the name of a traded instrument. Hidden ones are left out',
  ),
  type: filter(accountType, ({ view }, type) => view.account.type === type),
  platform: filter(platform, (candidate, name) => candidate.platform === name),
  currency: filter(currency, (candidate, codes) => codes.includes(candidate.currency ?? '')),
  min_twr_percent: filter(
    decimal,
    ({ twr_percent }, least) => isAtLeast(twr_percent, least),
    'Lowest `twr_percent`. Accounts without it are left out',
  ),
  max_drawdown_percent: filter(
    decimal,
    ({ max_drawdown_percent }, most) => isAtMost(max_drawdown_percent, most),
    'Most `max_drawdown_percent`. Accounts without it are left out',
  ),
  demo: filter(
    yesOrNo,
    ({ demo }, answer) => String(demo) === answer,
    '`true`: demo; `false`: real. Unknown ones are left out',
  ),
  min_trades: filter(
    wholeNumber(999_999_999),
    ({ total_trades }, least) => isAtLeast(total_trades, least),
    'Fewest closed trades. Hidden ones are left out',
  ),
  min_age_days: filter(
    wholeNumber(99_999),
    ({ since, updated_at }, least) => isAtLeast(daysOf(since, updated_at), least),
    'Fewest days from `since` to `updated_at`',
  ),
  updated_within_days: filter(
    wholeNumber(99_999),
    ({ updated_at }, most, asOf) => isAtMost(daysOf(updated_at, asOf), most),
    'Most days from `updated_at` to the last run',
  ),
  min_observed_months: filter(
    wholeNumber(9_999),
    (candidate, least) => isAtLeast(watchedMonths(candidate), least),
    'Fewest months that anybody could watch',
  ),
  min_deflated_sharpe: filter(
    decimal,
    ({ deflated_sharpe }, least) => isAtLeast(deflated_sharpe, least),
    'Least `luck.deflated_sharpe`',
  ),
  confirmed: filter(
    oneOf(['true', 'false', 'any']),
    ({ view }, answer) => answer === 'any' || String(isConfirmed(view)) === answer,
    '`true`: confirmed track records; `false`: others; `any`: both, confirmed ones not first',
  ),
  verified: filter(
    oneOf(['true', 'false', 'identity', 'track_record'] as const),
    ({ view: { account } }, answer) => {
      const { identity, track_record } = account.verified;
      const badges = { identity, track_record, true: identity && track_record };
      return answer === 'false' ? !badges.true : badges[answer];
    },
    '`true`: both badges of `verified`; `false`: others; or the name of one badge',
  ),
  reconciled: filter(
    yesOrNo,
    ({ reconciled }, answer) => String(reconciled) === answer,
    '`true`: matches the totals of its platform; `false`: does not. Without totals: left out',
  ),
  source: filter(
    oneOf(sourceNames),
    ({ only_source }, name) => only_source === name,
    'Source of all its trades and deposits',
  ),
  warnings: filter(
    oneOf(['none']),
    ({ areLotsShown, warnings, behaviour }) =>
      areLotsShown && warnings === 0 && (behaviour?.larger_after_loss_percent ?? null) !== null,
    '`none`: no warning in `behaviour`, lots assessed, nothing of it hidden',
  ),
  ...behaviourFilters,
};

type FilterParameters = {
  readonly [Name in keyof typeof filters]: (typeof filters)[Name]['parameter'];
};

/** Parameters that choose accounts. */
export const filterParameters = Object.fromEntries(
  Object.entries(filters).map(([name, { parameter }]) => [name, parameter]),
) as FilterParameters;

/** Values to search by. A filter without a value lets every account pass. */
export type Filters = Partial<Values<FilterParameters>>;

/** Returns the check of all filters that have a value. */
export function checkOf(values: Filters, asOf: string): (candidate: Candidate) => boolean {
  const filterValues = new Map<string, unknown>(Object.entries(values));
  const all: readonly [string, Filter<unknown>][] = Object.entries(filters);
  const checks = all.flatMap(([name, { passes }]) => {
    const value = filterValues.get(name) ?? null;
    return value === null ? [] : [(candidate: Candidate) => passes(candidate, value, asOf)];
  });
  return (candidate) => checks.every((passes) => passes(candidate));
}

const includesPart = (texts: readonly string[], part: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(part.toLowerCase()));

const isAtLeast = (value: number | null, least: number): boolean =>
  value !== null && value >= least;
const isAtMost = (value: number | null, most: number): boolean => value !== null && value <= most;
