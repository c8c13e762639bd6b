import { allowances, windowSeconds } from '../callers/limits/limits.ts';
import { ignoredHeader } from '../http/headers.ts';

/** Headers of answers, by name. */
export const headers = {
  ETag: {
    description: 'Strong ETag of this answer, as this caller sees it',
    required: true,
    schema: { type: 'string', examples: ['"r5mOFRqAX3oNkVkFyCxN5VsUaGwHhOe5SyzkTA9K9rE"'] },
  },
  'Cache-Control': {
    description: 'Who may cache the answer, and for how long',
    required: true,
    schema: { type: 'string', examples: ['private, no-cache'] },
  },
  'Content-Disposition': {
    description: 'Name to save the file under',
    required: true,
    schema: { type: 'string', examples: ['attachment; filename="north-eurusd-trades.csv"'] },
  },
  [ignoredHeader]: {
    description: 'Unknown parameters of the query, which were ignored; percent-encoded',
    required: false,
    schema: { type: 'string', examples: ['symbol, sort[]'] },
  },
  'X-RateLimit-Limit': {
    description: `Requests within any ${windowSeconds} seconds: ${allowances.anonymous} without a key, ${allowances.free} free, ${allowances.paid} on paid plans`,
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [allowances.free] },
  },
  'X-RateLimit-Remaining': {
    description: 'Remaining requests',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [allowances.free - 1] },
  },
  'X-RateLimit-Reset': {
    description:
      'When the oldest counted request no longer counts, in Unix seconds, rounded up: you may send one more from then on',
    required: true,
    schema: { type: 'integer', examples: [1772366460] },
  },
  'Retry-After': {
    description: 'Seconds to wait, rounded up: you may send one request then',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [12] },
  },
  'WWW-Authenticate': {
    description: 'Reason why the key was refused, by RFC 6750',
    required: true,
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
} as const;

export type HeaderName = keyof typeof headers;

/** Rate-limit headers, which every answer has. */
export const limitHeaders: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Returns references to headers for a response. */
export const referTo = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
