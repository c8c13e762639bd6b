import Type from 'typebox';
import { oneOf, text, words } from '../../sql/shared.ts';
import { windowSeconds } from '../callers/limits/limits.ts';
import { ApiError, PROBLEMS, type ProblemName, typeOf } from '../http/errors.ts';
import { ignoredHeader } from '../http/headers.ts';
import type { Components } from './components.ts';
import { type HeaderName, limitHeaders, referTo } from './headers.ts';

/** Schema of a problem by RFC 9457. */
export const problem = Type.Object(
  {
    type: oneOf(Object.keys(PROBLEMS).map(typeOf), 'Kind of problem, as a URN', 'public'),
    title: text('Name of the HTTP status', 'public'),
    status: Type.Integer({ minimum: 400, maximum: 599, ...words('HTTP status', 'public') }),
    detail: text('Explains what is wrong and what to do', 'public'),
    allowed: Type.Optional(Type.Array(Type.String(), words('Values that are accepted', 'public'))),
    parameter: Type.Optional(text('First parameter with a value that is not allowed', 'public')),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: text('Name of the parameter', 'public'),
          detail: text('Explains what is wrong with its value', 'public'),
          allowed: Type.Optional(
            Type.Array(Type.String(), words('Values that are accepted', 'public')),
          ),
        }),
        words('Every parameter with a value that is not allowed', 'public'),
      ),
    ),
  },
  { title: 'Problem', description: 'Problem details by RFC 9457' },
);

interface ProblemResponse {
  readonly name: string;
  readonly description: string;
  /** Problems with this status; each becomes an example. */
  readonly problems: readonly [ProblemName, ...ProblemName[]];
  readonly headers?: readonly HeaderName[];
}

/** Problem responses by status; each endpoint refers to those it can give. */
const problemResponses = {
  400: {
    name: 'BadRequest',
    description:
      'Parameters have values that are not allowed, or are given twice (`errors` names each)',
    problems: ['invalid_parameter', 'bad_request'],
    headers: [ignoredHeader],
  },
  401: {
    name: 'Unauthorized',
    description: 'The key is missing or not valid',
    problems: ['invalid_token', 'unauthenticated'],
    headers: ['WWW-Authenticate', ignoredHeader],
  },
  403: {
    name: 'Forbidden',
    description: 'The key lacks the required scope',
    problems: ['insufficient_scope'],
    headers: ['WWW-Authenticate', ignoredHeader],
  },
  404: {
    name: 'NotFound',
    description: "Nothing is published here; another owner's private account gives the same answer",
    problems: ['not_found'],
    headers: [ignoredHeader],
  },
  410: {
    name: 'Gone',
    description: 'The named version of the list is no longer kept; start again from page 1',
    problems: ['gone'],
    headers: [ignoredHeader],
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The request had a body',
    problems: ['content_too_large'],
  },
  414: { name: 'UriTooLong', description: 'The address is too long', problems: ['uri_too_long'] },
  429: {
    name: 'TooManyRequests',
    description: `Too many requests within ${windowSeconds} seconds`,
    problems: ['rate_limited'],
    headers: ['Retry-After'],
  },
  500: { name: 'InternalError', description: 'The request failed', problems: ['internal'] },
  503: {
    name: 'Unavailable',
    description: 'Nothing is published yet, or the data cannot be read at the moment',
    problems: ['unavailable', 'nothing_published'],
    headers: ['Retry-After'],
  },
} as const satisfies Record<number, ProblemResponse>;

export type ProblemStatus = keyof typeof problemResponses;

const statuses = [
  400, 401, 403, 404, 410, 413, 414, 429, 500, 503,
] as const satisfies ProblemStatus[];

/** Returns references to the responses with these statuses. */
export const referToProblems = (wanted: readonly ProblemStatus[]) =>
  Object.fromEntries(
    wanted.map((status) => [
      status,
      { $ref: `#/components/responses/${problemResponses[status].name}` },
    ]),
  );

/** Returns the responses that several operations share. */
export function sharedResponses(components: Components) {
  const problems = statuses.map((status) => [
    problemResponses[status].name,
    problemResponse(status, components),
  ]);
  return {
    NotModified: {
      description: 'Nothing has changed since the answer that `If-None-Match` names',
      headers: referTo(['ETag', 'Cache-Control', ignoredHeader, ...limitHeaders]),
    },
    ...Object.fromEntries(problems),
  };
}

/**
 * Describes a problem response. It has no rate-limit headers if it comes before requests are
 * counted.
 */
export function problemResponse(status: ProblemStatus, components: Components, isCounted = true) {
  const { description, problems, headers = [] }: ProblemResponse = problemResponses[status];
  const examples = problems.map((name) => {
    const { status, body } = new ApiError(name);
    return [name, { summary: `${status} ${name}`, value: JSON.parse(body) }];
  });
  return {
    description,
    headers: referTo(['Cache-Control', ...(isCounted ? limitHeaders : []), ...headers]),
    content: {
      'application/problem+json': {
        schema: components.refer(problem),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
