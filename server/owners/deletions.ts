import { deleteEntry, deleteOwner } from '../../pipeline/registry/deletions.ts';
import { showAccountRefusal } from './account.ts';
import { refusalOf } from './failures.ts';
import { readOwnAccount } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { refuseSetting } from './settings.ts';

/** Deletes an account or portfolio if the form repeats its name. */
export async function deleteByForm(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const { own } = await readOwnAccount(request);
  const { slug, name } = own.account;
  if (form.text('typed') !== name) {
    return showAccountRefusal(request, request.words.account.problems.deleteName);
  }
  const refusal = await refusalOf(deleteEntry(services.registry, owner.slug, slug), request);
  return refusal === null ? { to: '/me?done=deleted' } : showAccountRefusal(request, refusal);
}

/** Deletes the signed-in owner with everything of theirs, if the form repeats their user name. */
export async function deleteSelf(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  if (form.text('typed') !== owner.slug) {
    return refuseSetting(request, request.words.settings.problems.deleteName);
  }
  const refusal = await refusalOf(deleteOwner(services.registry, owner.slug), request);
  return refusal === null ? { session: null, to: '/' } : refuseSetting(request, refusal);
}
