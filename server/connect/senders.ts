import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/base/key-format.ts';
import { type CallerServices, readCredential } from '../callers/callers.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import type { ConnectionInForce } from '../callers/live-registry.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sender: ConnectionInForce | null;
  }
}

/** Throws a 503, because the deliveries or the registry could not be reached. */
export function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause });
}

/** Returns the valid Connection Key of a request. */
export function senderOf({ sender }: FastifyRequest): ConnectionInForce {
  if (sender === null) throw new Error('the Connection Key was not checked');
  return sender;
}

/**
 * Restricts a route group to requests with a Connection Key. The key is looked up each time.
 * Requests count by key; those without a valid key count by address and get a 401.
 */
export function requireConnectionKey(app: FastifyInstance, services: CallerServices): void {
  app.decorateRequest('sender', null);
  app.addHook('onRequest', async (request, reply) => {
    const { sender, problem } = await identify(request, services);
    const verdict = await (sender
      ? services.limits.take('deliveries', sender.id)
      : services.limits.take('anonymous', clientOf(request.ip)));
    const refusal = applyVerdict(verdict, reply) ?? problem;
    if (refusal) throw refusal;
    request.sender = sender;
  });
}

interface Identified {
  readonly sender: ConnectionInForce | null;
  readonly problem?: Error;
}

async function identify(
  { raw }: FastifyRequest,
  { liveRegistry, keyUses }: CallerServices,
): Promise<Identified> {
  const credential = readCredential(raw.rawHeaders, 'connection');
  if (credential === null) return { sender: null, problem: new ApiError('unauthenticated') };
  const bad = { sender: null, problem: new ApiError('invalid_token') };
  if (credential === 'bad') return bad;
  try {
    const decisions = await liveRegistry.decisions();
    const sender = await liveRegistry.findConnection(hashKey(credential.key), decisions);
    if (sender === null) return bad;
    keyUses.note(sender.id);
    return { sender };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The caller counts the request before it answers with this problem.
    return { sender: null, problem: error };
  }
}
