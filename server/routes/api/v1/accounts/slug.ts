import type { FastifyInstance } from 'fastify';
import { sectionNames } from '../../../../../pipeline/snapshot/layout.ts';
import { accountBody } from '../../../../account-object.ts';
import { attributionOf } from '../../../../attribution.ts';
import { readerOf, someOf } from '../../../../parameters.ts';
import { readPublished } from '../../../../published.ts';
import { sendBody } from '../../../../replies.ts';
import type { Services } from '../../../../services.ts';

const include = someOf(sectionNames);

/** `GET /api/v1/accounts/{slug}`: one account object with the sections asked for. */
export function accountRoute(app: FastifyInstance, services: Services): void {
  const { snapshots, registry, bodies, site } = services;
  app.get<{ Params: { slug: string } }>('/api/v1/accounts/:slug', async (request, reply) => {
    const { slug } = request.params;
    const sections = readerOf(request.query)('include', include) ?? new Set();
    const body = await snapshots.use(async ({ snapshot }) => {
      const { subject, owner } = await readPublished(await registry.decisions(), slug, snapshot);
      const attribution = attributionOf(site(), slug, true);
      return accountBody({ subject, owner, attribution, sections }, snapshot, bodies);
    });
    return sendBody(reply, body);
  });
}
