import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';
import { readRoute } from '../http/routes.ts';
import type { ConnectServices } from './facts.ts';
import { senderOf } from './senders.ts';

/**
 * `GET /connect/v1/state`: how many deals of the key's account have been sent, and when the newest
 * was, so that a terminal goes on from there.
 */
export function stateRoute(app: FastifyInstance, { inbox }: ConnectServices): void {
  readRoute(app, '/connect/v1/state', async (request, reply) => {
    const held = await inbox.heldDeals(senderOf(request).account_id).catch((cause: unknown) => {
      throw new ApiError('unavailable', { cause });
    });
    reply.header('cache-control', 'no-store');
    return held;
  });
}
