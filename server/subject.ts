import type { RegistryAccount } from '../pipeline/registry/schema.ts';
import { hidables } from '../pipeline/registry/words.ts';
import { type AccountEntry, emptyId, portfolioId } from '../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { ApiError } from './errors.ts';
import type { Hidden } from './privacy.ts';

/** An account or portfolio of the registry beside the facts that may be shown of it. */
export interface Subject {
  readonly account: RegistryAccount;
  readonly entry: AccountEntry;
  /** Day from which the shown facts count. */
  readonly historyCutAt: string | null;
  /** What a stranger does not see. */
  readonly hidden: Hidden;
}

/** Joins the live decisions with the facts of a snapshot; `siblings` are the owner's accounts. */
export function subjectOf(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  snapshot: Snapshot,
): Subject {
  const members = siblings.filter(({ slug }) => account.members.includes(slug));
  const entry = entryOf(account, members, snapshot);
  return {
    account,
    entry,
    historyCutAt: latest(account.history_cut_at, entry.history_cut_at),
    hidden: hiddenFrom(account, members),
  };
}

function entryOf(
  account: RegistryAccount,
  members: readonly RegistryAccount[],
  snapshot: Snapshot,
): AccountEntry {
  const id = account.type === 'portfolio' ? portfolioId(account.slug) : (account.account_id ?? '');
  const entry = snapshot.entry(id);
  const parts = account.type === 'portfolio' ? members : [account];
  // Facts from before an owner's newest cut, or of a member taken out since, must not be shown:
  // until the next run there are none.
  if (entry && mayBeShown(entry, parts)) return entry;
  const empty = snapshot.entry(emptyId);
  if (!empty) throw new ApiError('unavailable');
  return empty;
}

function mayBeShown(entry: AccountEntry, parts: readonly RegistryAccount[]): boolean {
  return entry.members.every((id, at) => {
    const part = parts.find(({ account_id }) => account_id === id);
    const countedFrom = entry.member_cuts[at] ?? null;
    return part !== undefined && latest(part.history_cut_at, countedFrom) === countedFrom;
  });
}

function hiddenFrom(account: RegistryAccount, members: readonly RegistryAccount[]): Hidden {
  if (members.length < account.members.length) return new Set(hidables);
  // The last trades of a member that is not published are nobody's business either.
  const ofMembers = members.flatMap(({ hide, published }) =>
    published ? hide : [...hide, 'trades' as const],
  );
  return new Set([...account.hide, ...ofMembers]);
}

function latest(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}
