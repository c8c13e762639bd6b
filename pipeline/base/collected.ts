/** An account of which something sent in can't be taken up yet; every run tries again. */
export interface WaitingAccount {
  readonly id: string;
  readonly reason: string;
  /** When the oldest of what waits came in, ISO 8601. */
  readonly since: string;
  /** The reason is written for the account's owner, who can repair it. */
  readonly is_for_owner: boolean;
}

/** Fault of what was sent in that its owner can repair; the message says how. */
export class OwnerFault extends Error {
  override readonly name = 'OwnerFault';
}

/** Describes an account whose data can't be taken up because of an error. */
export const waitingFor = (id: string, error: unknown, since: string): WaitingAccount => ({
  id,
  reason: error instanceof Error ? error.message : String(error),
  since,
  is_for_owner: error instanceof OwnerFault,
});

/** Sources that hold what was sent in, and whose data isn't in them yet. */
export interface Collected {
  readonly sources: readonly string[];
  readonly waiting: readonly WaitingAccount[];
}

/** Joins lists of accounts that wait; of an account that waits twice, the first reason counts. */
export function joinWaiting(lists: readonly (readonly WaitingAccount[])[]): WaitingAccount[] {
  const waiting = new Map<string, WaitingAccount>();
  for (const account of lists.flat()) {
    if (!waiting.has(account.id)) waiting.set(account.id, account);
  }
  return [...waiting.values()];
}
