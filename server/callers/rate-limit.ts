import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import { type Caller, callerOf } from './callers.ts';
import type { Limits, Verdict } from './limits/limits.ts';

/** Counts every request in a scope by its caller, answers 429 to whoever sends too many, and tells all what is left. */
export function limitRequests(app: FastifyInstance, { limits }: { readonly limits: Limits }): void {
  app.addHook('onRequest', (request, reply, next) => {
    const verdict = take(limits, callerOf(request), request.ip);
    // At once where it can be: what Node's parser says of a body comes next, and would be the answer.
    if (!(verdict instanceof Promise)) return next(applyVerdict(verdict, reply));
    verdict.then((late) => next(applyVerdict(late, reply)), next);
  });
}

/** A good key counts by itself; everything else on the address it comes from. */
function take(limits: Limits, caller: Caller, address: string): Verdict | Promise<Verdict> {
  if (caller.kind !== 'key') return limits.take('anonymous', clientOf(address));
  return limits.take(caller.plan === 'free' ? 'free' : 'paid', caller.id);
}

/** Tells a client what is left; answers with the 429 where nothing is. */
export function applyVerdict(verdict: Verdict, reply: FastifyReply): ApiError | undefined {
  reply.header('x-ratelimit-limit', verdict.limit);
  reply.header('x-ratelimit-remaining', verdict.remaining);
  reply.header('x-ratelimit-reset', verdict.resetAt);
  if (verdict.isAllowed) return;
  return new ApiError('rate_limited', {
    detail: `Too many requests; try again in ${verdict.retryAfter} s.`,
    headers: { 'retry-after': String(verdict.retryAfter) },
  });
}
