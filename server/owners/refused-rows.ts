import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { readOwnAccount, refusedOf } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { newestRefusedPage, refusedPage } from './pages/refused-rows.ts';

/** Shows the rejected rows of one account to its owner: file, line and reason. */
export async function showRefused(request: SignedInRequest): Promise<Reply> {
  const { own } = await readOwnAccount(request);
  const { account, refused } = own;
  return { page: refusedPage(request, account, refused, '/me') };
}

/** Shows the rejected rows of any account to an operator. */
export async function showRefusedOf(request: SignedInRequest): Promise<Reply> {
  const { services, params } = request;
  const account = await services.registry.findAccount(params.slug ?? '');
  if (account === null) throw new NotOwnedError();
  const refused = await refusedOf(services, account.owner, [account]);
  const rows = refused.get(account.account_id ?? '') ?? null;
  return { page: refusedPage(request, account, rows, '/operator') };
}

/** Shows the newest rejected rows of all owners to an operator. */
export async function showNewestRefused(request: SignedInRequest): Promise<Reply> {
  const { refusals, registry } = request.services;
  const [rows, accounts] = await Promise.all([refusals.newest(), registry.accounts()]);
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  return { page: newestRefusedPage(request, rows, byId) };
}
