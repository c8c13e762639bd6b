import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { ApiError } from './errors.ts';
import type { Decisions } from './live-registry.ts';
import { type Subject, subjectOf } from './subject.ts';

export interface Published {
  readonly subject: Subject;
  readonly owner: { readonly slug: string; readonly name: string | null };
}

const slugPattern = /^[a-z0-9-]{1,64}$/;

/** The published account of that slug; private, unknown and impossible ones are one and the same 404. */
export async function readPublished(
  decisions: Decisions,
  slug: string,
  snapshot: Snapshot,
): Promise<Published> {
  const account = slugPattern.test(slug) ? await decisions.findAccount(slug) : null;
  if (!account?.published) throw new ApiError('not_found');
  const siblings =
    account.type === 'portfolio' ? await decisions.accountsOfOwner(account.owner) : [];
  const name = await decisions.ownerName(account.owner);
  return { subject: subjectOf(account, siblings, snapshot), owner: { slug: account.owner, name } };
}
