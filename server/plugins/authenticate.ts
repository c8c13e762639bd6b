import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/registry/key-format.ts';
import type { Caller } from '../callers.ts';
import { readCredential } from '../credentials.ts';
import { ApiError } from '../errors.ts';
import type { Decisions } from '../live-registry.ts';
import type { Services } from '../services.ts';
import { after, mended, type Soon } from '../soon.ts';
import { limitRequests } from './rate-limit.ts';

interface Identified {
  readonly caller: Caller;
  /** By what the key was found good; null where no key had to be looked up. */
  readonly decisions: Decisions | null;
}

const anonymous: Identified = { caller: { kind: 'anonymous' }, decisions: null };
const refused: Identified = { caller: { kind: 'refused' }, decisions: null };

/**
 * Keeps a scope to callers that are known and counted: a good key is looked up before the limit,
 * which it has of its own, and a bad one refused behind it.
 */
export function keepToCallers(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('cross-origin-resource-policy', 'same-origin');
    next();
  });
  identifyCallers(app, services);
  limitRequests(app, services);
  refuseBadKeys(app);
}

/** Says of every request in a scope whose it is; keys are looked up anew at each. */
function identifyCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('decisions', null);
  app.addHook('onRequest', (request, _reply, next) => {
    const identified = identify(request, services);
    if (!(identified instanceof Promise)) {
      note(request, identified);
      return next();
    }
    identified.then((found) => {
      note(request, found);
      next();
    }, next);
  });
}

function note(request: FastifyRequest, { caller, decisions }: Identified): void {
  request.caller = caller;
  request.decisions = decisions;
}

/** Answers 401 to every request with a credential that is no good, 503 where nobody knows. */
function refuseBadKeys(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller }, _reply, next) => {
    if (caller?.kind === 'refused') next(new ApiError('invalid_token'));
    else if (caller?.kind === 'unidentified') next(caller.error);
    else next();
  });
}

function identify({ raw }: FastifyRequest, services: Services): Soon<Identified> {
  const credential = readCredential(raw.rawHeaders);
  if (credential === null) return anonymous;
  if (credential === 'bad') return refused;
  return mended(() => holderOf(credential.key, services), keptForLater);
}

function holderOf(text: string, { registry, keyUses }: Services): Soon<Identified> {
  return after(registry.decisions(), (decisions) =>
    after(registry.findKey(hashKey(text), decisions), (key) => {
      if (key === null) return refused;
      keyUses.note(key.id);
      const { id, owner, scopes, plan } = key;
      return { caller: { kind: 'key', id, owner, scopes, plan }, decisions };
    }),
  );
}

/** A request has to be counted before it is answered. */
function keptForLater(error: unknown): Identified {
  if (!(error instanceof Error)) throw error;
  return { caller: { kind: 'unidentified', error }, decisions: null };
}
