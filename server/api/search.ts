import { orderNames, verifiedFilters } from '../accounts/search.ts';
import { mustCredit, requireScope } from '../callers/callers.ts';
import {
  accountType,
  anyText,
  currency,
  decimal,
  described,
  oneOf,
  pageOf,
  pageParameters,
  platform,
  wholeNumber,
} from '../http/parameters.ts';
import { accountList } from '../schemas/account.ts';
import { createEndpoint } from './endpoint.ts';

const defaultOrder = '-twr_percent';
const sort = described(oneOf(orderNames), {
  description: 'Order; a minus puts the highest first, what is unknown comes last',
  default: defaultOrder,
});
const q = described(anyText, { description: 'Part of a name, slug or broker, in any case' });
const minTwrPercent = described(decimal, {
  description: 'Least `twr_percent`; accounts without one are left out',
});
const maxDrawdownPercent = described(decimal, {
  description: 'Highest `max_drawdown_percent`; accounts without one are left out',
});

const demo = described(oneOf(['true', 'false']), {
  description: 'Only demo accounts, or only real ones; what is neither for certain is left out',
});
const minTrades = described(wholeNumber(999_999_999), {
  description: 'Least number of closed trades; accounts that do not show it are left out',
});
const minAgeDays = described(wholeNumber(99_999), {
  description: 'Least days from `since` to `updated_at`',
});
const updatedWithinDays = described(wholeNumber(99_999), {
  description: 'Most days from `updated_at` to the newest run',
});

const confirmed = described(oneOf(['true', 'false', 'any'] as const), {
  description:
    'Only accounts whose track record is confirmed (`verified.track_record`), or only others; `any` mixes them, and without it those that are not come after those that are',
});
const verified = described(oneOf(verifiedFilters), {
  description:
    'Only accounts with both marks of `verified`, with `false` those without both; or with one mark',
});
const reconciled = described(oneOf(['true', 'false']), {
  description:
    'Only accounts that add up to what their platform printed, or only those that do not; where nothing was printed they are left out',
});

/** Published accounts, filtered and sorted. */
export const searchEndpoint = createEndpoint({
  url: '/api/v1/search/accounts',
  operation: {
    id: 'searchAccounts',
    tag: 'Search',
    summary: 'Search published accounts',
    description:
      'Published accounts and portfolios of all owners, filtered and sorted; those whose track record ' +
      'is not confirmed come last, unless `confirmed` says otherwise. Filters add up; with ' +
      'a key, it needs the scope `public:read`.',
    needsKey: false,
    response: accountList,
  },
  admit({ caller }) {
    requireScope(caller, 'public:read');
    return caller;
  },
  query: {
    q,
    type: accountType,
    platform,
    currency,
    min_twr_percent: minTwrPercent,
    max_drawdown_percent: maxDrawdownPercent,
    demo,
    min_trades: minTrades,
    min_age_days: minAgeDays,
    updated_within_days: updatedWithinDays,
    confirmed,
    verified,
    reconciled,
    sort,
    ...pageParameters,
  },
  answer(caller, values, { pages }) {
    const { q, type, platform, currency, min_twr_percent, max_drawdown_percent, sort } = values;
    const { demo, min_trades, min_age_days, updated_within_days } = values;
    const { confirmed, verified, reconciled } = values;
    return pages.page({
      owner: null,
      filters: {
        ...{ q, type, platform, currency },
        minTwrPercent: min_twr_percent,
        maxDrawdownPercent: max_drawdown_percent,
        demo: demo === null ? null : demo === 'true',
        minTrades: min_trades,
        minAgeDays: min_age_days,
        updatedWithinDays: updated_within_days,
        ...{ confirmed, verified },
        reconciled: reconciled === null ? null : reconciled === 'true',
      },
      order: sort ?? defaultOrder,
      page: pageOf(values),
      mustCredit: mustCredit(caller),
    });
  },
});
