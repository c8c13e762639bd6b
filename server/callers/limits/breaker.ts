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
  nextAction(at: number): Action;
  /** Notes that the request sent at that time was answered. */
  noteAnswer(at: number): void;
  /** Notes that no answer came in time: Redis or this machine may be slow. */
  noteTimeout(error: unknown, at: number): void;
  /** Notes that Redis returned an error or is not connected. */
  noteFailure(error: unknown, at: number): void;
  /** Notes a connection error as the reason to log. */
  noteError(error: Error): void;
}

type Action = 'wait' | 'probe' | 'skip';

/** Thresholds of the breaker, in milliseconds and numbers. */
const breakerRules = {
  /** Timeouts closer together than this count as one incident. */
  sameIncident: 200,
  /** Incidents within `within` after which Redis is given up, if timeouts outnumber answers. */
  incidents: 3,
  within: 10_000,
  /** Pause before the first probe; each failed probe doubles it. */
  firstPause: 500,
  longestPause: 30_000,
  /** Successful probes in a row after which Redis is used again. */
  probes: 3,
  /** Time without an outage after which the next one starts with the first pause again. */
  quietTime: 60_000,
} as const;

interface SlowPhase {
  readonly since: number;
  readonly lastAt: number;
  readonly incidents: number;
  /** Timeouts since the last incident began. */
  timeouts: number;
  answers: number;
}

interface Outage {
  readonly reason: string;
  nextAt: number;
  /** Start of the running probe; null without one. */
  probedAt: number | null;
  goodProbes: number;
  isLogged: boolean;
}

const lost =
  'Redis is lost; each process counts limits by itself; see that Redis runs and that REDIS_URL is right';

/**
 * Creates a breaker. A slow Redis is asked until it has timed out several times. If Redis comes and
 * goes, each pause is longer than the one before.
 */
export function createBreaker(log: Log): Breaker {
  const rules = breakerRules;
  let slowPhase: SlowPhase | null = null;
  let outage: Outage | null = null;
  let lastError: Error | undefined;
  let pause = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;

  const logOutage = (at: number): void => {
    if (outage === null || outage.isLogged || at - loggedAt < rules.quietTime) return;
    const { reason } = outage;
    outage.isLogged = true;
    loggedAt = at;
    log.warn(lost, {
      reason,
      ...(unlogged > 1 && { times: unlogged }),
    });
    unlogged = 0;
  };
  const startOutage = (error: unknown, at: number): void => {
    pause = at - endedAt < rules.quietTime ? doubled(pause) : rules.firstPause;
    const reason = reasonOf(lastError ?? error);
    outage = { reason, nextAt: at + pause, probedAt: null, goodProbes: 0, isLogged: false };
    slowPhase = null;
    unlogged += 1;
    logOutage(at);
  };
  const doubled = (milliseconds: number) => Math.min(milliseconds * 2, rules.longestPause);
  const failProbe = (current: Outage, at: number): void => {
    if (current.probedAt !== at) return;
    pause = doubled(pause);
    current.probedAt = null;
    current.goodProbes = 0;
    current.nextAt = at + pause;
  };

  return {
    nextAction(at) {
      if (outage === null) return 'wait';
      logOutage(at);
      if (outage.probedAt !== null || at < outage.nextAt) return 'skip';
      outage.probedAt = at;
      return 'probe';
    },
    noteAnswer(at) {
      if (outage === null) {
        lastError = undefined;
        if (slowPhase !== null) slowPhase.answers += 1;
        return;
      }
      if (outage.probedAt !== at) return;
      outage.probedAt = null;
      outage.goodProbes += 1;
      if (outage.goodProbes < rules.probes) return;
      if (outage.isLogged) log.info('Redis is back; limits are shared between processes again');
      outage = null;
      lastError = undefined;
      endedAt = at;
    },
    noteTimeout(error, at) {
      if (outage !== null) return failProbe(outage, at);
      const current = slowPhase !== null && at - slowPhase.since < rules.within ? slowPhase : null;
      if (current !== null && at - current.lastAt < rules.sameIncident) {
        current.timeouts += 1;
        return;
      }
      const isWorse = current !== null && current.timeouts > current.answers;
      const { since, incidents } = isWorse ? current : { since: at, incidents: 0 };
      slowPhase = { since, lastAt: at, incidents: incidents + 1, timeouts: 1, answers: 0 };
      if (slowPhase.incidents >= rules.incidents) startOutage(error, at);
    },
    noteFailure(error, at) {
      if (outage === null) startOutage(error, at);
      else failProbe(outage, at);
    },
    noteError(error) {
      lastError = error;
    },
  };
}

/** Says why Redis failed, with its address if nothing is reached there. */
const reasonOf = (error: unknown): string => inEnglish(connectReason(error));
