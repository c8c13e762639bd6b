import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError, type ProblemName } from './errors.ts';
import { valuesOf } from './headers.ts';
import { answerTunnel, noteLastAnswer } from './problems.ts';
import { commonHeaders } from './replies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route reads a body; all others refuse one. */
    takesBody?: boolean;
  }
}

const longestUrl = 8192;
// Node drops what comes behind 2000 without a word, and a key could be among that.
const maxHeaders = 100;

interface Guard {
  readonly problem: ProblemName;
  readonly detail?: string;
  isBroken(request: IncomingMessage, takesBody: boolean): boolean;
}

/** What no route wants, whatever it asks for. */
const guards: readonly Guard[] = [
  {
    problem: 'bad_request',
    detail: 'This service speaks HTTP/1.1.',
    isBroken: ({ httpVersionMajor }) => httpVersionMajor !== 1,
  },
  {
    problem: 'headers_too_large',
    detail: `A request has at most ${maxHeaders} headers.`,
    isBroken: ({ rawHeaders }) => rawHeaders.length > 2 * maxHeaders,
  },
  {
    problem: 'bad_request',
    detail: 'A request names one host, in one Host header.',
    isBroken: hasBadHost,
  },
  { problem: 'uri_too_long', isBroken: ({ url = '' }) => url.length > longestUrl },
  {
    problem: 'content_too_large',
    isBroken: (request, takesBody) => !takesBody && hasBody(request),
  },
];

/** Puts the headers of every answer on it, before anything can go wrong. */
export function startAnswers(app: FastifyInstance): void {
  answerExpectations(app.server);
  app.server.on('connect', (_request, socket) => answerTunnel(socket));
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(commonHeaders);
    next();
  });
}

/** Refuses requests that no route wants; comes after whatever counts them. */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, next) => {
    const takesBody = routeOptions.config.takesBody === true;
    const broken = guards.find((guard) => guard.isBroken(raw, takesBody));
    if (broken === undefined) {
      next();
      return;
    }
    const { problem, detail } = broken;
    noteLastAnswer(raw.socket);
    reply.header('connection', 'close');
    next(new ApiError(problem, detail === undefined ? {} : { detail }));
  });
}

/** Answers a request with `Expect` as it would without; a route that reads a body asks for it itself. */
function answerExpectations(server: Server): void {
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
}

/** By RFC 9112 3.2; only HTTP/1.0 may leave the host out. */
function hasBadHost({ rawHeaders, headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  if (host === undefined) return httpVersionMinor !== 0;
  return valuesOf('host', rawHeaders).length > 1 || !/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(host);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
