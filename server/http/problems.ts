import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../pipeline/base/log.ts';
import { ApiError, type ProblemName } from './errors.ts';
import { commonHeaders, sendProblem } from './replies.ts';

/** Problems that stand for what Fastify itself refuses, by status. */
const problemsByStatus = new Map<number, ProblemName>([
  [400, 'bad_request'],
  [404, 'not_found'],
  [413, 'content_too_large'],
  [414, 'uri_too_long'],
  [415, 'unsupported_media_type'],
]);

/** Problems that stand for what Node's parser refuses, by error code; all else is a bad request. */
const problemsByCode = new Map<string, ProblemName>([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'content_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** How a port words its problems. */
export type SendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiError,
) => FastifyReply;

const sendJson: SendProblem = (_request, reply, problem) => sendProblem(reply, problem);

/** Answers whatever goes wrong in a scope with a problem, and logs what was nobody's fault but ours. */
export function answerProblems(app: FastifyInstance, log: Log, send = sendJson): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toApiError(error);
    if (problem.status >= 500 && problem.cause) logFailure(log, problem, request);
    send(request, reply, problem);
  });
}

/** Answers under the prefix of a scope, where nothing is, as the scope answers everything else. */
export function answerNothing(app: FastifyInstance, send = sendJson): void {
  app.setNotFoundHandler((request, reply) => {
    send(request, reply, new ApiError('not_found'));
  });
}

/** Answers requests that Fastify cannot route: what is no address is the same 404 as any other. */
export function answerUnroutable(
  _error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
  common: Headers = commonHeaders,
): void {
  sendProblem(reply.headers(common), new ApiError('not_found'));
}

/** Connections that have their last answer. */
const ending = new WeakSet<Duplex>();

/** Says that whatever else comes over a connection gets no answer. */
export function noteLastAnswer(socket: Duplex): void {
  ending.add(socket);
}

/** Answers what is not HTTP, or too much of it, and closes the connection. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  common: Headers = commonHeaders,
): void {
  if (ending.has(socket)) {
    socket.destroySoon();
  } else if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
  } else {
    const name = problemsByCode.get(error.code ?? '') ?? 'bad_request';
    endWith(socket, new ApiError(name), common);
  }
}

/** Answers CONNECT: nothing is reached through this service. */
export function answerTunnel(socket: Duplex): void {
  // The parser has let go of the socket, and with it whoever hears of its errors.
  socket.on('error', () => socket.destroy());
  endWith(
    socket,
    new ApiError('method_not_allowed', { headers: { allow: 'GET, HEAD' } }),
    commonHeaders,
  );
}

type Headers = Readonly<Record<string, string>>;

function endWith(socket: Duplex, problem: ApiError, common: Headers): void {
  const headers = { ...common, ...problem.headers, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(problem.body);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}` +
      `content-length: ${length}\r\n\r\n${problem.body}`,
  );
}

function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode = 500 } = error;
  const otherwise = statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal';
  return new ApiError(problemsByStatus.get(statusCode) ?? otherwise, { cause: error });
}

function logFailure(log: Log, { cause }: ApiError, request: FastifyRequest): void {
  log.error('request failed', {
    request: request.id,
    route: request.routeOptions.url,
    error: cause instanceof Error ? cause.stack : String(cause),
  });
}
