import { type FeedAddress, isSameServer, redirectOf } from './address.ts';

/** Validators of an answer, which the next request sends back. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

interface FeedAnswer {
  /** Null where the copy at hand is still the newest. */
  body: Buffer | null;
  validators: Validators;
  /** Seconds that the answer may be cached, or null if it does not say. */
  maxAgeSeconds: number | null;
}

/** An answer that is no feed: why, and when to ask again where it says so. */
export class Refusal extends Error {
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Refusal';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const maxBytes = 16 * 1024 * 1024;
const maxRedirects = 5;
const agent = 'trackrecord (economic calendar)';

/**
 * Requests a feed if it has changed. Throws a Refusal unless the answer is complete or "unchanged".
 */
export async function requestFeed(
  { url, authorization }: FeedAddress,
  { etag, last_modified }: Validators,
  timeoutMilliseconds: number,
): Promise<FeedAnswer> {
  try {
    const response = await follow(url, {
      signal: AbortSignal.timeout(timeoutMilliseconds),
      redirect: 'manual',
      headers: {
        'user-agent': agent,
        ...(authorization && { authorization }),
        ...(etag && { 'if-none-match': etag }),
        ...(last_modified && { 'if-modified-since': last_modified }),
      },
    });
    const { headers, status } = response;
    if (status !== 200 && status !== 304) {
      await response.body?.cancel();
      throw new Refusal(`answered ${status}`, secondsOf(headers.get('retry-after')));
    }
    return {
      body: status === 200 ? await bodyOf(response) : null,
      validators: {
        etag: headers.get('etag') ?? (status === 304 ? etag : null),
        last_modified: headers.get('last-modified') ?? (status === 304 ? last_modified : null),
      },
      maxAgeSeconds: secondsOf(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]),
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(reasonOf(error), null, { cause: error });
  }
}

/** Asks, and again where a redirect leads, as long as that is the same server. */
async function follow(first: URL, request: RequestInit): Promise<Response> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, request);
    if (!redirecting.has(response.status)) return response;
    await response.body?.cancel();
    const next = redirectOf(response.headers.get('location'), url);
    if (next === null) throw new Refusal(`answered ${response.status} without an address`);
    if (!isSameServer(next, url)) {
      throw new Refusal(
        `redirects to ${next.origin}, which is not followed; set the address it leads to instead`,
      );
    }
    url = next;
  }
  throw new Refusal(`redirects more than ${maxRedirects} times`);
}

const redirecting = new Set([301, 302, 303, 307, 308]);

async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Refusal(`answered more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const secondsOf = (text: string | null | undefined): number | null =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : null;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'did not answer in time';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
