import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CommandError, connectFault } from '../base/errors.ts';
import { limitTime } from '../base/time-limit.ts';

/** Server and key of a sender. */
export interface Target {
  /** Address of the server. */
  readonly to: string;
  readonly key: string;
  /** Told why something has to be sent again, and when. */
  readonly onWait: (line: string) => void;
  /** Ends waiting. */
  readonly signal?: AbortSignal;
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /** Longest time for one try; default 60,000. */
  readonly milliseconds?: number;
  /** Milliseconds since 1970, for a server that says until when to wait. */
  readonly now?: () => number;
}

export interface SentPart {
  readonly receipt: string;
  readonly accepted: number;
  readonly rejected: readonly {
    readonly table: string;
    readonly row: number;
    readonly reason: string;
  }[];
  readonly rejected_count: number;
}

const maxLines = 20_000;
const maxCharacters = 4_000_000;
const timeoutMilliseconds = 60_000;
const maxTries = 12;
const maxWaitSeconds = 64;

/** Thrown where the server refuses what is sent, however often it is. */
export class RefusedRequest extends CommandError {
  readonly status: number;

  constructor(reason: string, status: number) {
    super(reason);
    this.name = 'RefusedRequest';
    this.status = status;
  }
}

/** Thrown where no trackrecord server took what is sent; it may, once it can be reached. */
export class UndeliveredError extends CommandError {
  override readonly name = 'UndeliveredError';
}

/** Lines in parts that a server takes at once. */
export function* partsOf(lines: readonly string[]): Generator<readonly string[]> {
  let part: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (part.length === maxLines || (part.length > 0 && characters + line.length > maxCharacters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(line);
    characters += line.length;
  }
  if (part.length > 0) yield part;
}

/**
 * Sends lines and answers with what they came to; again, after as long as the server says, where it
 * cannot take them now. What is sent twice has the first receipt, and changes nothing.
 */
export async function sendPart(lines: readonly string[], target: Target): Promise<SentPart> {
  const { onWait, signal, wait = waitSeconds } = target;
  const body = gzipSync(`${lines.join('\n')}\n`);
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(body, target);
    if ('sent' in outcome) return outcome.sent;
    const { reason, retryAfter } = outcome;
    if (tries === maxTries) throw new UndeliveredError(`${reason}; gave up after ${tries} tries`);
    const seconds = retryAfter ?? Math.min(2 ** tries, maxWaitSeconds);
    onWait(`${reason}; trying again in ${seconds} s`);
    await wait(seconds, signal);
  }
}

const waitSeconds = async (seconds: number, signal?: AbortSignal): Promise<void> => {
  await pause(seconds * 1000, undefined, signal ? { signal } : {});
};

type Tried =
  | { readonly sent: SentPart }
  | { readonly reason: string; readonly retryAfter: number | null };

const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 507]);

async function tryOnce(body: Buffer<ArrayBuffer>, target: Target): Promise<Tried> {
  const { to, key, signal, milliseconds = timeoutMilliseconds, now = Date.now } = target;
  using limit = limitTime(signal ? [signal] : [], milliseconds);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${to}/connect/v1/facts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      },
      body,
      signal: limit.signal,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { reason: `${to} cannot be reached: ${reasonOf(error)}`, retryAfter: null };
  }
  const answer = parsed(text);
  if (response.status === 202 || (response.status === 422 && isSent(answer))) {
    if (isSent(answer)) return { sent: answer };
  }
  if (response.ok) {
    throw new UndeliveredError(
      `${to} answers ${response.status}, but not as a trackrecord server; check the address`,
    );
  }
  const detail = 'detail' in answer ? String(answer.detail) : '';
  const reason = `${to} answers ${response.status}${detail && `: ${detail}`}`;
  if (!passing.has(response.status)) throw new RefusedRequest(reason, response.status);
  return { reason, retryAfter: secondsIn(response.headers.get('retry-after'), now()) };
}

/** Seconds to wait by `Retry-After`, which has seconds or a date. Null if it has neither. */
function secondsIn(retryAfter: string | null, now: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000));
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isSent = (answer: object): answer is SentPart => 'receipt' in answer && 'rejected' in answer;

/** Says why nothing answered: of `fetch` its cause does. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it does not answer in time';
  return connectFault(error instanceof Error ? (error.cause ?? error) : error);
}
