import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './body.ts';
import { codingFor } from './codings.ts';
import { isNoneMatchFor } from './conditional.ts';
import type { ApiError } from './errors.ts';
import { after, type Soon } from './soon.ts';

/** Headers of every answer, whatever it is. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Accept-Encoding',
} as const;

/** Compressed in themselves: once more would only cost time. */
const packedTypes: ReadonlySet<string> = new Set(['image/png']);

/**
 * Sends published bytes, or a 304 to whoever has them already; a schema's serialiser would turn
 * a null into 0. A promise only where the bytes have to be compressed first.
 */
export function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  contentType = 'application/json; charset=utf-8',
): Soon<void> {
  const coding = packedTypes.has(contentType)
    ? 'identity'
    : codingFor(headers['accept-encoding'], body.bytes.length);
  const etag = body.etag(coding);
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (isNoneMatchFor(headers['if-none-match'], etag)) {
    reply.code(304).send();
    return;
  }
  reply.header('content-type', contentType);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return after(body.encoded(coding), (bytes) => {
    reply.send(bytes);
  });
}

export function sendProblem(reply: FastifyReply, problem: ApiError): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}
