import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';
import { readRoute } from '../http/routes.ts';
import type { ConnectServices } from './facts.ts';
import { senderOf, unavailable } from './senders.ts';

/** `GET /connect/v1/receipts/{id}`: state of a delivery, only for the key that sent it. */
export function receiptRoute(app: FastifyInstance, { inbox }: ConnectServices): void {
  readRoute<{ Params: { id: string } }>(app, '/connect/v1/receipts/:id', async (request, reply) => {
    const { id: keyId } = senderOf(request);
    const { id } = request.params;
    const receipt = /^rcp_[0-9A-Za-z]{22}$/.test(id)
      ? await inbox.find(keyId, id).catch(unavailable)
      : null;
    if (receipt === null)
      throw new ApiError('not_found', { detail: 'This key has no such receipt.' });
    reply.header('cache-control', 'no-store');
    return receipt;
  });
}
