import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Plan } from '../../pipeline/registry/words.ts';
import type { Moment, Moments } from '../accounts/moment.ts';
import { type CallerServices, callerOf, countRequest } from '../callers/callers.ts';
import { limitHeaders, limitHeadersOf } from '../callers/limits/limits.ts';
import type { Decisions } from '../callers/live-registry.ts';
import { type Body, bodyCost } from '../http/body.ts';
import { brokenGuard } from '../http/guards.ts';
import { valuesOf } from '../http/headers.ts';
import { after, type MaybePromise } from '../http/memory.ts';
import type { Observer } from '../http/observer.ts';
import { type HeaderList, sendAgain } from '../http/replies.ts';

/** Answer that a caller with a key got, to send again for the same request. */
interface FinishedAnswer {
  /** Hash of the caller's key. */
  readonly sha256: string;
  /** Plan on which it was made. */
  readonly plan: Plan;
  readonly body: Body;
  /** Headers that were set before those of the body. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Headers without those of the limits; null before the first repetition. */
  list: HeaderList | null;
}

/**
 * Finished answers of one moment. They are dropped at the next decision or publication, so none is
 * older than a decision. Only callers with a key have any: nobody else can fill the memory.
 */
export interface FinishedAnswers {
  /** Returns true if there is an answer of that name, perhaps of an earlier moment. */
  has(name: string): boolean;
  find(moment: Moment, name: string): FinishedAnswer | undefined;
  keep(moment: Moment, name: string, answer: FinishedAnswer): void;
  /** Returns the memory that they take, in bytes. */
  bytes(): number;
}

/** Memory that an answer takes in addition to its body and its name, in bytes. */
const overheadBytes = 1_000;

/** Creates a cache of at most that many bytes. It drops the answers used longest ago. */
export function createFinishedAnswers(maximumBytes: number): FinishedAnswers {
  const answers = new LRUCache<string, FinishedAnswer>({
    maxSize: maximumBytes,
    sizeCalculation: ({ body }, name) => Math.ceil(bodyCost(body)) + name.length + overheadBytes,
  });
  // Weak, so that a moment and its version are freed without a further request.
  let newest: WeakRef<Moment> | undefined;
  return {
    has: (name) => answers.has(name),
    find: (moment, name) => (newest?.deref() === moment ? answers.get(name) : undefined),
    keep(moment, name, answer) {
      if (newest?.deref() !== moment) {
        answers.clear();
        newest = new WeakRef(moment);
      }
      answers.set(name, answer);
    },
    bytes: () => answers.calculatedSize,
  };
}

export interface FinishedServices extends CallerServices {
  readonly moments: Moments;
  readonly finished: FinishedAnswers;
  readonly metrics?: Pick<Observer, 'countRepeatedAnswer'> | undefined;
}

/** Keeps an answer that is about to be sent, if its caller has a key. */
export function keepFinished(
  { finished }: FinishedServices,
  moment: Moment,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): void {
  const caller = callerOf(request);
  if (caller.kind !== 'key') return;
  const name = nameOf(request.raw);
  if (name === null) return;
  const { sha256, plan } = caller;
  finished.keep(moment, name, { sha256, plan, body, headers: reply.getHeaders(), list: null });
}

/**
 * Sends finished answers again before the other hooks of a route group. What those hooks do for
 * each request is done here too: the key, its plan, the limit and the use of the key. Every other
 * request goes on to them, and also one that would be refused.
 */
export function repeatAnswers(app: FastifyInstance, services: FinishedServices): void {
  app.addHook('onRequest', (request, reply, next) => {
    const name = nameOf(request.raw);
    // Most requests have none, and need not ask the registry here.
    if (name === null || !services.finished.has(name)) return next();
    const isSent = repeat(name, request, reply, services);
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
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { liveRegistry, moments, finished, limits, keyUses, metrics }: FinishedServices,
): MaybePromise<boolean> {
  const repeatBy = (decisions: Decisions): MaybePromise<boolean> => {
    using moment = moments.at(decisions);
    const answer = finished.find(moment, name);
    if (answer === undefined || brokenGuard(request.raw, false)) return false;
    return after(liveRegistry.findKey(answer.sha256, decisions), (key) => {
      // A plan ends with time.
      if (key?.plan !== answer.plan) return false;
      const caller = { kind: 'key', ...key, sha256: answer.sha256, decisions } as const;
      return after(countRequest(limits, caller, request.ip), (verdict) => {
        if (!verdict.isAllowed) return false;
        keyUses.note(key.id);
        metrics?.countRepeatedAnswer();
        answer.list ??= listOf(withoutLimits(answer.headers));
        const headers = answer.list.concat(listOf(limitHeadersOf(verdict)));
        return after(sendAgain(request, reply, answer.body, headers), () => true);
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
  const [authorization, second] = valuesOf('authorization', rawHeaders);
  return authorization === undefined || second !== undefined ? null : `${authorization}\n${url}`;
}

function withoutLimits(headers: FinishedAnswer['headers']): object {
  const rest = { ...headers };
  for (const name of limitHeaders) delete rest[name];
  return rest;
}

/** Lists headers as names and values in turn. */
function listOf(headers: object): HeaderList {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) list.push(name, String(value));
  return list;
}
