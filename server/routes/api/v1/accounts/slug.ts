import type { FastifyInstance } from 'fastify';
import { sectionNames } from '../../../../../pipeline/snapshot/layout.ts';
import { accountBody } from '../../../../account-object.ts';
import { type Query, readerOf, someOf } from '../../../../parameters.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';

const include = someOf(sectionNames);

interface AccountRoute {
  Params: { slug: string };
  Querystring: Query;
}

/** `GET /api/v1/accounts/{slug}`: one account object with the sections asked for. */
export function accountRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, views, bodies } = services;
  app.get<AccountRoute>('/api/v1/accounts/:slug', async (request, reply) => {
    const sections = readerOf(request.query)('include', include) ?? new Set();
    const body = await snapshots.use(async (edition) => {
      const decisions = await registry.decisions();
      const view = await views.published(decisions, edition, request.params.slug);
      return accountBody(view, sections, edition.snapshot, bodies);
    });
    return sendBody(reply, body);
  });
}
