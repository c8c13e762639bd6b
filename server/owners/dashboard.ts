import { noUse } from '../../pipeline/deliveries/quota.ts';
import { readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { dashboardPage } from './pages/dashboard.ts';

/** Shows all accounts and portfolios of an owner, and the statements they have not confirmed. */
export async function showDashboard(request: SignedInRequest): Promise<Reply> {
  const { freshness, statements, inbox } = request.services;
  const { slug } = request.owner;
  // The accounts are shown even if statements can't be read.
  const open = await statements.open(slug).catch(() => []);
  const use = await inbox.uses([slug]).then(
    (uses) => uses.get(slug) ?? noUse,
    () => null,
  );
  const isDeleted = request.query.done === 'deleted';
  const accounts = await readOwnAccounts(request);
  return {
    page: dashboardPage(request, accounts, open, use, freshness.lastRun(), isDeleted),
  };
}
