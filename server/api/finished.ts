import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Plan } from '../../pipeline/registry/words.ts';
import type { Moment, Moments } from '../accounts/moment.ts';
import { type CallerServices, callerOf, countByKey } from '../callers/callers.ts';
import { limitHeaders, limitHeadersOf } from '../callers/limits/limits.ts';
import type { Decisions } from '../callers/live-registry.ts';
import { type Body, bodyCost } from '../http/body.ts';
import { brokenGuard } from '../http/guards.ts';
import { valuesOf } from '../http/headers.ts';
import { after, type MaybePromise } from '../http/memory.ts';
import type { Observer } from '../http/observer.ts';
import { listOf, type Resend, resending } from '../http/replies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the answer to a request of the versioned API; null without a key. */
    answerName: string | null;
  }
}

/** Answer that a caller with a key got, to send again for the same request. */
interface FinishedAnswer {
  /** Moment at which it was made. Weak, so that the moment's version can be closed and freed. */
  readonly moment: WeakRef<Moment>;
  /** Hash of the caller's key. */
  readonly sha256: string;
  /** Plan on which it was made. */
  readonly plan: Plan;
  readonly body: Body;
  /** Headers that were set before those of the body. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Null before the first repetition. */
  resend: Resend | null;
}

/**
 * Finished answers of one moment. They are dropped at the next decision or publication, so none is
 * older than a decision. Only callers with a key have any: nobody else can fill the memory.
 */
export interface FinishedAnswers {
  /** Returns the answer of that name, perhaps of an earlier moment. */
  find(name: string): FinishedAnswer | undefined;
  /**
   * Tells whether an answer of that name was asked about lately. The first time it returns false,
   * since most answers that are asked for once never come again, and keeping one takes 5 µs.
   */
  isWorthKeeping(name: string): boolean;
  keep(moment: Moment, name: string, answer: Omit<FinishedAnswer, 'moment' | 'resend'>): void;
  /** Returns the memory that they take, in bytes. */
  bytes(): number;
}

/** Memory that an answer takes in addition to its body and its name, in bytes. */
const overheadBytes = 1_000;

/** Number of names that are remembered, by checksum: each takes the place of an earlier one. */
const rememberedNames = 16_384;

/** Creates a cache of at most that many bytes. It drops the answers used longest ago. */
export function createFinishedAnswers(maximumBytes: number): FinishedAnswers {
  const answers = new LRUCache<string, FinishedAnswer>({
    maxSize: maximumBytes,
    sizeCalculation: ({ body }, name) => Math.ceil(bodyCost(body)) + name.length + overheadBytes,
  });
  const checksums = new Uint32Array(rememberedNames);
  let newest: WeakRef<Moment> | undefined;
  return {
    find: (name) => answers.get(name),
    isWorthKeeping(name) {
      const checksum = crc32(name);
      const place = checksum % rememberedNames;
      const isKnown = checksums[place] === checksum;
      checksums[place] = checksum;
      return isKnown;
    },
    keep(moment, name, { sha256, plan, body, headers }) {
      if (newest?.deref() !== moment) {
        answers.clear();
        newest = new WeakRef(moment);
      }
      // Written out, since a spread takes microseconds.
      answers.set(name, { moment: newest, sha256, plan, body, headers, resend: null });
    },
    bytes: () => answers.calculatedSize,
  };
}

export interface FinishedServices extends CallerServices {
  readonly moments: Moments;
  readonly finished: FinishedAnswers;
  readonly metrics?: Pick<Observer, 'countRepeatedAnswer'> | undefined;
}

/** Keeps an answer that is about to be sent, if its caller has a key and asked for it lately. */
export function keepFinished(
  { finished }: FinishedServices,
  moment: Moment,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): void {
  const { answerName } = request;
  const caller = callerOf(request);
  if (caller.kind !== 'key' || answerName === null || !finished.isWorthKeeping(answerName)) return;
  const { sha256, plan } = caller;
  finished.keep(moment, answerName, { sha256, plan, body, headers: reply.getHeaders() });
}

/**
 * Sends finished answers again before the other hooks of a route group. What those hooks do for
 * each request is done here too: the key, its plan, the limit and the use of the key. Every other
 * request goes on to them, and also one that would be refused.
 */
export function repeatAnswers(app: FastifyInstance, services: FinishedServices): void {
  app.decorateRequest('answerName', null);
  app.addHook('onRequest', (request, reply, next) => {
    const name = nameOf(request.raw);
    request.answerName = name;
    // Most requests have none, and need not ask the registry here.
    const answer = name === null ? undefined : services.finished.find(name);
    if (answer === undefined) return next();
    const isSent = repeat(answer, request, reply, services);
    const go = (sent: boolean): void => {
      if (!sent) next();
    };
    if (isSent instanceof Promise) isSent.then(go, next);
    else go(isSent);
  });
}

/**
 * Sends a finished answer again by the current rules. Returns false if the other hooks must answer.
 */
function repeat(
  answer: FinishedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { liveRegistry, moments, limits, keyUses, metrics }: FinishedServices,
): MaybePromise<boolean> {
  const repeatBy = (decisions: Decisions): MaybePromise<boolean> => {
    const isCurrent = answer.moment.deref() === moments.last(decisions);
    if (!isCurrent || brokenGuard(request)) return false;
    return after(decisions.findKey(answer.sha256), (key) => {
      // A plan ends with time.
      if (key?.plan !== answer.plan) return false;
      return after(countByKey(limits, key), (verdict) => {
        if (!verdict.isAllowed) return false;
        keyUses.note(key.id);
        metrics?.countRepeatedAnswer();
        answer.resend ??= resending(answer.body, withoutLimits(answer.headers));
        return after(answer.resend(request, reply, listOf(limitHeadersOf(verdict))), () => true);
      });
    });
  };
  const decisions = liveRegistry.decisions();
  return decisions instanceof Promise ? decisions.then(repeatBy, () => false) : repeatBy(decisions);
}

/**
 * Returns the name of a request's answer: what the answer depends on, in addition to the moment and
 * the plan. Null without a key. The headers of codings and conditions choose a form of its body.
 */
function nameOf({ method, url, rawHeaders }: IncomingMessage): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // A page of an earlier version ends when a run removes that version.
  if (url?.includes('version=')) return null;
  const [authorization, second] = valuesOf('authorization', rawHeaders);
  return authorization === undefined || second !== undefined ? null : `${authorization}\n${url}`;
}

function withoutLimits(headers: FinishedAnswer['headers']): object {
  const rest = { ...headers };
  for (const name of limitHeaders) delete rest[name];
  return rest;
}
