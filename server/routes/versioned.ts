import type { FastifyInstance } from 'fastify';
import { callerOf } from '../callers.ts';
import { endpoints } from '../endpoints/index.ts';
import type { Query } from '../parameters.ts';
import { sendBody } from '../replies.ts';
import type { Services } from '../services.ts';
import { readRoute } from './read-route.ts';

interface AccountRoute {
  Params: { slug?: string };
  Querystring: Query;
}

/** Serves every endpoint of the versioned API. */
export function versionedRoutes(app: FastifyInstance, services: Services): void {
  for (const endpoint of endpoints) {
    readRoute<AccountRoute>(app, endpoint.url, async (request, reply) => {
      const { params, query } = request;
      const asked = { caller: callerOf(request), slug: params.slug ?? '', query };
      return sendBody(request, reply, await endpoint.ask(asked, services));
    });
  }
}
