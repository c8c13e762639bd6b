import {
  createConnectionKey,
  listConnectionKeys,
  revokeConnectionKey,
} from '../../pipeline/registry/connection-keys.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import { actorOf, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import type { ConnectionKey, RegistryAccount } from '../../pipeline/registry/schema.ts';
import { useCode } from '../../pipeline/registry/terminal-codes.ts';
import { isRefusal, refusalText } from './failures.ts';
import { accountIn } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { connectionsPage } from './pages/connections.ts';
import type { FormOutcome } from './pages/fields.ts';
import { reasonText } from './reasons/reason-text.ts';

/** Confirms an account by the code that its terminal shows. */
export async function confirmByCode(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const account = await senderIn(request);
  const terminal =
    account.account_id === null ? null : await services.inbox.terminalOf(account.account_id);
  const refusal = await useCode(
    services.registry,
    owner.slug,
    account.slug,
    form.text('code'),
    terminal?.account ?? null,
  );
  if (refusal !== null) return show(request, { problem: reasonText(refusal, request) }, 422);
  return { to: `/me/accounts/${account.slug}/connections?done=confirmed` };
}

/** Shows the Connection Keys of an account and how to send data with one. */
export const showConnections = (request: SignedInRequest): Promise<Reply> => show(request, {});

async function show(request: SignedInRequest, outcome: FormOutcome, status = 200): Promise<Reply> {
  const account = await senderIn(request);
  const keys = await keysOf(request, account);
  const isClosed = await request.services.registry.isClosedToOwner(account.slug);
  return { page: connectionsPage(request, account, keys.toReversed(), isClosed, outcome), status };
}

/** Returns the account. Throws a 404 for a portfolio, since no program sends data for it. */
async function senderIn(request: SignedInRequest): Promise<RegistryAccount> {
  const account = await accountIn(request);
  if (account.type === 'portfolio') throw new NotOwnedError();
  return account;
}

/** Lists the keys that the signed-in owner created. Keys of an earlier owner no longer work. */
async function keysOf(
  { services, owner }: SignedInRequest,
  { slug }: RegistryAccount,
): Promise<ConnectionKey[]> {
  const keys = await listConnectionKeys(services.registry, slug);
  return keys.filter((key) => key.owner === owner.slug);
}

/** Creates a Connection Key for one account and shows it this once. */
export async function makeConnection(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const { slug: account } = await senderIn(request);
  if (await services.registry.isClosedToOwner(account)) return show(request, {}, 409);
  const name = form.text('name');
  if (!isName(name)) {
    return show(request, { problem: request.words.problems.keyName }, 422);
  }
  try {
    const newKey = { account, name, owner: owner.slug };
    const { key } = await createConnectionKey(services.registry, newKey, actorOf(owner.slug));
    return await show(request, { secret: key });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const problem =
      error instanceof OverLimit ? refusalText(error, request) : request.words.senders.tooMany;
    return show(request, { problem }, 422);
  }
}

/** Revokes one of the account's keys; it stops working at once. */
export async function revokeConnection(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params } = request;
  const account = await senderIn(request);
  const { id = '' } = params;
  const keys = await keysOf(request, account);
  if (!keys.some((key) => key.id === id)) throw new NotOwnedError();
  await revokeConnectionKey(services.registry, id, actorOf(owner.slug));
  return { to: `/me/accounts/${account.slug}/connections?done=revoked` };
}
