import type { FastifyInstance } from 'fastify';
import { readRoute } from '../http/routes.ts';
import type { ConnectServices } from './facts.ts';
import { senderOf, unavailable } from './senders.ts';

/**
 * `GET /connect/v1/state`: number of deals sent for the key's account, and the time of the newest.
 * A terminal continues from there.
 */
export function stateRoute(app: FastifyInstance, { inbox }: ConnectServices): void {
  readRoute(app, '/connect/v1/state', async (request, reply) => {
    const known = await inbox.terminalOf(senderOf(request).account_id).catch(unavailable);
    reply.header('cache-control', 'no-store');
    return { deals: known?.deals ?? 0, newest: known?.newest ?? null };
  });
}
