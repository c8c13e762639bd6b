import {
  createConnectionKey,
  listConnectionKeys,
  revokeConnectionKey,
} from '../../pipeline/registry/connection-keys.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import { actorOf, NotTheirs } from '../../pipeline/registry/own.ts';
import type { ConnectionKey, RegistryAccount } from '../../pipeline/registry/schema.ts';
import { type ConnectionWords, connectionsPage, doneWords } from './pages/connections.ts';
import { isRefusal } from './refusals.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** The Connection Keys of an account, and how to send its facts with one. */
export const showConnections = (visit: OwnersVisit): Promise<Reply> =>
  show(visit, { message: doneWords.get(String(visit.query.done)) ?? null });

async function show(
  visit: OwnersVisit,
  words: Omit<ConnectionWords, 'isClosed'>,
  status = 200,
): Promise<Reply> {
  const account = await accountIn(visit);
  const keys = await keysOf(visit, account);
  const isClosed = await visit.services.book.isClosedToOwner(account.slug);
  return {
    page: connectionsPage(visit, account, keys.toReversed(), { ...words, isClosed }),
    status,
  };
}

async function accountIn({ services, owner, params }: OwnersVisit): Promise<RegistryAccount> {
  const account = await services.book.findAccount(params.slug ?? '');
  if (account?.owner !== owner.slug || account.type === 'portfolio') throw new NotTheirs();
  return account;
}

/** Those that whoever is signed in made: an owner before them had others, which are no good now. */
async function keysOf(
  { services, owner }: OwnersVisit,
  { slug }: RegistryAccount,
): Promise<ConnectionKey[]> {
  const keys = await listConnectionKeys(services.book, slug);
  return keys.filter((key) => key.owner === owner.slug);
}

/** Makes a key for one account and shows it, for the only time. */
export async function makeConnection(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const { slug: account } = await accountIn(visit);
  if (await services.book.isClosedToOwner(account)) return show(visit, {}, 409);
  const name = form.text('name');
  if (!isName(name)) {
    return show(visit, { problem: 'A key needs a name of 1 to 200 characters.' }, 422);
  }
  try {
    const request = { account, name, owner: owner.slug };
    const { key } = await createConnectionKey(services.book, request, actorOf(owner.slug));
    return await show(visit, { key });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error instanceof OverLimit) return show(visit, { problem: error.message }, 422);
    return show(
      visit,
      { problem: 'There are as many keys as there may be: revoke one first.' },
      422,
    );
  }
}

/** Ends one of the account's keys at once. */
export async function revokeConnection(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, params } = visit;
  const account = await accountIn(visit);
  const { id = '' } = params;
  const keys = await keysOf(visit, account);
  if (!keys.some((key) => key.id === id)) throw new NotTheirs();
  await revokeConnectionKey(services.book, id, actorOf(owner.slug));
  return { to: `/me/accounts/${account.slug}/connections?done=revoked` };
}
