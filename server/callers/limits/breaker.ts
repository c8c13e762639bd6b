import { connectReason } from '../../../pipeline/base/errors.ts';
import type { Log } from '../../../pipeline/base/log.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';

/**
 * Circuit breaker for Redis. It decides whether to ask Redis, and logs when an outage begins and
 * ends. Times are monotonic milliseconds.
 */
export interface Breaker {
  /**
   * Decides about a request: ask Redis and wait for it (`wait`), ask without waiting (`probe`), or
   * don't ask (`skip`).
   */
  nextAction(at: number): 'wait' | 'probe' | 'skip';
  /** Notes that the request sent at that time was answered. */
  noteAnswer(at: number): void;
  /** Notes that no answer came in time: Redis or this machine may be slow. */
  noteTimeout(error: unknown, at: number): void;
  /** Notes that Redis returned an error or is not connected. */
  noteFailure(error: unknown, at: number): void;
  /** Notes a connection error as the reason to log. */
  noteError(error: Error): void;
}

/** Timeouts in a row, within some milliseconds, after which Redis is given up. */
const [timeouts, within] = [3, 10_000];

/** Milliseconds from one probe to the next. */
const pause = 1000;

const lost =
  'Redis is lost; each process counts limits by itself; see that Redis runs and that REDIS_URL is right';

/** Creates a breaker. */
export function createBreaker(log: Log): Breaker {
  let late: number[] = [];
  let lastError: Error | undefined;
  /** Time of the newest probe, or of the loss; null while Redis is used. */
  let probedAt: number | null = null;

  const lose = (error: unknown, at: number): void => {
    if (probedAt !== null) return;
    // It says why Redis failed, with its address if nothing is reached there.
    log.warn(lost, { reason: inEnglish(connectReason(lastError ?? error)) });
    probedAt = at;
    late = [];
  };

  return {
    nextAction(at) {
      if (probedAt === null) return 'wait';
      if (at < probedAt + pause) return 'skip';
      probedAt = at;
      return 'probe';
    },
    noteAnswer(at) {
      late = [];
      // What was asked before the newest probe says nothing of now.
      if (probedAt !== null && probedAt !== at) return;
      if (probedAt !== null) log.info('Redis is back; limits are shared between processes again');
      probedAt = null;
      lastError = undefined;
    },
    noteTimeout(error, at) {
      late = [...late.filter((before) => at - before < within), at];
      if (late.length >= timeouts) lose(error, at);
    },
    noteFailure: lose,
    noteError(error) {
      lastError = error;
    },
  };
}
