import type { FastifyInstance } from 'fastify';
import { createBody } from '../body.ts';
import { describeApi } from '../openapi/document.ts';
import { descriptionEndpoint } from '../openapi/endpoint.ts';
import { remembered } from '../remembered.ts';
import { sendBody } from '../replies.ts';
import type { Services } from '../services.ts';
import { readRoute } from './read-route.ts';

/** `GET /api/v1/openapi.json`: the API's description, one body for each base URL. */
export function openapiRoute(app: FastifyInstance, { site }: Services): void {
  const bodyAt = remembered(async () =>
    createBody(Buffer.from(JSON.stringify(describeApi(site())))),
  );
  readRoute(app, descriptionEndpoint.url, async (request, reply) =>
    sendBody(request, reply, await bodyAt(site().baseUrl)),
  );
}
