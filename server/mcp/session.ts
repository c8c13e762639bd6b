import type { Caller } from '../callers/callers.ts';
import type { ApiError } from '../http/errors.ts';

/** Where a client looks for an answer: in data, in text, or who knows, so that it stands in both. */
export const placesToRead = ['data', 'text', 'both'] as const;
export type PlaceToRead = (typeof placesToRead)[number];

/** What messages are answered for. */
export interface McpSession {
  /** Who asks, as of now; throws the problem there is with that. */
  caller(): Caller | Promise<Caller>;
  /** Counts one question in the limits of HTTP; the 429 where there were too many. */
  count(): ApiError | undefined | Promise<ApiError | undefined>;
  /** By the protocol's revision that was agreed on, where that is known. */
  placeToRead(revision: string | undefined): PlaceToRead;
}

/** The first revision in which answers have data beside their text. */
const firstWithData = '2025-06-18';

/** Where a client of that revision looks; one that says none, or an earlier one, reads text. */
export const placeOfRevision = (revision: string | undefined): PlaceToRead =>
  revision !== undefined && revision >= firstWithData ? 'data' : 'both';

/** Counts a question, and says whose it is; throws the 429 where there were too many. */
export async function callerOf(session: McpSession): Promise<Caller> {
  const limited = await session.count();
  if (limited) throw limited;
  return session.caller();
}
