import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../callers/callers.ts';
import { ApiError } from '../http/errors.ts';
import { within } from '../http/read-route.ts';
import { unmarked } from './exact-numbers.ts';
import { isForeign } from './hosts.ts';
import { readMessage } from './messages.ts';
import { serveMessage } from './serve.ts';
import { createMcpServer } from './server.ts';
import type { McpServices } from './tool.ts';

export const mcpPath = '/mcp';

const maxBytes = 64 * 1024;

/** `POST /mcp`: one message of the Model Context Protocol, answered as JSON. */
export function mcpRoute(app: FastifyInstance, services: McpServices): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: within(app, mcpPath),
    bodyLimit: maxBytes,
    config: { takesBody: true },
    onRequest({ raw }, _reply, next) {
      const { baseUrl } = services.site();
      next(isForeign(raw, baseUrl) ? new ApiError('foreign_request') : undefined);
    },
    preParsing({ headers }, { raw }, body, next) {
      // Nobody is asked to send what is refused already.
      if (headers.expect?.toLowerCase() === '100-continue') raw.writeContinue();
      next(null, body);
    },
    async handler(request, reply) {
      const caller = callerOf(request);
      const read = readMessage(request.body);
      const response =
        'refusal' in read
          ? read.refusal
          : await serveMessage(webRequestOf(request), read.message, () =>
              createMcpServer(caller, services),
            );
      return sendResponse(reply, response);
    },
  });
}

/** What the protocol reads of a request; keys stay out of its sight. */
function webRequestOf({ headers }: FastifyRequest): Request {
  const names = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];
  const known = names.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: Object.fromEntries(known),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.header('cache-control', 'no-store').send(unmarked(await response.text()));
}
