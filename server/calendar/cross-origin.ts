import type { FastifyInstance } from 'fastify';

/** Lets the pages of every site read an answer, and caches share it. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-Ignored-Parameters, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  vary: 'Accept-Encoding',
} as const;

/** What a page may ask for beyond a plain GET; browsers remember it for a day at most. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, Content-Type',
  'access-control-max-age': '86400',
} as const;

/** Opens every answer in a scope, errors included; comes before whatever refuses one. */
export function openToAll(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(openHeaders);
    next();
  });
}
