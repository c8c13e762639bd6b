import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './body.ts';
import type { ApiError } from './errors.ts';
import { type Coding, codingFor, isNoneMatchFor } from './headers.ts';

/** Headers of every answer, whatever it is. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Accept-Encoding',
} as const;

/** Compressed in themselves: once more would only cost time. */
const packedTypes: ReadonlySet<string> = new Set(['image/png']);

/**
 * Sends published bytes, or a 304 to whoever has them already; a schema's serialiser would turn
 * a null into 0.
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  contentType = 'application/json; charset=utf-8',
  kept = 'private, no-cache',
): Promise<void> {
  const coding = packedTypes.has(contentType)
    ? 'identity'
    : codingFor(request.headers['accept-encoding'], body.bytes.length);
  if (!beginAnswer(request, reply, body.etag(coding), contentType, coding, kept)) return;
  reply.send(await body.encoded(coding));
}

/**
 * Begins an answer with the headers of its bytes; false where nothing is left to send, since the
 * client has them already.
 */
export function beginAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  contentType: string,
  coding: Coding,
  kept = 'private, no-cache',
): boolean {
  reply.header('cache-control', kept).header('etag', etag);
  if (isNoneMatchFor(headers['if-none-match'], etag)) {
    reply.code(304).send();
    return false;
  }
  reply.header('content-type', contentType);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return true;
}

/** What describes an answer that a problem is sent in place of. */
const ofAnswers = ['etag', 'content-encoding', 'content-disposition'] as const;

export function sendProblem(reply: FastifyReply, problem: ApiError): FastifyReply {
  for (const name of ofAnswers) {
    reply.removeHeader(name);
    // A stream that failed before its first byte has its headers there already.
    reply.raw.removeHeader(name);
  }
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}
