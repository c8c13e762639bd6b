import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallerServices, callerOf, countMessage, countQuestion } from '../callers/callers.ts';
import { encode } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { codingFor } from '../http/headers.ts';
import { pathInGroup } from '../http/routes.ts';
import { unmark } from './exact-numbers.ts';
import { createMcpServer, serveMessage } from './server.ts';
import { type McpSession, partOfRevision } from './session.ts';
import type { McpServices } from './tool.ts';

export const mcpPath = '/mcp';

const maxBytes = 64 * 1024;

export interface McpRouteServices extends McpServices, Pick<CallerServices, 'limits'> {}

/** `POST /mcp`: a message of the Model Context Protocol, answered as JSON. */
export function mcpRoute(app: FastifyInstance, services: McpRouteServices): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: pathInGroup(app, mcpPath),
    bodyLimit: maxBytes,
    config: { takesBody: true, countsQuestions: true },
    onRequest({ raw }, _reply, next) {
      const { baseUrl } = services.site();
      next(isForeign(raw, baseUrl) ? new ApiError('foreign_request') : undefined);
    },
    preParsing({ headers }, { raw }, body, next) {
      // A client that waits for "100 Continue" sends its body only now.
      if (headers.expect?.toLowerCase() === '100-continue') raw.writeContinue();
      next(null, body);
    },
    errorHandler(error, _request, _reply) {
      throw error.statusCode === 413 ? tooLarge() : error;
    },
    async handler(request, reply) {
      const read = readMessages(request.body, revisionOf(request.headers));
      if ('refusal' in read) return sendResponse(request, reply, read.refusal);
      const { messages, isBatch } = read;
      // The request itself counted as the first message.
      for (const _ of messages.slice(1)) {
        const limited = await countMessage(request, reply, services);
        if (limited) throw limited;
      }
      const web = webRequestOf(request);
      const answer = (message: unknown) =>
        serveMessage(web.clone(), message, () =>
          createMcpServer(
            sessionOf(request, reply, services),
            services,
            revisionOf(request.headers),
          ),
        );
      const responses: Response[] = [];
      // Answer one after the other, so that the rate limit stops the last ones.
      for (const message of messages) responses.push(await answer(message));
      return sendResponse(
        request,
        reply,
        isBatch ? await joinResponses(responses) : (responses[0] ?? emptyResponse()),
      );
    },
  });
}

/**
 * Creates the session of a request. Its query may say which part of answers the client reads.
 */
function sessionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  services: McpRouteServices,
): McpSession {
  const { query } = request;
  const part = typeof query === 'object' && query !== null && 'answers' in query && query.answers;
  return {
    caller: () => callerOf(request),
    count: () => countQuestion(request, reply, services),
    partToRead: (revision) => (part === 'text' ? 'text' : partOfRevision(revision)),
  };
}

const revisionOf = (headers: IncomingHttpHeaders): string | undefined => {
  const revision = headers['mcp-protocol-version'];
  return typeof revision === 'string' ? revision : undefined;
};

const tooLarge = () =>
  new ApiError('content_too_large', {
    detail: `The message is larger than ${maxBytes >> 10} KiB.`,
  });

/** Returns the request for the protocol library, without the headers that hold keys. */
function webRequestOf({ headers }: FastifyRequest): Request {
  const names = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];
  const headerPairs = names.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: Object.fromEntries(headerPairs),
  });
}

async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  reply.header('cache-control', 'no-store');
  const bytes = Buffer.from(unmark(await response.text()));
  const coding = codingFor(request.headers['accept-encoding'], bytes.length);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(await encode(bytes, coding));
}

const emptyResponse = () => new Response(null, { status: 202 });

/** Joins the answers to a batch; 202 without a body if the batch had only notifications. */
async function joinResponses(responses: readonly Response[]): Promise<Response> {
  const texts = await Promise.all(responses.map((response) => response.text()));
  const answers = texts.filter((text) => text !== '');
  if (answers.length === 0) return emptyResponse();
  const headers = { 'content-type': 'application/json' };
  return new Response(`[${answers.join()}]`, { headers });
}

/**
 * Tells whether a request names another host, or comes from a page of another host. This stops DNS
 * rebinding: an attacker's page points its own host name at this machine to read local data.
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

/** Writes an IP address as the host of a URL. */
function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** Messages of a body, or the answer to an invalid body. */
type Read =
  | { readonly messages: readonly unknown[]; readonly isBatch: boolean }
  | { readonly refusal: Response };

/** The only revision with batches. It is assumed if a client names no revision. */
const revisionWithBatches = '2025-03-26';
const maxBatch = 20;

/** Reads one JSON-RPC message, or a batch of messages if the revision has batches. */
function readMessages(body: Buffer | undefined, revision = revisionWithBatches): Read {
  let content: unknown;
  try {
    content = JSON.parse((body ?? '').toString());
  } catch {
    return { refusal: refuse(-32700, 'Parse error: the body is not JSON.') };
  }
  if (!Array.isArray(content)) return { messages: [content], isBatch: false };
  const fault = faultOf(content, revision);
  return fault ? { refusal: refuse(-32600, fault) } : { messages: content, isBatch: true };
}

function faultOf(batch: readonly unknown[], revision: string): string | null {
  if (revision !== revisionWithBatches) {
    return `Invalid request: send one message at a time; only ${revisionWithBatches} has batches.`;
  }
  if (batch.length === 0) return 'Invalid request: the batch is empty.';
  if (batch.length > maxBatch) return `Invalid request: a batch has at most ${maxBatch} messages.`;
  if (!batch.every(isObject)) return 'Invalid request: every item of a batch must be a message.';
  return batch.some(isHandshake) ? 'Invalid request: initialize must not be in a batch.' : null;
}

const isObject = (message: unknown): message is object =>
  typeof message === 'object' && message !== null && !Array.isArray(message);

const isHandshake = (message: object): boolean =>
  'method' in message && message.method === 'initialize';

function refuse(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
