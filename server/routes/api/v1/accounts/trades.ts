import type { FastifyInstance } from 'fastify';
import { keyHolderOf } from '../../../../callers.ts';
import { readRange } from '../../../../instants.ts';
import { listBody } from '../../../../lists/page.ts';
import { readerOf, readPageOf, type SlugRoute } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';
import { sightOf } from '../../../../sight.ts';
import { readRoute } from '../../../read-route.ts';

const rowsPerPage = 20;

/** `GET /api/v1/accounts/{slug}/trades`: closed trades, newest first, 20 a page. */
export function tradesRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, views, bodies } = services;
  readRoute<SlugRoute>(app, '/api/v1/accounts/:slug/trades', async (request, reply) => {
    const caller = keyHolderOf(request);
    const { slug } = request.params;
    const decisions = await registry.decisions();
    const sight = await sightOf(caller, decisions, slug);
    const read = readerOf(request.query);
    const page = readPageOf(rowsPerPage, read);
    const range = readRange(read);
    const body = await snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return listBody(view, 'trades', page, range, edition.lists, bodies);
    });
    return sendBody(request, reply, body);
  });
}
