import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashKey, type KeyKind, keyKind } from '../../pipeline/base/key-format.ts';
import type { Plan, Scope } from '../../pipeline/registry/words.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import { valuesOf } from '../http/headers.ts';
import type { KeyUses } from './key-uses.ts';
import { applyVerdict, type Limits, type Verdict } from './limits/limits.ts';
import type { Decisions, LiveRegistry } from './live-registry.ts';

/** A caller whose key is good at this request, on the plan in force now. */
interface KeyHolder {
  readonly kind: 'key';
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** What was decided when the key was found good. */
  readonly decisions: Decisions;
}

/** Who sends a request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** Whoever showed a credential that is no good. */
  | { readonly kind: 'refused' }
  /** Whoever showed a key that could not be looked up. */
  | { readonly kind: 'unidentified'; readonly error: Error }
  | KeyHolder;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /**
     * Whether what is asked in a body is counted by `countQuestion`, and the request as a message.
     */
    readonly countsQuestions?: boolean;
  }
}

/** The caller of a versioned request, once it has been identified. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a versioned request was not identified');
  return caller;
}

/** The caller of an endpoint that needs a key; a 401 without one. */
export function requireKey(caller: Caller): KeyHolder {
  if (caller.kind !== 'key') throw new ApiError('unauthenticated');
  return caller;
}

/** A 403 where a key lacks the scope; what needs no key needs no scope either. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind !== 'key' || caller.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', {
    detail: `This needs a key with the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Whether giving credit is a condition of this caller's plan; no key counts as the free one. */
export function mustCredit(caller: Caller): boolean {
  return caller.kind !== 'key' || caller.plan === 'free';
}

/** What tells who asks, and counts it. */
export interface CallerServices {
  readonly registry: LiveRegistry;
  readonly keyUses: KeyUses;
  readonly limits: Limits;
}

/**
 * Keeps a scope to callers that are known and counted: a good key is looked up before the limit,
 * which it has of its own, and a bad one refused behind it.
 */
export function keepToCallers(app: FastifyInstance, services: CallerServices): void {
  keepToOwnOrigin(app);
  identifyCallers(app, services);
  limitRequests(app, services);
  refuseBadKeys(app);
}

function keepToOwnOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('cross-origin-resource-policy', 'same-origin');
    next();
  });
}

/** Says of every request in a scope whose it is; keys are looked up anew at each. */
function identifyCallers(app: FastifyInstance, services: CallerServices): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, next) => {
    const credential = readCredential(request.raw.rawHeaders);
    if (credential === null || credential === 'bad') {
      request.caller = { kind: credential === null ? 'anonymous' : 'refused' };
      return next();
    }
    identify(credential.key, services).then((caller) => {
      request.caller = caller;
      next();
    }, next);
  });
}

/**
 * Counts requests in a scope by their callers, answers 429 to whoever sends too many, and tells all
 * what is left.
 */
function limitRequests(app: FastifyInstance, { limits }: { readonly limits: Limits }): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { countsQuestions = false } = request.routeOptions.config;
    const verdict = take(limits, callerOf(request), request.ip, countsQuestions);
    // At once where it can be: what Node's parser says of a body comes next, and would be the
    // answer.
    if (!(verdict instanceof Promise)) return next(applyVerdict(verdict, reply));
    verdict.then((late) => next(applyVerdict(late, reply)), next);
  });
}

/** Counts one question of a message as a request; the 429 where there were too many. */
export async function countQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits }: Pick<CallerServices, 'limits'>,
): Promise<ApiError | undefined> {
  return applyVerdict(await take(limits, callerOf(request), request.ip), reply);
}

/** A good key counts by itself; everything else on the address it comes from. */
function take(
  limits: Limits,
  caller: Caller,
  address: string,
  isMessage = false,
): Verdict | Promise<Verdict> {
  const isUnknown = caller.kind === 'refused' || caller.kind === 'unidentified';
  const client = caller.kind === 'key' ? caller.id : clientOf(address);
  if (isMessage && !isUnknown) return limits.take('messages', client);
  if (caller.kind !== 'key') return limits.take('anonymous', client);
  return limits.take(caller.plan === 'free' ? 'free' : 'paid', client);
}

/** Answers 401 to every request with a credential that is no good, 503 where nobody knows. */
function refuseBadKeys(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller }, _reply, next) => {
    if (caller?.kind === 'refused') next(new ApiError('invalid_token'));
    else if (caller?.kind === 'unidentified') next(caller.error);
    else next();
  });
}

/** Whose a key is at this moment, of whatever text. */
export async function identify(
  text: string,
  { registry, keyUses }: Pick<CallerServices, 'registry' | 'keyUses'>,
): Promise<Caller> {
  try {
    const decisions = await registry.decisions();
    const key = await registry.findKey(hashKey(text), decisions);
    if (key === null) return { kind: 'refused' };
    keyUses.note(key.id);
    const { id, owner, scopes, plan } = key;
    return { kind: 'key', id, owner, scopes, plan, decisions };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A request has to be counted before it is answered.
    return { kind: 'unidentified', error };
  }
}

/** What the `Authorization` headers of a request hold; null where there are none. */
export type Credential = { readonly key: string } | 'bad' | null;

/** Reads the key offline: whatever is no well-formed key of that kind is bad, never absent. */
export function readCredential(
  rawHeaders: readonly string[],
  kind: KeyKind = 'developer',
): Credential {
  const [value, second] = valuesOf('authorization', rawHeaders);
  if (value === undefined) return null;
  // Only blanks and tabs stand around a value, by RFC 9110 5.6.3; trim() would take U+00A0 for one.
  const key = /^[ \t]*bearer +([^ \t]+)[ \t]*$/i.exec(value)?.[1];
  if (second !== undefined || key === undefined || keyKind(key) !== kind) return 'bad';
  return { key };
}
