import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { DeliveryError, type Message, type Send } from './message.ts';
import { pinnedAddress, RefusedAddress, type Resolve } from './public-address.ts';

/** Time that one try may take, from the look-up of the name to the end of the answer. */
const tryMilliseconds = 10_000;
const maxAnswerBytes = 16 * 1024;

interface WebhookOptions {
  readonly baseUrl: () => string;
  readonly clock: () => Date;
  /** True if private and loopback addresses may be reached. */
  readonly allowsPrivate: boolean;
  readonly resolve?: Resolve;
  /** Certificate to trust besides those of the system, for tests. */
  readonly ca?: string;
  readonly milliseconds?: number;
}

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Longest address of a webhook, in characters. */
const maxAddress = 500;

/** Returns a webhook's address in its normal form; null unless it is HTTPS without a password. */
export function webhookAddress(text: string): string | null {
  if (text.length > maxAddress || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}

/** Returns the value of `X-Trackrecord-Signature` for a body that is sent at a Unix second. */
const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Returns the body of a webhook. Equal messages have equal bodies. */
const webhookBody = (
  { id, kind, details, created_at, account }: Message,
  baseUrl: string,
): string =>
  JSON.stringify({
    id,
    type: kind,
    created_at,
    account: account && { ...account, url: `${baseUrl}/me/accounts/${account.slug}` },
    data: details,
  });

/**
 * Creates the sender of webhooks. It connects to the address that it checked, follows no redirect,
 * and reads a bounded answer within a bounded time.
 */
export function createWebhooks(options: WebhookOptions): Send {
  const { baseUrl, clock, allowsPrivate, resolve = resolveAll, ca } = options;
  const { milliseconds = tryMilliseconds } = options;
  return async (message) => {
    const { address, secret } = message.target;
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new DeliveryError('refused_address', true);
    const signal = AbortSignal.timeout(milliseconds);
    const pinned = await until(signal, pinnedAddress(url.hostname, resolve, allowsPrivate)).catch(
      faultOf,
    );
    const body = webhookBody(message, baseUrl());
    const timestamp = Math.floor(clock().getTime() / 1000);
    const pinnedLookup: LookupFunction = (_host, { all }, done) => {
      if (all) done(null, [pinned]);
      else done(null, pinned.address, pinned.family);
    };
    const status = await new Promise<number>((resolveStatus, reject) => {
      const sending = request(
        url,
        {
          method: 'POST',
          agent: false,
          signal,
          lookup: pinnedLookup,
          ca,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'trackrecord',
            'x-trackrecord-delivery': message.id,
            'x-trackrecord-timestamp': timestamp,
            'x-trackrecord-signature': signatureOf(secret, timestamp, body),
          },
        },
        (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            // The status is all that counts of an answer.
            if (bytes > maxAnswerBytes) sending.destroy();
          });
          answer.on('error', () => {});
          answer.on('close', () => resolveStatus(answer.statusCode ?? 0));
        },
      );
      sending.on('error', reject);
      sending.end(body);
    }).catch(faultOf);
    if (signal.aborted) throw new DeliveryError('timeout');
    if (status >= 300 && status < 400) throw new DeliveryError('redirect');
    if (status < 200 || status >= 300) throw new DeliveryError('refused');
  };
}

/** Rejects once the signal is aborted, since a look-up of a name cannot be stopped. */
async function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

function faultOf(error: unknown): never {
  // An address may become another one later, so each try looks again.
  if (error instanceof RefusedAddress) throw new DeliveryError('refused_address');
  const name = error instanceof Error ? error.name : '';
  throw new DeliveryError(
    name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable',
  );
}
