import type { Verdict } from './limits.ts';

/** What is left of a client's window once a request has been judged. */
export interface Count {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  readonly untilReset: number;
}

/** The one that leaves the client less; the first where both leave the same. */
export function stricterOf(one: Count, other: Count): Count {
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one;
  return other.remaining < one.remaining ? other : one;
}

/** What the client is told, at that many Unix milliseconds. */
export function verdictOf(limit: number, count: Count, wall: number): Verdict {
  const { isAllowed, remaining, untilReset } = count;
  const resetAt = Math.floor((wall + untilReset) / 1000);
  const retryAfter = Math.max(1, Math.ceil(untilReset / 1000));
  return { isAllowed, limit, remaining: isAllowed ? remaining : 0, resetAt, retryAfter };
}
