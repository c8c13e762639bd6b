import type { FastifyInstance } from 'fastify';
import { createBody } from '../body.ts';
import { noteIgnored } from '../ignored-parameters.ts';
import { remembered } from '../memory.ts';
import { describeApi } from '../openapi/document.ts';
import { descriptionEndpoint } from '../openapi/endpoint.ts';
import { parametersIn, type Query, unknownIn } from '../parameters.ts';
import { sendBody } from '../replies.ts';
import type { Services } from '../services.ts';
import { readRoute } from './read-route.ts';

/** `GET /api/v1/openapi.json`: the API's description, one body for each base URL. */
export function openapiRoute(app: FastifyInstance, { site }: Services): void {
  const bodyAt = remembered(async () =>
    createBody(Buffer.from(JSON.stringify(describeApi(site())))),
  );
  const known = parametersIn(descriptionEndpoint.read);
  readRoute<{ Querystring: Query }>(app, descriptionEndpoint.url, async (request, reply) => {
    noteIgnored(reply, unknownIn(request.query, known));
    return sendBody(request, reply, await bodyAt(site().baseUrl));
  });
}
