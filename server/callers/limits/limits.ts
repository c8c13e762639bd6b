import type { FastifyReply } from 'fastify';
import { ApiError } from '../../http/errors.ts';

/** Requests that a client may send within any 60 seconds, or within the allowance's own window. */
export const allowances = {
  anonymous: 20,
  free: 30,
  paid: 120,
  calendar: 600,
  calendar_messages: 60,
  pages: 120,
  /** Messages to the MCP server; the questions in them count separately. */
  messages: 240,
  /** Sign-in attempts for one owner's name from one network. */
  sign_in: 5,
  /** Sign-in attempts for all names from one network. Each costs much CPU time to check. */
  sign_ins: 20,
  deliveries: 60,
  /** Pages and files of share links. */
  shares: 60,
  /** Passwords tried for one share link from one network. */
  share_password: 5,
  /** Passwords tried for one share link from all networks. */
  share_passwords: 30,
  /** Pictures of an owner that are drawn anew, within an hour. */
  pictures: 6,
} as const;

/** Window of an allowance, unless it has one of its own. */
export const windowSeconds = 60;

const ownWindows: { readonly [Name in Allowance]?: number } = { pictures: 3600 };

/** Returns the seconds within which a client may send as many requests as its allowance says. */
export const windowOf = (allowance: Allowance): number => ownWindows[allowance] ?? windowSeconds;

export type Allowance = keyof typeof allowances;

/** Number of requests of each allowance; tests may set other numbers. */
export type Allowances = Readonly<Record<Allowance, number>>;

/** Creates a value for each allowance on first use. */
export function onePerAllowance<Made>(
  make: (allowance: Allowance) => Made,
): (allowance: Allowance) => Made {
  const values = new Map<Allowance, Made>();
  return (allowance) => {
    const existing = values.get(allowance);
    if (existing !== undefined) return existing;
    const made = make(allowance);
    values.set(allowance, made);
    return made;
  };
}

/** Decision on one request, and the time when the client may send more. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Remaining requests in the window, never below 0. */
  readonly remaining: number;
  /** Unix second by which the oldest counted request has left the window, which frees one. */
  readonly resetAt: number;
  /** Whole seconds, 1 to those of the window, after which a refused client is free to try again. */
  readonly retryAfter: number;
}

/** Counts requests per client, independently of other clients. */
export interface Limits {
  /**
   * Counts a request. A refused one is not counted, so that retries don't make the wait longer. The
   * client is the id of a key, or the result of `clientOf` for an address. Returns a promise only
   * if Redis is asked.
   */
  take(allowance: Allowance, client: string): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}

/** State of a client's window after a request was counted. */
export interface Count {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  readonly untilReset: number;
}

/** Returns the count that leaves the client fewer requests; the first if they are equal. */
export function stricterOf(first: Count, second: Count): Count {
  if (first.isAllowed !== second.isAllowed) return first.isAllowed ? second : first;
  return second.remaining < first.remaining ? second : first;
}

/** Returns the verdict for the client. `wall` is the current time in Unix milliseconds. */
export function verdictOf(limit: number, count: Count, wall: number): Verdict {
  const { isAllowed, remaining, untilReset } = count;
  // Rounded up: at that second a refused client is free to send again.
  const resetAt = Math.ceil((wall + untilReset) / 1000);
  const retryAfter = Math.max(1, Math.ceil(untilReset / 1000));
  return { isAllowed, limit, remaining: isAllowed ? remaining : 0, resetAt, retryAfter };
}

/** Headers that tell a client its rate limit. */
export const limitHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

/** Returns the rate-limit headers of a verdict. */
export const limitHeadersOf = ({ limit, remaining, resetAt }: Verdict) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': resetAt,
});

/** Sets the rate-limit headers. Returns the 429 to answer with if the request is over the limit. */
export function applyVerdict(verdict: Verdict, reply: FastifyReply): ApiError | undefined {
  reply.headers(limitHeadersOf(verdict));
  if (verdict.isAllowed) return;
  return new ApiError('rate_limited', {
    detail: `Too many requests. Try again in ${verdict.retryAfter} s.`,
    headers: { 'retry-after': String(verdict.retryAfter) },
  });
}
