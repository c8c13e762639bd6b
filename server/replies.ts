import type { FastifyReply } from 'fastify';
import type { Body } from './body-cache.ts';
import type { ApiError } from './errors.ts';

/** Headers of every answer, whatever it is. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Accept-Encoding',
} as const;
const commonEntries = Object.entries(commonHeaders);

/** Sends published bytes; a schema's serialiser would turn a null into 0. */
export function sendBody(reply: FastifyReply, { bytes, etag }: Body): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .send(bytes);
}

export function sendProblem(reply: FastifyReply, problem: ApiError): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}

export function setCommonHeaders({ raw }: FastifyReply): void {
  for (const [name, value] of commonEntries) raw.setHeader(name, value);
}
