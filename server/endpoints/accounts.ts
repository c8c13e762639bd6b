import { mustCredit, requireKey, requireScope } from '../callers.ts';
import { accountType, platform, readPage } from '../parameters.ts';
import { accountList } from '../schemas/account.ts';
import { noFilters } from '../search.ts';
import { decisionsFor } from './admission.ts';
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
  async admit(asked, services) {
    const holder = requireKey(asked.caller);
    requireScope(holder, 'accounts:read');
    return { decisions: await decisionsFor(asked, services), holder };
  },
  read: (read) => ({
    filters: {
      ...noFilters,
      type: read('type', accountType),
      platform: read('platform', platform),
    },
    page: readPage(read),
  }),
  answer: ({ decisions, holder }, { filters, page }, { snapshots, lists }) =>
    snapshots.use((edition) => {
      const { owner } = holder;
      const order = '-created_at';
      const request = { owner, filters, order, page, mustCredit: mustCredit(holder) } as const;
      return lists.page(request, decisions, edition);
    }),
});
