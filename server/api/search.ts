import {
  type SearchedBehaviour,
  searchedBehaviour,
} from '../../pipeline/publish/snapshot/searched.ts';
import { sourceNames } from '../../sql/raw/source_names.ts';
import { orderNames, verifiedFilters } from '../accounts/search.ts';
import { mustCredit, requireScope } from '../callers/callers.ts';
import {
  accountType,
  anyText,
  currency,
  decimal,
  oneOf,
  pageOf,
  pageParameters,
  platform,
  type Values,
  wholeNumber,
  withDescription,
} from '../http/parameters.ts';
import { accountList } from '../schemas/account.ts';
import { createEndpoint } from './endpoint.ts';

const defaultOrder = '-twr_percent';
const sort = withDescription(oneOf(orderNames), {
  description: 'A minus puts the highest first. Unknown and hidden values come last',
  default: defaultOrder,
});
const q = withDescription(anyText, {
  description: 'Part of a name, slug or broker, in any case',
});
const symbol = withDescription(anyText, {
  description: 'Part of the name of a traded instrument. Hidden ones are left out',
});
const minTwrPercent = withDescription(decimal, {
  description: 'Lowest `twr_percent`. Accounts without it are left out',
});
const maxDrawdownPercent = withDescription(decimal, {
  description: 'Most `max_drawdown_percent`. Accounts without it are left out',
});

const demo = withDescription(oneOf(['true', 'false']), {
  description: '`true`: demo; `false`: real. Unknown ones are left out',
});
const minTrades = withDescription(wholeNumber(999_999_999), {
  description: 'Fewest closed trades. Hidden ones are left out',
});
const minAgeDays = withDescription(wholeNumber(99_999), {
  description: 'Fewest days from `since` to `updated_at`',
});
const updatedWithinDays = withDescription(wholeNumber(99_999), {
  description: 'Most days from `updated_at` to the last run',
});

const minObservedMonths = withDescription(wholeNumber(9_999), {
  description: 'Fewest months that anybody could watch',
});

const minDeflatedSharpe = withDescription(decimal, {
  description: 'Least `luck.deflated_sharpe`',
});

const confirmed = withDescription(oneOf(['true', 'false', 'any'] as const), {
  description:
    '`true`: confirmed track records; `false`: others; `any`: both, confirmed ones not first',
});
const verified = withDescription(oneOf(verifiedFilters), {
  description: '`true`: both badges of `verified`; `false`: others; or the name of one badge',
});
const reconciled = withDescription(oneOf(['true', 'false']), {
  description:
    '`true`: matches the totals of its platform; `false`: does not. Without totals: left out',
});
const source = withDescription(oneOf(sourceNames), {
  description: 'Source of all its trades and deposits',
});

const warnings = withDescription(oneOf(['none'] as const), {
  description: '`none`: no warning in `behaviour`, lots assessed, nothing of it hidden',
});
const mostOf = (figure: string) =>
  withDescription(decimal, {
    description: `Most \`behaviour.${figure}\``,
  });

/** Upper limits of figures of the section `behaviour`. */
const behaviourLimits = {
  max_larger_after_loss_percent: mostOf('larger_after_loss_percent'),
  max_lots_after_loss_ratio: mostOf('lots_after_loss_ratio'),
  max_largest_lot_multiple: mostOf('largest_lot_multiple'),
  max_adds_to_losers_percent: mostOf('baskets.adds_to_losers_percent'),
  max_adds_to_three_losers_percent: mostOf('baskets.adds_to_three_losers_percent'),
  max_without_stop_percent: mostOf('without_stop_percent'),
  max_holding_ratio: mostOf('holding_ratio'),
  max_wins_lost_in_worst_basket: mostOf('wins_lost_in_worst_basket'),
} satisfies Record<`max_${SearchedBehaviour}`, unknown>;

/** Parameters that choose accounts, and their order. */
export const searchParameters = {
  q,
  symbol,
  type: accountType,
  platform,
  currency,
  min_twr_percent: minTwrPercent,
  max_drawdown_percent: maxDrawdownPercent,
  demo,
  min_trades: minTrades,
  min_age_days: minAgeDays,
  updated_within_days: updatedWithinDays,
  min_observed_months: minObservedMonths,
  min_deflated_sharpe: minDeflatedSharpe,
  confirmed,
  verified,
  reconciled,
  source,
  warnings,
  ...behaviourLimits,
  sort,
};

/** Returns the filters and the order that a request names. */
export function searchOf(values: Values<typeof searchParameters>) {
  const { q, symbol, type, platform, currency, min_twr_percent, max_drawdown_percent, sort } =
    values;
  const { demo, min_trades, min_age_days, updated_within_days, min_observed_months } = values;
  const { min_deflated_sharpe, confirmed, verified, reconciled, source, warnings } = values;
  const mostOfBehaviour = Object.fromEntries(
    searchedBehaviour.map((name) => [name, values[`max_${name}`]]),
  );
  return {
    filters: {
      q,
      symbol,
      type,
      platform,
      currency,
      minTwrPercent: min_twr_percent,
      maxDrawdownPercent: max_drawdown_percent,
      demo: demo === null ? null : demo === 'true',
      minTrades: min_trades,
      minAgeDays: min_age_days,
      updatedWithinDays: updated_within_days,
      minObservedMonths: min_observed_months,
      minDeflatedSharpe: min_deflated_sharpe,
      confirmed,
      verified,
      reconciled: reconciled === null ? null : reconciled === 'true',
      source,
      warnings,
      mostOfBehaviour,
    },
    order: sort ?? defaultOrder,
  };
}

/** Endpoint that searches published accounts. */
export const searchEndpoint = createEndpoint({
  url: '/api/v1/search/accounts',
  operation: {
    id: 'searchAccounts',
    tag: 'Search',
    summary: 'Search published accounts',
    description:
      'Lists published accounts and portfolios of all owners that match every filter. Accounts with ' +
      'a confirmed track record come first, unless `confirmed` is given. If you send a key, it ' +
      'needs the scope `public:read`.',
    needsKey: false,
    response: accountList,
  },
  admit({ caller }) {
    requireScope(caller, 'public:read');
    return caller;
  },
  query: { ...searchParameters, ...pageParameters },
  answer(caller, values, { pages }) {
    return pages.page({
      owner: null,
      ...searchOf(values),
      page: pageOf(values),
      mustCredit: mustCredit(caller),
    });
  },
});
