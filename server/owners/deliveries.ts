import type { FoundDelivery } from '../../pipeline/deliveries/sent-deliveries.ts';
import { isOwnersToWithdraw } from '../../pipeline/deliveries/withdraw.ts';
import { actorOf, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { isLoadedByOperator, noteWithdrawn } from '../../pipeline/registry/withdrawals.ts';
import { ApiError } from '../http/errors.ts';
import { takeMoment } from '../site/views.ts';
import { accountIn, readOwnAccount } from './own-accounts.ts';
import type { OwnerServices, Reply, SignedInRequest } from './page-request.ts';
import { deliveriesPage, type FiguresAfterWithdrawal, withdrawPage } from './pages/deliveries.ts';

/** Shows what was sent in for an account. */
export async function showDeliveries(request: SignedInRequest): Promise<Reply> {
  const { services, owner } = request;
  const { account, accountId } = await senderIn(request);
  const deliveries = await services.sent.list(owner.slug, accountId);
  const canWithdraw = !(await isLoadedByOperator(services.registry, accountId));
  return { page: deliveriesPage(request, account, deliveries, canWithdraw) };
}

/** Shows what a delivery brought, and asks whether to withdraw it. */
export async function askToWithdraw(request: SignedInRequest): Promise<Reply> {
  const { account, found, canWithdraw } = await deliveryIn(request);
  const { own, asOf } = await readOwnAccount(request);
  const without = canWithdraw ? await returnWithout(request, account, found, asOf) : 'unknown';
  // The page doesn't reload by itself: a reload would take the keyboard focus from the button.
  return { page: withdrawPage(request, { own, without }, found, canWithdraw) };
}

/** Withdraws a delivery and redirects to the list. */
export async function withdrawByForm(request: SignedInRequest): Promise<Reply> {
  const { services, owner } = request;
  const { account, found, canWithdraw } = await deliveryIn(request);
  if (!canWithdraw) throw new ApiError('bad_request');
  const { delivery } = found;
  await services.sent.withdraw(delivery.receipt);
  await noteWithdrawn(services.registry, delivery, actorOf(owner.slug));
  return { to: `/me/accounts/${account.slug}/deliveries?done=withdrawn` };
}

/** Returns the figures without a delivery, at the instant of the version in service. */
async function returnWithout(
  { services }: SignedInRequest,
  account: RegistryAccount,
  { delivery, state }: FoundDelivery,
  asOf: string | null,
): Promise<FiguresAfterWithdrawal> {
  if (asOf === null) return 'unknown';
  const trial = { account, receipt: delivery.receipt, asOf };
  const result = services.trials.resultOf(trial, state);
  if (typeof result === 'string') return result;
  const waiting = await services.sent.waiting([delivery.account_id]);
  const publishedTrades =
    waiting.size === 0 ? await countTrades(services, delivery.account_id) : null;
  return { ...result, publishedTrades };
}

/** Counts the closed trades of an account in the version in service. */
async function countTrades(services: OwnerServices, accountId: string): Promise<number> {
  using moment = await takeMoment(services);
  const { snapshot } = moment.version;
  await snapshot.bring(accountId);
  return snapshot.list(accountId, 'trades')?.index.rows ?? 0;
}

async function deliveryIn(request: SignedInRequest) {
  const { services, owner, params } = request;
  const { account, accountId } = await senderIn(request);
  const found = await services.sent.find(owner.slug, accountId, params.id ?? '');
  if (found === null) throw new NotOwnedError();
  const isClosed = await isLoadedByOperator(services.registry, accountId);
  return { account, found, canWithdraw: !isClosed && isOwnersToWithdraw(found.delivery) };
}

async function senderIn(request: SignedInRequest) {
  const account = await accountIn(request);
  if (account.account_id === null) throw new NotOwnedError();
  return { account, accountId: account.account_id };
}
