import type { FastifyInstance } from 'fastify';
import { callerOf } from '../callers.ts';
import { endpoints } from '../endpoints/index.ts';
import { noteIgnored } from '../ignored-parameters.ts';
import type { Query } from '../parameters.ts';
import { sendBody } from '../replies.ts';
import type { Services } from '../services.ts';
import { after } from '../soon.ts';
import { readRoute } from './read-route.ts';

export const versionedPath = '/api/v1';

interface AccountRoute {
  Params: { slug?: string };
  Querystring: Query;
}

/** Serves every endpoint of the versioned API. */
export function versionedRoutes(app: FastifyInstance, services: Services): void {
  for (const endpoint of endpoints) {
    readRoute<AccountRoute>(app, endpoint.url, (request, reply) => {
      const { params, query, decisions } = request;
      noteIgnored(reply, endpoint.ignoredIn(query));
      const asked = { caller: callerOf(request), slug: params.slug ?? '', query, decisions };
      return after(endpoint.ask(asked, services), (body) => sendBody(request, reply, body));
    });
  }
}
