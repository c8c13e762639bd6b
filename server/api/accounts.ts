import { mustCredit, requireKey, requireScope } from '../callers/callers.ts';
import { accountType, pageOf, pageParameters, platform } from '../http/parameters.ts';
import { accountList } from '../schemas/account.ts';
import { createEndpoint } from './endpoint.ts';

/** Endpoint that lists the caller's accounts and portfolios, newest first. */
export const accountsEndpoint = createEndpoint({
  url: '/api/v1/accounts',
  operation: {
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List your accounts',
    description:
      "Lists the accounts and portfolios of the key's owner, including private ones, newest first. " +
      'The key needs the scope `accounts:read`.',
    needsKey: true,
    response: accountList,
  },
  admit({ caller }) {
    const holder = requireKey(caller);
    requireScope(holder, 'accounts:read');
    return holder;
  },
  query: { type: accountType, platform, ...pageParameters },
  answer(holder, values, { pages }) {
    const { owner } = holder;
    const { type, platform } = values;
    return pages.page({
      owner,
      filters: { confirmed: 'any', type, platform },
      order: '-created_at',
      page: pageOf(values),
      mustCredit: mustCredit(holder),
    });
  },
});
