import type { FastifyInstance } from 'fastify';
import { sectionNames } from '../../../../../pipeline/snapshot/layout.ts';
import { accountBody } from '../../../../account-object.ts';
import { callerOf } from '../../../../callers.ts';
import { readerOf, type SlugRoute, someOf } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';
import { sightOf } from '../../../../sight.ts';
import { readRoute } from '../../../read-route.ts';

const include = someOf(sectionNames);

/** `GET /api/v1/accounts/{slug}`: one account object with the sections asked for. */
export function accountRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, views, bodies } = services;
  readRoute<SlugRoute>(app, '/api/v1/accounts/:slug', async (request, reply) => {
    const { slug } = request.params;
    const decisions = await registry.decisions();
    const sight = await sightOf(callerOf(request), decisions, slug);
    const sections = readerOf(request.query)('include', include) ?? new Set();
    const body = await snapshots.use(async (edition) => {
      const view = await views.find(decisions, edition, sight, slug);
      return accountBody(view, sections, edition.snapshot, bodies);
    });
    return sendBody(request, reply, body);
  });
}
