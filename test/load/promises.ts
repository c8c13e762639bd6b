import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { endpoints } from '../../server/api/index.ts';
import { calendarPath } from '../../server/calendar/route.ts';
import { problem } from '../../server/openapi/responses.ts';
import type { FuzzRequest } from './requests.ts';

/** An answer, from `inject` or from a socket. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

const validators = endpoints.map(({ url, operation }) => ({
  path: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
  validator: Compile<TSchema>(operation.response),
}));
const problemValidator = Compile(problem);
const statuses = new Set([200, 204, 304, 400, 401, 403, 404, 405, 406, 413, 414, 415, 429, 431]);

/**
 * Checks the promises that every answer must keep. Returns the first one that this answer breaks,
 * or null if it keeps all.
 */
export function brokenPromise(
  request: FuzzRequest,
  answer: FuzzAnswer,
  goodKeys: readonly string[],
): string | null {
  const { status, headers } = answer;
  if (!statuses.has(status)) return `status ${status}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed';
  const ignored = headers['x-ignored-parameters'];
  if (ignored !== undefined && !/^[!-~][ -~]{0,760}$/.test(String(ignored))) {
    return 'names of parameters that are not fit for a header';
  }
  const path = pathOf(request);
  // Bytes that the HTTP parser refuses never become a request.
  if (status === 400 && path === null && headers.connection === 'close') return null;
  if (path === null && status === 200) return 'an answer where nothing is';
  const isOpen = Object.keys(headers).some((name) => name.startsWith('access-control-'));
  if (isOpen !== (path === calendarPath)) return isOpen ? 'CORS' : 'closed to other sites';
  const fault = isKeyed(path) ? brokenKeyed(request, answer, goodKeys) : null;
  if (fault !== null) return fault;
  if (request.method === 'HEAD' || status === 304 || status === 204) {
    return answer.body.length === 0 ? null : 'a body where there is none';
  }
  if (status >= 400) return brokenRefusal(path ?? '', answer);
  const found = validators.find((validator) => validator.path.test(path ?? ''));
  if (found === undefined || headers['content-encoding'] !== undefined) return null;
  const value: unknown = JSON.parse(answer.body.toString());
  return found.validator.Check(value) ? null : 'a body that its schema does not describe';
}

const isKeyed = (path: string | null): boolean =>
  path !== null && /^\/(?:api\/v1|mcp)(?:\/|$)/.test(path);

/**
 * Checks routes that identify callers: they count requests, and refuse callers without a good key.
 */
function brokenKeyed(
  { headers: { authorization } }: FuzzRequest,
  { status, headers }: FuzzAnswer,
  goodKeys: readonly string[],
): string | null {
  if (headers['cross-origin-resource-policy'] !== 'same-origin') return 'may be embedded';
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(String(headers[name]))) return `no ${name}`;
  }
  const asked = headers['www-authenticate'];
  const isRefused = status === 401 && asked === 'Bearer error="invalid_token"';
  const isBad = authorization !== undefined && !isGood(authorization, goodKeys);
  if (isBad && !isRefused) return `${status} for a bad key`;
  if (!isBad && isRefused) return 'a refusal of no bad key';
  if (status === 401 && !isBad && authorization !== undefined) return 'a good key that is not seen';
  const cache = headers['cache-control'];
  return cache === 'no-store' || cache === 'private, no-cache' ? null : `cache-control ${cache}`;
}

/** Matches a scheme and one key between blanks. Independent of the server's own code. */
function isGood(authorization: string, goodKeys: readonly string[]): boolean {
  const parts = authorization.replaceAll('\t', ' ').split(' ');
  const [scheme, key, ...rest] = parts.filter((part) => part !== '');
  return (
    scheme?.toLowerCase() === 'bearer' && rest.length === 0 && goodKeys.some((good) => good === key)
  );
}

/**
 * Checks the body of an error: people get a page, and MCP clients an error of JSON-RPC if the
 * message is wrong.
 */
function brokenRefusal(path: string, answer: FuzzAnswer): string | null {
  const { status, headers, body } = answer;
  const type = String(headers['content-type']).split(';')[0];
  if (type === 'application/problem+json') return brokenProblem(answer);
  if (type === 'text/html' && !/^\/(?:api|mcp|healthz)(?:\/|$)/.test(path)) {
    if (headers['cache-control'] !== 'no-store') return 'an error that may be kept';
    return headers['content-security-policy'] === undefined ? 'a page without a policy' : null;
  }
  if (type === 'application/json' && path === '/mcp' && status === 400) {
    const value = JSON.parse(body.toString());
    return typeof value.error?.code === 'number' ? null : 'no error of JSON-RPC';
  }
  return `${status} is no problem document`;
}

function brokenProblem({ status, headers, body }: FuzzAnswer): string | null {
  if (headers['cache-control'] !== 'no-store') return 'an error that may be kept';
  const value: unknown = JSON.parse(body.toString());
  if (!problemValidator.Check(value)) return 'a problem that its schema does not describe';
  return value.status === status ? null : 'a problem of another status';
}

/**
 * Returns the path of a request target, with decoded letters and undecoded slashes. Returns null if
 * it has no path.
 */
function pathOf({ url }: FuzzRequest): string | null {
  if (url.startsWith('/')) return decoded(withoutQuery(url));
  const at = url.indexOf('://');
  if (at === -1 || !['http', 'https'].includes(url.slice(0, at).toLowerCase())) return null;
  const [authority = ''] = url.slice(at + 3).split(/[/?#]/, 1);
  const [host = '', , ...more] = authority.split('@').reverse();
  if (host === '' || host.startsWith(':') || more.length > 0) return null;
  return decoded(withoutQuery(url.slice(at + 3 + authority.length)) || '/');
}

const withoutQuery = (text: string): string => text.split(/[?#]/, 1)[0] ?? '';

/** Decodes a text; returns it unchanged if it can't be decoded as a whole. */
function decoded(path: string): string {
  try {
    decodeURIComponent(path);
  } catch {
    return path;
  }
  const parts = path.split(/(%2f)/i);
  return parts.map((part) => (/^%2f$/i.test(part) ? part : decodeURIComponent(part))).join('');
}
