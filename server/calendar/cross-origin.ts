import type { FastifyInstance } from 'fastify';

/** Headers that let pages of every site read an answer, and shared caches store it. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-Ignored-Parameters, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  vary: 'Accept-Encoding',
} as const;

/** Headers of a preflight answer; browsers cache them for a day at most. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, Content-Type',
  'access-control-max-age': '86400',
} as const;

/**
 * Sets these headers on every answer of a route group. Call it before anything that may refuse a
 * request, so that refusals have them too.
 */
export function openToAll(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(openHeaders);
    next();
  });
}
