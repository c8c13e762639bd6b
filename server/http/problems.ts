import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../pipeline/base/log.ts';
import { DamagedFile } from '../../pipeline/publish/snapshot/object.ts';
import { StoreError } from '../../pipeline/publish/store/store.ts';
import { ApiError, type ProblemName } from './errors.ts';
import { commonHeaders, sendProblem } from './replies.ts';

/** Problems for requests that Fastify refuses, by status. */
const problemsByStatus = new Map<number, ProblemName>([
  [400, 'bad_request'],
  [404, 'not_found'],
  [413, 'content_too_large'],
  [414, 'uri_too_long'],
  [415, 'unsupported_media_type'],
]);

/** Problems for requests that Node's parser refuses, by error code. Others are a bad request. */
const problemsByCode = new Map<string, ProblemName>([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'content_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** Sends a problem in the form of a route group, such as JSON or a page. */
export type SendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiError,
) => FastifyReply;

const sendJson: SendProblem = (_request, reply, problem) => sendProblem(reply, problem);

/** Answers every error of a route group with a problem, and logs those that are our fault. */
export function answerProblems(app: FastifyInstance, log: Log, send = sendJson): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toApiError(error);
    const isFailure = problem.status >= 500 && problem.cause && !isOfLeaver(request, problem.cause);
    if (isFailure) logFailure(log, problem, request);
    send(request, reply, problem);
  });
}

/** Answers addresses that don't exist under a route group's prefix, in the group's form. */
export function answerNotFound(app: FastifyInstance, send = sendJson): void {
  app.setNotFoundHandler((request, reply) => {
    send(request, reply, new ApiError('not_found'));
  });
}

/** Answers requests that Fastify cannot route with the 404 of an address that doesn't exist. */
export function answerUnroutable(
  _error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
  common: Headers = commonHeaders,
): void {
  sendProblem(reply.headers(common), new ApiError('not_found'));
}

/** Connections that have received their last answer. */
const finishedConnections = new WeakSet<Duplex>();

/** Marks a connection as finished: further requests on it get no answer. */
export function noteLastAnswer(socket: Duplex): void {
  finishedConnections.add(socket);
}

/** Answers bytes that are not valid HTTP, or exceed a limit, and closes the connection. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  common: Headers = commonHeaders,
): void {
  if (finishedConnections.has(socket)) {
    socket.destroySoon();
  } else if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
  } else {
    const name = problemsByCode.get(error.code ?? '') ?? 'bad_request';
    endWith(socket, new ApiError(name), common);
  }
}

/** Refuses CONNECT: this service is no proxy. */
export function answerTunnel(socket: Duplex): void {
  // The parser has released the socket, and with it the listener of its errors.
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

/** Returns the problem that a request is answered with after an error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DamagedFile || error instanceof StoreError) {
    return new ApiError('unavailable', { cause: error });
  }
  const { statusCode = 500 } = error as Partial<FastifyError>;
  const fallback = statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal';
  return new ApiError(problemsByStatus.get(statusCode) ?? fallback, { cause: error });
}

/** Returns true for an error that says only that the client left before the body was complete. */
const isOfLeaver = ({ raw }: FastifyRequest, cause: unknown): boolean =>
  raw.socket.destroyed && cause === raw.errored;

function logFailure(log: Log, { cause }: ApiError, request: FastifyRequest): void {
  log.error('request failed', {
    request: request.id,
    route: request.routeOptions.url,
    error: cause instanceof Error ? cause.stack : String(cause),
  });
}
