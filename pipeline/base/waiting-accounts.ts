import { type CodedReason, ReasonError, reasonOf } from './reasons/reason.ts';
/** An account of which something sent in can't be taken up yet; every run tries again. */
export interface WaitingAccount {
  readonly id: string;
  readonly reason: CodedReason;
  /** Arrival time of the oldest waiting data, ISO 8601. */
  readonly since: string;
  /** The reason is written for the account's owner, who can repair it. */
  readonly is_for_owner: boolean;
}

/** Fault of what was sent in that its owner can repair; the reason says how. */
export class OwnerFault extends ReasonError {
  override readonly name = 'OwnerFault';
}

/** Describes an account whose data can't be taken up because of an error. */
export const waitingAccountOf = (id: string, error: unknown, since: string): WaitingAccount => ({
  id,
  reason: reasonOf(error),
  since,
  is_for_owner: error instanceof OwnerFault,
});
