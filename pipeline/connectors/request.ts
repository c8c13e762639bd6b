import { isUtf8 } from 'node:buffer';
import { makeReason } from '../base/reasons/reason.ts';
import { limitTime } from '../base/time-limit.ts';
import { UnreadableExport } from '../read/bounds.ts';
import { type JsonValue, readJsonValues } from '../read/json-values.ts';
import { ConnectorError } from './errors.ts';
import type { Access } from './kind.ts';

/** Request to a path below the address of an environment. */
export interface BrokerRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Path that begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if sending it twice does no harm. A GET always is. */
  readonly isRepeatable?: boolean;
  /** Body that is sent as JSON. */
  readonly body?: unknown;
}

/** Answer of a broker's server, whatever its status. */
export interface BrokerAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON of the body with numbers as text; undefined if the body is empty. */
  readonly json: JsonValue | undefined;
}

const maxBytes = 32 * 1024 * 1024;
/** Longest wait that a server may ask for. A longer one is cut to it. */
const longestRetryMilliseconds = 24 * 3600 * 1000;

/** Waits before a request is repeated, in milliseconds. */
const repeatWaits = [250, 1000];

type RequestAccess = Pick<Access, 'address' | 'signal' | 'clock' | 'requestMilliseconds' | 'wait'>;

/**
 * Sends one request. Follows no redirect and reads a bounded answer. A repeatable request is sent
 * up to three times if the connection breaks, since servers close idle ones. Throws a
 * ConnectorError if no whole answer comes, for status 429 (`limited`) and for 5xx (`unavailable`).
 * The caller judges any other status.
 */
export async function request(access: RequestAccess, wanted: BrokerRequest): Promise<BrokerAnswer> {
  const url = urlOf(access.address, wanted);
  const { method = 'GET', isRepeatable = method === 'GET' } = wanted;
  const waits = isRepeatable ? repeatWaits : [];
  for (const milliseconds of waits) {
    try {
      return await requestOnce(access, url, wanted);
    } catch (error) {
      if (!isBroken(error)) throw asFault(error);
      await access.wait(milliseconds);
    }
  }
  return requestOnce(access, url, wanted).catch((error: unknown) => {
    throw asFault(error);
  });
}

function urlOf(address: string, { path, query = {} }: BrokerRequest): URL {
  const url = new URL(address + path);
  if (url.origin !== new URL(address).origin) throw new Error(`${path} leaves the address`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function requestOnce(
  access: RequestAccess,
  url: URL,
  { method = 'GET', headers = {}, body }: BrokerRequest,
): Promise<BrokerAnswer> {
  using limit = limitTime([access.signal], access.requestMilliseconds);
  const { signal } = limit;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      'user-agent': 'trackrecord (connector)',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { status } = response;
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw faultOf(status, response.headers, access.clock());
  }
  return { status, headers: response.headers, json: jsonOf(await bytesOf(response)) };
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);

/** Returns true if the connection broke before a whole answer came. */
const isBroken = (error: unknown): boolean => error instanceof TypeError && !isTimeout(error);

/**
 * Converts an error into a fault. The cause is left out: it may name the address with its query.
 */
function asFault(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  return new ConnectorError(
    'unavailable',
    isTimeout(error)
      ? makeReason('connector_server_late')
      : makeReason('connector_server_unreachable'),
  );
}

function faultOf(status: number, headers: Headers, now: Date): ConnectorError {
  if (status >= 300 && status < 400) {
    return new ConnectorError('unexpected', makeReason('connector_redirected'));
  }
  const retryAt = retryInstant(headers.get('retry-after'), now);
  const options = retryAt === null ? {} : { retryAt };
  return status === 429
    ? new ConnectorError('limited', makeReason('connector_too_many_requests'), options)
    : new ConnectorError('unavailable', makeReason('connector_server_error', { status }), options);
}

/** Reads `Retry-After`: seconds or a date. Returns null if it is missing or neither. */
export function retryInstant(text: string | null, now: Date): Date | null {
  const trimmed = text?.trim() ?? '';
  const isSeconds = /^\d{1,9}$/.test(trimmed);
  // Date.parse alone takes nearly any text.
  if (!isSeconds && !/^[A-Z][a-z]{2}, .* GMT$/.test(trimmed)) return null;
  const milliseconds = isSeconds ? Number(trimmed) * 1000 : Date.parse(trimmed) - now.getTime();
  if (Number.isNaN(milliseconds)) return null;
  const bounded = Math.min(Math.max(milliseconds, 0), longestRetryMilliseconds);
  return new Date(now.getTime() + bounded);
}

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) {
      throw new ConnectorError(
        'unexpected',
        makeReason('connector_answer_too_large', { max: maxBytes }),
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function jsonOf(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  try {
    if (!isUtf8(bytes)) throw new UnreadableExport(makeReason('file_not_json_or_cut'));
    const [value, ...others] = readJsonValues(bytes.toString());
    if (others.length > 0) throw new UnreadableExport(makeReason('file_not_json_or_cut'));
    return value;
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
    throw new ConnectorError('unexpected', makeReason('connector_answer_not_json'));
  }
}
