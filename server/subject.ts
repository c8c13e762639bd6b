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
  /** What is not shown of it. */
  readonly hidden: Hidden;
  /** What is not shown of each row of its lists, by ordinal of the member; null is the row itself. */
  readonly rows: readonly (Hidden | null)[];
}

const nothing: Hidden = new Set();

/**
 * Joins the live decisions with the facts of a snapshot, as a stranger sees them; `siblings` are
 * the owner's accounts.
 */
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
    rows: rowsOf(account, members, entry),
  };
}

/** The same with nothing hidden, which is how its owner sees it. */
export function unfiltered(subject: Subject): Subject {
  return { ...subject, hidden: nothing, rows: subject.entry.members.map(() => nothing) };
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

function rowsOf(
  account: RegistryAccount,
  members: readonly RegistryAccount[],
  entry: AccountEntry,
): (Hidden | null)[] {
  const parts = account.type === 'portfolio' ? members : [account];
  return entry.members.map((id) => {
    const part = parts.find(({ account_id }) => account_id === id);
    if (!part?.published) return null;
    const hidden = new Set([...account.hide, ...part.hide]);
    return hidden.has('trades') ? null : hidden;
  });
}

function latest(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}
