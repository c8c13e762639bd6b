import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ProblemName } from './errors.ts';
import { valuesOf } from './headers.ts';
import { answerTunnel, noteLastAnswer } from './problems.ts';
import { commonHeaders } from './replies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route reads a body; other routes refuse one. */
    takesBody?: boolean;
  }
}

const longestUrl = 8192;
// Node silently drops headers after the 2000th, and a key could be among them.
const maxHeaders = 100;

interface Guard {
  readonly problem: ProblemName;
  readonly detail?: string;
  isBroken(request: FastifyRequest): boolean;
}

/** Checks that apply to the requests of every route. */
const guards: readonly Guard[] = [
  {
    problem: 'bad_request',
    detail: 'This service supports HTTP/1.1 only.',
    isBroken: ({ raw }) => raw.httpVersionMajor !== 1,
  },
  {
    problem: 'headers_too_large',
    detail: `The request has more than ${maxHeaders} headers.`,
    isBroken: ({ raw }) => raw.rawHeaders.length > 2 * maxHeaders,
  },
  {
    problem: 'bad_request',
    detail: 'The request needs exactly one valid Host header.',
    isBroken: ({ raw }) => hasBadHost(raw),
  },
  { problem: 'uri_too_long', isBroken: ({ raw }) => (raw.url ?? '').length > longestUrl },
  {
    problem: 'content_too_large',
    isBroken: (request) => hasBody(request.raw) && request.routeOptions.config.takesBody !== true,
  },
];

/** Returns the first check that a request fails. */
export const brokenGuard = (request: FastifyRequest): Guard | undefined =>
  guards.find((guard) => guard.isBroken(request));

/** Sets the headers that every answer has, before anything can fail. */
export function startAnswers(app: FastifyInstance): void {
  answerExpectations(app.server);
  app.server.on('connect', (_request, socket) => answerTunnel(socket));
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(commonHeaders);
    reply.raw.on('timeout', (socket) => answerLate(reply, socket));
    next();
  });
}

/**
 * Answers a request after a time without a byte, for example if a database does not answer. Closes
 * the connection if the client does not read its answer.
 */
function answerLate(reply: FastifyReply, socket: Socket): void {
  if (reply.sent) socket.destroy();
  else reply.send(new ApiError('unavailable'));
}

/** Refuses requests that fail a check. Register it after the rate limit, so that they count too. */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    const broken = brokenGuard(request);
    if (broken === undefined) {
      next();
      return;
    }
    const { problem, detail } = broken;
    noteLastAnswer(request.raw.socket);
    reply.header('connection', 'close');
    next(new ApiError(problem, detail === undefined ? {} : { detail }));
  });
}

/** Ignores the `Expect` header here; routes that read a body send "100 Continue" themselves. */
function answerExpectations(server: Server): void {
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
}

/** Checks the host by RFC 9112 3.2: only HTTP/1.0 may leave it out. */
function hasBadHost({ rawHeaders, headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  if (host === undefined) return httpVersionMinor !== 0;
  return valuesOf('host', rawHeaders).length > 1 || !/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(host);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
