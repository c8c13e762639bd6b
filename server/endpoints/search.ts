import { accountsBody } from '../accounts-page.ts';
import { requireScope } from '../callers.ts';
import {
  accountType,
  anyText,
  currency,
  decimal,
  oneOf,
  platform,
  type QueryReader,
  readPage,
} from '../parameters.ts';
import { type Filters, orderNames, searchAccounts } from '../search.ts';
import { strangerSight } from '../sight.ts';
import { createEndpoint } from './endpoint.ts';

const sort = oneOf(orderNames);

/** Published accounts, filtered and sorted. */
export const searchEndpoint = createEndpoint({
  url: '/api/v1/search/accounts',
  admit({ caller }) {
    requireScope(caller, 'public:read');
    return strangerSight(caller);
  },
  read: (read) => ({
    filters: readFilters(read),
    order: read('sort', sort) ?? '-twr_percent',
    page: readPage(read),
  }),
  answer: (sight, { filters, order, page }, { snapshots, registry, site }) =>
    snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const accounts = await decisions.accounts();
      const found = searchAccounts(accounts, edition, filters, order, ({ published }) => published);
      return accountsBody(found, page, sight, decisions, edition.snapshot, site());
    }),
});

function readFilters(read: QueryReader): Filters {
  return {
    q: read('q', anyText),
    type: read('type', accountType),
    platform: read('platform', platform),
    currency: read('currency', currency),
    minTwrPercent: read('min_twr_percent', decimal),
    maxDrawdownPercent: read('max_drawdown_percent', decimal),
  };
}
