import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../accounts/lists/send-file.ts';
import type { Moment } from '../accounts/moment.ts';
import { callerOf, requireCallers } from '../callers/callers.ts';
import { noteIgnored } from '../http/headers.ts';
import type { Query } from '../http/parameters.ts';
import { sendBody } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';
import { type ApiServices, answerEndpoint, type Endpoint } from './endpoint.ts';
import { type FinishedServices, keepFinished, repeatAnswers } from './finished.ts';
import { endpoints, fileEndpoints } from './index.ts';

export const versionedPath = '/api/v1';

interface AccountRoute {
  Params: { slug?: string };
  Querystring: Query;
}

/** Registers the hooks that every request of the versioned API passes first. */
export function openVersioned(app: FastifyInstance, services: FinishedServices): void {
  repeatAnswers(app, services);
  requireCallers(app, services);
}

/** Serves every endpoint of the versioned API. */
export function versionedRoutes(
  app: FastifyInstance,
  services: ApiServices & FinishedServices,
): void {
  for (const endpoint of endpoints) {
    serve(app, services, endpoint, (request, reply, body, moment) => {
      keepFinished(services, moment, request, reply, body);
      return sendBody(request, reply, body);
    });
  }
  for (const endpoint of fileEndpoints) {
    serve(app, services, endpoint, (request, reply, file) =>
      sendFile(request, reply, file, services.log),
    );
  }
}

function serve<Answer>(
  app: FastifyInstance,
  services: ApiServices,
  endpoint: Endpoint<Answer>,
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer,
    moment: Moment,
  ) => Promise<void>,
): void {
  readRoute<AccountRoute>(app, endpoint.url, async (request, reply) => {
    const { params, query } = request;
    noteIgnored(reply, endpoint.ignoredIn(query));
    const endpointRequest = { caller: callerOf(request), slug: params.slug ?? '', query };
    await answerEndpoint(endpoint, endpointRequest, services, (answer, moment) =>
      send(request, reply, answer, moment),
    );
    // Fastify expects that a handler has sent everything when it returns. The client may
    // disconnect before that.
    if (!reply.raw.writableEnded) await finished(reply.raw).catch(() => {});
  });
}
