import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/base/key-format.ts';
import { queueIfUnregistered } from '../../pipeline/registry/deletions.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { type CallerServices, readCredential } from '../callers/callers.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import type { ConnectionInForce, Decisions } from '../callers/live-registry.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sender: ConnectionInForce | null;
    /** Decisions by which the sender was found. */
    senderDecisions: Decisions | null;
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
  app.decorateRequest('senderDecisions', null);
  app.addHook('onRequest', async (request, reply) => {
    const { sender, decisions = null, problem } = await identify(request, services);
    const verdict = await (sender
      ? services.limits.take('deliveries', sender.id)
      : services.limits.take('anonymous', clientOf(request.ip)));
    const refusal = applyVerdict(verdict, reply) ?? problem;
    if (refusal) throw refusal;
    request.sender = sender;
    request.senderDecisions = decisions;
  });
}

interface Identified {
  readonly sender: ConnectionInForce | null;
  readonly decisions?: Decisions;
  readonly problem?: Error;
}

async function identify(
  { raw }: FastifyRequest,
  { liveRegistry, keyUses }: CallerServices,
): Promise<Identified> {
  const credential = readCredential(raw.rawHeaders, 'connection');
  if (credential === null) return { sender: null, problem: new ApiError('unauthenticated') };
  if (credential === 'bad') return refused();
  try {
    const decisions = await liveRegistry.decisions();
    const sender = await liveRegistry.findConnection(hashKey(credential.key), decisions);
    if (sender === null) return refused();
    keyUses.note(sender.id);
    return { sender, decisions };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The caller counts the request before it answers with this problem.
    return { sender: null, problem: error };
  }
}

const refused = (): Identified => ({ sender: null, problem: new ApiError('invalid_token') });

/**
 * Has the next run remove what a request stored, if its account was deleted meanwhile. A run may
 * have removed the account's data before these rows came. Throws a 401 then.
 */
export async function forgetIfDeleted(
  request: FastifyRequest,
  {
    liveRegistry,
    registry,
  }: Pick<CallerServices, 'liveRegistry'> & { readonly registry: Registry },
): Promise<void> {
  // Nothing was decided meanwhile if these are the same.
  if ((await liveRegistry.decisions()) === request.senderDecisions) return;
  const { account_id } = senderOf(request);
  if (await queueIfUnregistered(registry, account_id)) throw new ApiError('invalid_token');
}
