import type { IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../callers/callers.ts';
import { ApiError } from '../http/errors.ts';
import { within } from '../http/routes.ts';
import { unmarked } from './exact-numbers.ts';
import { createMcpServer, serveMessage } from './server.ts';
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
    errorHandler(error, _request, _reply) {
      throw error.statusCode === 413 ? tooLarge() : error;
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

const tooLarge = () =>
  new ApiError('content_too_large', { detail: `A message has at most ${maxBytes >> 10} KiB.` });

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

/**
 * Whether a request names another host than this service, or comes from a page of one: a page may
 * have its own name resolve to this machine and then read what only this machine should.
 */
function isForeign({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  const hosts = [
    new URL(baseUrl).hostname,
    ...localhostAllowedHostnames(),
    hostOf(socket.localAddress ?? ''),
  ];
  return (
    !validateHostHeader(headers.host, hosts).ok || !validateOriginHeader(headers.origin, hosts).ok
  );
}

/** An address as it stands in a URL. */
function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** A message out of a body, or the answer to what is none. */
type Read = { readonly message: unknown } | { readonly refusal: Response };

/** Reads one JSON-RPC message; batches would be many requests that count as one. */
function readMessage(body: Buffer | undefined): Read {
  try {
    const message: unknown = JSON.parse((body ?? '').toString());
    if (!Array.isArray(message)) return { message };
  } catch {
    return { refusal: refuse(-32700, 'Parse error: the body is not JSON.') };
  }
  return { refusal: refuse(-32600, 'Invalid request: send one message at a time, no batch.') };
}

function refuse(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
