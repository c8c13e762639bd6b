import { accountsBody } from '../accounts-page.ts';
import { requireKey, requireScope } from '../callers.ts';
import { accountType, platform, readPage } from '../parameters.ts';
import { accountList } from '../schemas/account.ts';
import { noFilters, searchAccounts } from '../search.ts';
import { ownSight } from '../sight.ts';
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
  answer: (holder, { filters, page }, { snapshots, registry, site }) =>
    snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const accounts = await decisions.accountsOfOwner(holder.owner);
      const owned = searchAccounts(accounts, edition, filters, '-created_at', () => true);
      return accountsBody(owned, page, ownSight(holder), decisions, edition.snapshot, site());
    }),
});
