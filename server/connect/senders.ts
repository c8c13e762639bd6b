import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashKey } from '../../pipeline/base/key-format.ts';
import { queueIfUnregistered } from '../../pipeline/registry/deletions.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { type CallerServices, readCredential } from '../callers/callers.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import type { ConnectionInForce, Decisions } from '../callers/live-registry.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';

/** Holder of a valid Connection Key, with the decisions by which it was found. */
interface Sender extends ConnectionInForce {
  readonly decisions: Decisions;
}

declare module 'fastify' {
  interface FastifyRequest {
    sender: Sender | null;
  }
}

/** Throws a 503, because the deliveries or the registry could not be reached. */
export function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause });
}

/** Returns the valid Connection Key of a request. */
export function senderOf({ sender }: FastifyRequest): Sender {
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
    const sender = await identify(request, services);
    const verdict = await (sender instanceof Error
      ? services.limits.take('anonymous', clientOf(request.ip))
      : services.limits.take('deliveries', sender.id));
    const refusal = applyVerdict(verdict, reply);
    if (refusal) throw refusal;
    if (sender instanceof Error) throw sender;
    request.sender = sender;
  });
}

/** Returns the sender of a request, or the problem with its key. */
async function identify(
  { raw }: FastifyRequest,
  { liveRegistry, keyUses }: CallerServices,
): Promise<Sender | Error> {
  const credential = readCredential(raw.rawHeaders, 'connection');
  if (credential === null) return new ApiError('unauthenticated');
  if (credential === 'bad') return new ApiError('invalid_token');
  try {
    const decisions = await liveRegistry.decisions();
    const sender = await decisions.findConnection(hashKey(credential.key));
    if (sender === null) return new ApiError('invalid_token');
    keyUses.note(sender.id);
    return { ...sender, decisions };
  } catch (error) {
    // The request is counted before it is answered with this problem.
    if (error instanceof Error) return error;
    throw error;
  }
}

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
  const { account_id, decisions } = senderOf(request);
  if ((await liveRegistry.decisions()) === decisions) return;
  if (await queueIfUnregistered(registry, account_id)) throw new ApiError('invalid_token');
}
