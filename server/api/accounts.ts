import { noFilters } from '../accounts/search.ts';
import { mustCredit, requireKey, requireScope } from '../callers/callers.ts';
import { accountType, platform, readPage } from '../http/parameters.ts';
import { accountList } from '../schemas/account.ts';
import { createEndpoint } from './endpoint.ts';

/** Everything the caller owns, newest first. */
export const accountsEndpoint = createEndpoint({
  url: '/api/v1/accounts',
  operation: {
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List own accounts',
    description:
      'Accounts and portfolios of the owner of the key, newest first, private ones too. Needs the ' +
      'scope `accounts:read`.',
    needsKey: true,
    response: accountList,
  },
  admit({ caller }) {
    const holder = requireKey(caller);
    requireScope(holder, 'accounts:read');
    return holder;
  },
  read: (read) => ({
    filters: {
      ...noFilters,
      type: read('type', accountType),
      platform: read('platform', platform),
    },
    page: readPage(read),
  }),
  answer(holder, { filters, page }, { pages }) {
    const { owner } = holder;
    return pages.page({
      owner,
      filters,
      order: '-created_at',
      page,
      mustCredit: mustCredit(holder),
    });
  },
});
