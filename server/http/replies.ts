import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './body.ts';
import type { ApiError } from './errors.ts';
import { type Coding, codingFor, isNoneMatchFor } from './headers.ts';

/** Headers of every answer. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Accept-Encoding',
} as const;

/** Types that are compressed already. */
const packedTypes: ReadonlySet<string> = new Set(['image/png']);

/**
 * Sends finished bytes, or a 304 if the client has them already. No schema serialises them, since
 * that would turn null into 0.
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  contentType = 'application/json; charset=utf-8',
  cacheControl = 'private, no-cache',
): Promise<void> {
  const coding = packedTypes.has(contentType)
    ? 'identity'
    : codingFor(request.headers['accept-encoding'], body.bytes.length);
  if (!beginAnswer(request, reply, body.etag(coding), contentType, coding, cacheControl)) return;
  reply.send(await body.encoded(coding));
}

/**
 * Sets the headers of an answer. Returns false after a 304, since there is nothing more to send.
 */
export function beginAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  contentType: string,
  coding: Coding,
  cacheControl = 'private, no-cache',
): boolean {
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (isNoneMatchFor(headers['if-none-match'], etag)) {
    reply.code(304).send();
    return false;
  }
  reply.header('content-type', contentType);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return true;
}

/** Headers that are removed if a problem is sent in place of the answer. */
const answerOnlyHeaders = ['etag', 'content-encoding', 'content-disposition'] as const;

export function sendProblem(reply: FastifyReply, problem: ApiError): FastifyReply {
  for (const name of answerOnlyHeaders) {
    reply.removeHeader(name);
    // If a stream failed before its first byte, its headers are set on the raw reply.
    reply.raw.removeHeader(name);
  }
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}
