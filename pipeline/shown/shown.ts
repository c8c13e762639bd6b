import {
  type AccountEntry,
  emptyId,
  type Identity,
  portfolioId,
} from '../publish/snapshot/layout.ts';
import { hiddenFromStrangers } from '../registry/hidden-from-strangers.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { Hidable } from '../registry/words.ts';

export type Hidden = ReadonlySet<Hidable>;

/** Entry of a published account or portfolio as strangers may see it. */
export interface Shown<Entry extends Identity = AccountEntry> {
  /** The facts that may be shown: its own, or those of an account without any. */
  readonly entry: Entry;
  /** Day from which the shown facts count. */
  readonly historyCutAt: string | null;
  /** Flags hidden from strangers. */
  readonly hidden: Hidden;
  /** Flags hidden in each row of its lists, by position of the member. Null hides the whole row. */
  readonly rows: readonly (Hidden | null)[];
}

/**
 * Joins decisions with facts, as a stranger sees them; `siblings` are the owner's accounts, and
 * `entry` finds what a version holds. Null where it has nothing to show in place of no facts.
 */
export function shownOf<Entry extends Identity>(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  entry: (id: string) => Entry | undefined,
): Shown<Entry> | null {
  const isMember = new Set(account.members);
  // An account has no members. An owner may have thousands of siblings to look through.
  const members = isMember.size === 0 ? [] : siblings.filter(({ slug }) => isMember.has(slug));
  const shown = entryOf(account, members, entry);
  if (!shown) return null;
  return {
    entry: shown,
    historyCutAt: latest(account.history_cut_at, shown.history_cut_at),
    hidden: hiddenFromStrangers(account, members),
    rows: rowsOf(account, members, shown),
  };
}

function entryOf<Entry extends Identity>(
  account: RegistryAccount,
  members: readonly RegistryAccount[],
  find: (id: string) => Entry | undefined,
): Entry | undefined {
  const entry = find(
    account.type === 'portfolio' ? portfolioId(account.slug) : (account.account_id ?? ''),
  );
  const parts = account.type === 'portfolio' ? members : [account];
  // Data from before an owner's newest cut must not be shown, nor data of a member taken out since.
  // Until the next run the entry is empty.
  return entry && mayBeShown(entry, parts) ? entry : find(emptyId);
}

function mayBeShown(entry: Identity, parts: readonly RegistryAccount[]): boolean {
  return entry.members.every((id, at) => {
    const part = parts.find(({ account_id }) => account_id === id);
    const countedFrom = entry.member_cuts[at] ?? null;
    return part !== undefined && latest(part.history_cut_at, countedFrom) === countedFrom;
  });
}

function rowsOf(
  account: RegistryAccount,
  members: readonly RegistryAccount[],
  entry: Identity,
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
