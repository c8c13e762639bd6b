import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/registry/key-format.ts';
import { takesKeys } from '../addresses.ts';
import type { Caller } from '../callers.ts';
import { readCredential } from '../credentials.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

const anonymous: Caller = { kind: 'anonymous' };
const refused: Caller = { kind: 'refused' };

/** Says of every request to the versioned API or MCP whose it is; keys are looked up anew at each. */
export function identifyCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, next) => {
    if (!takesKeys(request.url)) return next();
    const caller = identify(request, services);
    if (!(caller instanceof Promise)) {
      request.caller = caller;
      return next();
    }
    caller.then((found) => {
      request.caller = found;
      next();
    }, next);
  });
}

/** Answers 401 to every such request with a credential that is no good, 503 where nobody knows. */
export function refuseBadKeys(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller }, _reply, next) => {
    if (caller?.kind === 'refused') next(new ApiError('invalid_token'));
    else if (caller?.kind === 'unidentified') next(caller.error);
    else next();
  });
}

function identify({ raw }: FastifyRequest, services: Services): Caller | Promise<Caller> {
  const credential = readCredential(raw.rawHeaders);
  if (credential === null) return anonymous;
  if (credential === 'bad') return refused;
  return holderOf(credential.key, services);
}

/** A failure is kept for later: the request has to be counted before it is answered. */
async function holderOf(text: string, { registry, keyUses }: Services): Promise<Caller> {
  try {
    const key = await registry.findKey(hashKey(text));
    if (key === null) return refused;
    keyUses.note(key.id);
    const { id, owner, scopes, plan } = key;
    return { kind: 'key', id, owner, scopes, plan };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { kind: 'unidentified', error };
  }
}
