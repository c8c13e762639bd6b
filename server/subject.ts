import type { RegistryAccount } from '../pipeline/registry/schema.ts';
import { type Hidden, type Shown, shownOf } from '../pipeline/shown/shown.ts';
import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { ApiError } from './errors.ts';

/** An account or portfolio of the registry beside the facts that may be shown of it. */
export interface Subject extends Shown {
  readonly account: RegistryAccount;
  /** Whether its owner looks at it, who also sees what is nobody else's business. */
  readonly isOwners: boolean;
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
  const shown = shownOf(account, siblings, (id) => snapshot.entry(id));
  if (shown === null) throw new ApiError('unavailable');
  return { account, isOwners: false, ...shown };
}

/** The same with nothing hidden, which is how its owner sees it. */
export function unfiltered(subject: Subject): Subject {
  const rows = subject.entry.members.map(() => nothing);
  return { ...subject, isOwners: true, hidden: nothing, rows };
}
