import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashKey, type KeyKind, keyKind } from '../../pipeline/base/key-format.ts';
import type { Plan, Scope } from '../../pipeline/registry/words.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import { valuesOf } from '../http/headers.ts';
import { after, type MaybePromise } from '../http/memory.ts';
import type { KeyUses } from './key-uses.ts';
import { applyVerdict, type Limits, type Verdict } from './limits/limits.ts';
import type { Decisions, LiveRegistry } from './live-registry.ts';

/** A caller with a valid key, on the plan that applies now. */
interface KeyHolder {
  readonly kind: 'key';
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Hash of the key. */
  readonly sha256: string;
  /** Decisions at the moment when the key was checked. */
  readonly decisions: Decisions;
}

/** Sender of a request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** The credential is not valid. */
  | { readonly kind: 'refused' }
  /** The key could not be checked: the registry is unavailable. */
  | { readonly kind: 'unverified'; readonly error: Error }
  | KeyHolder;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /**
     * True if the request counts as a message. `countMessage` then counts each further message in
     * its body, and `countQuestion` each question.
     */
    readonly countsQuestions?: boolean;
  }
}

/** Returns the caller of a request after it was identified. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a versioned request was not identified');
  return caller;
}

/** Returns the caller if it has a key; throws a 401 otherwise. */
export function requireKey(caller: Caller): KeyHolder {
  if (caller.kind !== 'key') throw new ApiError('unauthenticated');
  return caller;
}

/** Throws a 403 if the caller's key lacks the scope. Callers without a key need no scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind !== 'key' || caller.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', {
    detail: `This needs a key with the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Tells whether the caller must give credit. Paid plans need not. */
export function mustCredit(caller: Caller): boolean {
  return caller.kind !== 'key' || caller.plan === 'free';
}

/** Services that identify callers and count their requests. */
export interface CallerServices {
  readonly liveRegistry: LiveRegistry;
  readonly keyUses: KeyUses;
  readonly limits: Limits;
}

/**
 * Identifies the caller of every request in a route group, counts the request, sets the rate-limit
 * headers and refuses what is over the limit. The key is looked up each time, and before the limit,
 * since a valid one has its own limit. An invalid key is refused after it.
 */
export function requireCallers(app: FastifyInstance, services: CallerServices): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('cross-origin-resource-policy', 'same-origin');
    const refusal = after(callerNow(request.raw, services), (caller) => {
      request.caller = caller;
      const { countsQuestions } = request.routeOptions.config;
      const verdict = countRequest(services.limits, caller, request, countsQuestions);
      return after(verdict, (known) => applyVerdict(known, reply) ?? refusalOf(caller));
    });
    // Call `next` at once if possible. Otherwise an error of the body's parser could come first
    // and become the answer.
    if (refusal instanceof Promise) refusal.then(next, next);
    else next(refusal);
  });
}

/** Returns the caller of a request. */
function callerNow(
  { rawHeaders }: IncomingMessage,
  services: CallerServices,
): MaybePromise<Caller> {
  const credential = readCredential(rawHeaders);
  if (credential === null) return { kind: 'anonymous' };
  return credential === 'bad' ? { kind: 'refused' } : identify(credential.key, services);
}

/** Returns the 401 for an invalid credential, and the 503 for one that could not be checked. */
function refusalOf(caller: Caller): Error | undefined {
  if (caller.kind === 'refused') return new ApiError('invalid_token');
  return caller.kind === 'unverified' ? caller.error : undefined;
}

/** Counts another message of a request with several. Returns the 429 if it is over the limit. */
export async function countMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits }: Pick<CallerServices, 'limits'>,
): Promise<ApiError | undefined> {
  return applyVerdict(await countRequest(limits, callerOf(request), request, true), reply);
}

/** Counts one question of a message as a request. Returns the 429 if it is over the limit. */
export async function countQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits }: Pick<CallerServices, 'limits'>,
): Promise<ApiError | undefined> {
  return applyVerdict(await countRequest(limits, callerOf(request), request), reply);
}

/** Counts a request by its valid key, else by its address. */
function countRequest(
  limits: Limits,
  caller: Caller,
  request: Pick<FastifyRequest, 'ip'>,
  isMessage = false,
): MaybePromise<Verdict> {
  const isUnknown = caller.kind === 'refused' || caller.kind === 'unverified';
  const client = caller.kind === 'key' ? caller.id : clientOf(request.ip);
  if (isMessage && !isUnknown) return limits.take('messages', client);
  return caller.kind === 'key' ? countByKey(limits, caller) : limits.take('anonymous', client);
}

/** Counts a request by its valid key. */
export const countByKey = (
  limits: Limits,
  { id, plan }: Pick<KeyHolder, 'id' | 'plan'>,
): MaybePromise<Verdict> => limits.take(plan === 'free' ? 'free' : 'paid', id);

/** Returns the caller of a key, checked now. The text need not be a key. */
export function identify(
  text: string,
  { liveRegistry, keyUses }: Pick<CallerServices, 'liveRegistry' | 'keyUses'>,
): MaybePromise<Caller> {
  const sha256 = hashKey(text);
  const caller = after(liveRegistry.decisions(), (decisions) =>
    after(decisions.findKey(sha256), (key): Caller => {
      if (key === null) return { kind: 'refused' };
      keyUses.note(key.id);
      const { id, owner, scopes, plan } = key;
      return { kind: 'key', id, owner, scopes, plan, sha256, decisions };
    }),
  );
  // The request is counted before it is answered with this error.
  return caller instanceof Promise
    ? caller.catch((error): Caller => ({ kind: 'unverified', error }))
    : caller;
}

/** Credential of the `Authorization` headers; null without such a header. */
export type Credential = { readonly key: string } | 'bad' | null;

/** Reads the key without looking it up. A malformed key, or one of another kind, is `'bad'`. */
export function readCredential(
  rawHeaders: readonly string[],
  kind: KeyKind = 'developer',
): Credential {
  const [value, second] = valuesOf('authorization', rawHeaders);
  if (value === undefined) return null;
  // RFC 9110 5.6.3 allows only spaces and tabs around a value; trim() would also remove U+00A0.
  const key = /^[ \t]*bearer +([^ \t]+)[ \t]*$/i.exec(value)?.[1];
  if (second !== undefined || key === undefined || keyKind(key) !== kind) return 'bad';
  return { key };
}
