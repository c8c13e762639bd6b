import type { FastifyInstance } from 'fastify';
import { keyHolderOf } from '../../../../callers.ts';
import { listBody } from '../../../../lists/page.ts';
import { wholeRange } from '../../../../lists/range.ts';
import { readerOf, readPage, type SlugRoute } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';
import { sightOf } from '../../../../sight.ts';
import { readRoute } from '../../../read-route.ts';

/** `GET /api/v1/accounts/{slug}/positions`: open positions, newest first. */
export function positionsRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, views, bodies } = services;
  readRoute<SlugRoute>(app, '/api/v1/accounts/:slug/positions', async (request, reply) => {
    const caller = keyHolderOf(request);
    const { slug } = request.params;
    const decisions = await registry.decisions();
    const sight = await sightOf(caller, decisions, slug);
    const page = readPage(readerOf(request.query));
    const body = await snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return listBody(view, 'positions', page, wholeRange, edition.lists, bodies);
    });
    return sendBody(request, reply, body);
  });
}
