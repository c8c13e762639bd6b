import type { FastifyInstance } from 'fastify';
import { hashKey, keyKind } from '../../pipeline/base/key-format.ts';
import { ApiError } from '../http/errors.ts';
import { valuesOf } from '../http/raw-headers.ts';
import type { Caller } from './callers.ts';
import type { KeyUses } from './key-uses.ts';
import type { Limits } from './limits/limits.ts';
import type { LiveRegistry } from './live-registry.ts';
import { limitRequests } from './rate-limit.ts';

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
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('cross-origin-resource-policy', 'same-origin');
    next();
  });
  identifyCallers(app, services);
  limitRequests(app, services);
  refuseBadKeys(app);
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

/** Answers 401 to every request with a credential that is no good, 503 where nobody knows. */
function refuseBadKeys(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller }, _reply, next) => {
    if (caller?.kind === 'refused') next(new ApiError('invalid_token'));
    else if (caller?.kind === 'unidentified') next(caller.error);
    else next();
  });
}

async function identify(text: string, { registry, keyUses }: CallerServices): Promise<Caller> {
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
type Credential = { readonly key: string } | 'bad' | null;

/** Reads the key offline: whatever is no well-formed Developer API Key is bad, never absent. */
function readCredential(rawHeaders: readonly string[]): Credential {
  const [value, second] = valuesOf('authorization', rawHeaders);
  if (value === undefined) return null;
  // Only blanks and tabs stand around a value, by RFC 9110 5.6.3; trim() would take U+00A0 for one.
  const key = /^[ \t]*bearer +([^ \t]+)[ \t]*$/i.exec(value)?.[1];
  if (second !== undefined || key === undefined || keyKind(key) !== 'developer') return 'bad';
  return { key };
}
