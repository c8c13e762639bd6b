import type { FastifyInstance } from 'fastify';
import type { Site } from '../accounts/attribution.ts';
import { createBody } from '../http/body.ts';
import { noteIgnored } from '../http/ignored-parameters.ts';
import { remembered } from '../http/memory.ts';
import { type Query, unknownIn } from '../http/parameters.ts';
import { readRoute } from '../http/read-route.ts';
import { sendBody } from '../http/replies.ts';
import { describeApi } from './document.ts';
import { descriptionEndpoint } from './endpoint.ts';

/** `GET /api/v1/openapi.json`: the API's description, one body for each base URL. */
export function openapiRoute(app: FastifyInstance, { site }: { readonly site: () => Site }): void {
  const bodyAt = remembered(async () =>
    createBody(Buffer.from(JSON.stringify(describeApi(site())))),
  );
  readRoute<{ Querystring: Query }>(app, descriptionEndpoint.url, async (request, reply) => {
    noteIgnored(reply, unknownIn(request.query, descriptionEndpoint.query));
    return sendBody(request, reply, await bodyAt(site().baseUrl));
  });
}
