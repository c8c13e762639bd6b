import { actorOf, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { isLoadedByOperator, noteWithdrawn } from '../../pipeline/registry/withdrawals.ts';
import { ApiError } from '../http/errors.ts';
import { readOwnAccount } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { deliveriesPage, withdrawPage } from './pages/deliveries.ts';

/** Shows what was sent in for an account. */
export async function showDeliveries(request: SignedInRequest): Promise<Reply> {
  const { services, owner, query } = request;
  const { account, accountId } = await accountIn(request);
  const deliveries = await services.sent.list(owner.slug, accountId);
  const canWithdraw = !(await isLoadedByOperator(services.book, accountId));
  const isDone = query.done === 'withdrawn';
  return { page: deliveriesPage(request, account, deliveries, { canWithdraw, isDone }) };
}

/** Shows what a delivery brought, and asks whether to withdraw it. */
export async function askToWithdraw(request: SignedInRequest): Promise<Reply> {
  const { found, canWithdraw } = await deliveryIn(request);
  const { own } = await readOwnAccount(request);
  return { page: withdrawPage(request, own, found, canWithdraw) };
}

/** Withdraws a delivery and redirects to the list. */
export async function withdrawByForm(request: SignedInRequest): Promise<Reply> {
  const { services, owner } = request;
  const { account, found, canWithdraw } = await deliveryIn(request);
  if (!canWithdraw) throw new ApiError('bad_request');
  const { delivery } = found;
  await services.sent.withdraw(delivery.receipt);
  await noteWithdrawn(services.book, delivery, actorOf(owner.slug));
  return { to: `/me/accounts/${account.slug}/deliveries?done=withdrawn` };
}

async function deliveryIn(request: SignedInRequest) {
  const { services, owner, params } = request;
  const { account, accountId } = await accountIn(request);
  const found = await services.sent.find(owner.slug, accountId, params.id ?? '');
  if (found === null) throw new NotOwnedError();
  const isClosed = await isLoadedByOperator(services.book, accountId);
  return { account, found, canWithdraw: !isClosed && found.delivery.withdrawn_at === null };
}

async function accountIn({
  services,
  owner,
  params,
}: SignedInRequest): Promise<{ account: RegistryAccount; accountId: string }> {
  const account = await services.book.findAccount(params.slug ?? '');
  if (account?.owner !== owner.slug || account.account_id === null) throw new NotOwnedError();
  return { account, accountId: account.account_id };
}
