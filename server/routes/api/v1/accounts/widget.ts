import type { FastifyInstance } from 'fastify';
import { createBody } from '../../../../body-cache.ts';
import { callerOf } from '../../../../callers.ts';
import type { SlugRoute } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';
import { sightOf } from '../../../../sight.ts';
import { widgetOf } from '../../../../widget.ts';
import { readRoute } from '../../../read-route.ts';

/** `GET /api/v1/accounts/{slug}/widget`: what shows a published account on another site. */
export function widgetRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, views, site } = services;
  readRoute<SlugRoute>(app, '/api/v1/accounts/:slug/widget', async (request, reply) => {
    const { slug } = request.params;
    const decisions = await registry.decisions();
    const sight = await sightOf(callerOf(request), decisions, slug);
    const body = await snapshots.use(async (edition) => {
      // Owners too: what others cannot see cannot be shown to them on a page.
      const view = await views.find(decisions, edition, { ...sight, isOwner: false }, slug);
      return createBody(Buffer.from(JSON.stringify(widgetOf(view, site()))));
    });
    return sendBody(request, reply, body);
  });
}
