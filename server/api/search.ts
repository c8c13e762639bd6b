import { filterParameters } from '../accounts/filters.ts';
import { orderNames } from '../accounts/search.ts';
import { mustCredit, requireScope } from '../callers/callers.ts';
import { oneOf, pageOf, pageParameters, withDescription } from '../http/parameters.ts';
import { accountList } from '../schemas/account.ts';
import { createEndpoint } from './endpoint.ts';

export const defaultOrder = '-twr_percent';
const sort = withDescription(oneOf(orderNames), {
  description: 'A minus puts the highest first. Unknown and hidden values come last',
  default: defaultOrder,
});

/** Parameters that choose accounts, and their order. */
export const searchParameters = { ...filterParameters, sort };

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
  answer(caller, { page, limit, sort, ...filters }, { pages }) {
    return pages.page({
      owner: null,
      filters,
      order: sort ?? defaultOrder,
      page: pageOf({ page, limit }),
      mustCredit: mustCredit(caller),
    });
  },
});
