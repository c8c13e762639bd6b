import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { endpoints } from '../../server/endpoints/index.ts';
import { problem } from '../../server/schemas/problem.ts';
import type { FuzzRequest } from './requests.ts';

/** An answer, over whatever it came. */
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

/** What an answer breaks of what every answer promises; null where it keeps all of it. */
export function brokenPromise(request: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status, headers } = answer;
  if (!statuses.has(status)) return `status ${status}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed';
  const path = pathOf(request.url);
  if (/^\/api\/v1(\/|$)/.test(path)) {
    const fault = brokenVersioned(headers);
    if (fault !== null) return fault;
  }
  if (request.method === 'HEAD' || status === 304 || status === 204) {
    return answer.body.length === 0 ? null : 'a body where there is none';
  }
  if (status >= 400) return brokenRefusal(path, answer);
  const found = validators.find((one) => one.path.test(path));
  if (found === undefined || headers['content-encoding'] !== undefined) return null;
  const value: unknown = JSON.parse(answer.body.toString());
  return found.validator.Check(value) ? null : 'a body that its schema does not describe';
}

function brokenVersioned(headers: FuzzAnswer['headers']): string | null {
  if (Object.keys(headers).some((name) => name.startsWith('access-control-'))) return 'CORS';
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(String(headers[name]))) return `no ${name}`;
  }
  const cache = headers['cache-control'];
  return cache === 'no-store' || cache === 'private, no-cache' ? null : `cache-control ${cache}`;
}

/** People get a page, MCP's clients an error of JSON-RPC where the message is to blame. */
function brokenRefusal(path: string, answer: FuzzAnswer): string | null {
  const { status, headers, body } = answer;
  const type = String(headers['content-type']).split(';')[0];
  if (type === 'application/problem+json') return brokenProblem(answer);
  if (type === 'text/html' && /^\/((search|calendar|account|widget)(\/.*)?)?$/s.test(path)) {
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

function pathOf(url: string): string {
  const path = url.replace(/[?#].*/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
