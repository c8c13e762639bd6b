import type { Caller } from '../callers/callers.ts';
import type { ApiError } from '../http/errors.ts';

/** Part of an answer that a client reads: data, text, or both if that isn't known. */
const answerParts = ['data', 'text', 'both'] as const;
export type AnswerPart = (typeof answerParts)[number];

/** Sender of messages, with its rate limit. */
export interface McpSession {
  /** Returns the caller as of now; throws the problem with its key. */
  caller(): Caller | Promise<Caller>;
  /** Counts a request in the rate limit of HTTP; returns the 429 if it is over the limit. */
  count(): ApiError | undefined | Promise<ApiError | undefined>;
  /** Returns the part that a client of that protocol revision reads. */
  partToRead(revision: string | undefined): AnswerPart;
}

/** First revision whose answers can have data in addition to text. */
const firstWithData = '2025-06-18';

/** Returns the part that clients of a revision read: data if the revision has it, else both. */
export const partOfRevision = (revision: string | undefined): AnswerPart =>
  revision !== undefined && revision >= firstWithData ? 'data' : 'both';

/** Counts a request and returns its caller; throws the 429 if it is over the limit. */
export async function callerOf(session: McpSession): Promise<Caller> {
  const limited = await session.count();
  if (limited) throw limited;
  return session.caller();
}
