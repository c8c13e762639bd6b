import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/registry/key-format.ts';
import { isVersioned } from '../addresses.ts';
import type { Caller } from '../callers.ts';
import { readCredential } from '../credentials.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

const anonymous: Caller = { kind: 'anonymous' };
const refused: Caller = { kind: 'refused' };

/** Says of every versioned request whose it is; keys are looked up anew at each. */
export function identifyCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (isVersioned(request)) request.caller = await identify(request, services);
  });
}

/** Answers 401 to every versioned request with a credential that is no good. */
export function refuseBadKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.caller?.kind === 'refused' ? new ApiError('invalid_token') : undefined);
  });
}

async function identify({ raw }: FastifyRequest, services: Services): Promise<Caller> {
  const credential = readCredential(raw.rawHeaders);
  if (credential === null) return anonymous;
  if (credential === 'bad') return refused;
  const key = await services.registry.findKey(hashKey(credential.key));
  if (key === null) return refused;
  services.keyUses.note(key.id);
  const { id, owner, scopes, plan } = key;
  return { kind: 'key', id, owner, scopes, plan };
}
