import type { Log } from '../../../pipeline/base/log.ts';

/**
 * Circuit breaker for Redis: decides whether to ask it, and logs changes. Times are monotonic
 * milliseconds.
 */
export interface Breaker {
  /** Returns `wait` (ask and wait), `probe` (ask without waiting) or `skip` (don't ask). */
  way(at: number): Way;
  /** Notes that the request sent at that time was answered. */
  noteAnswer(at: number): void;
  /** Notes that no answer came in time: Redis or this machine may be slow. */
  noteSilence(error: unknown, at: number): void;
  /** Notes that Redis returned an error or is not connected. */
  noteLoss(error: unknown, at: number): void;
  /** Notes a connection error as the reason to log. */
  noteError(error: Error): void;
}

export type Way = 'wait' | 'probe' | 'skip';

/** Thresholds of the breaker, in milliseconds and numbers. */
export const breakerRules = {
  /** Timeouts closer together than this count as one incident. */
  oneTrouble: 200,
  /** Incidents within `within` after which Redis is given up, if timeouts outnumber answers. */
  troubles: 3,
  within: 10_000,
  /** Pause before the first probe; each failed probe doubles it. */
  firstPause: 500,
  longestPause: 30_000,
  /** Successful probes in a row after which Redis is used again. */
  probes: 3,
  /** Time after which a new loss starts with the first pause and may be logged again. */
  calm: 60_000,
} as const;

interface Doubt {
  readonly since: number;
  readonly lastAt: number;
  readonly troubles: number;
  /** Timeouts since the last incident began. */
  silences: number;
  answers: number;
}

interface Loss {
  readonly reason: string;
  nextAt: number;
  /** Start of the running probe; null without one. */
  probedAt: number | null;
  goodProbes: number;
  isLogged: boolean;
}

/**
 * Creates a breaker. It is patient with a slow Redis, and pauses longer each time Redis comes and
 * goes.
 */
export function createBreaker(log: Log): Breaker {
  const rules = breakerRules;
  let doubt: Doubt | null = null;
  let loss: Loss | null = null;
  let lastError: Error | undefined;
  let pause = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;

  const logLoss = (at: number): void => {
    if (loss === null || loss.isLogged || at - loggedAt < rules.calm) return;
    const { reason } = loss;
    loss.isLogged = true;
    loggedAt = at;
    log.warn('Redis is lost; each process counts limits by itself', {
      reason,
      ...(unlogged > 1 && { times: unlogged }),
    });
    unlogged = 0;
  };
  const lose = (error: unknown, at: number): void => {
    pause = at - endedAt < rules.calm ? longer(pause) : rules.firstPause;
    const reason = reasonOf(lastError ?? error);
    loss = { reason, nextAt: at + pause, probedAt: null, goodProbes: 0, isLogged: false };
    doubt = null;
    unlogged += 1;
    logLoss(at);
  };
  const longer = (milliseconds: number) => Math.min(milliseconds * 2, rules.longestPause);
  const failProbe = (lost: Loss, at: number): void => {
    if (lost.probedAt !== at) return;
    pause = longer(pause);
    lost.probedAt = null;
    lost.goodProbes = 0;
    lost.nextAt = at + pause;
  };

  return {
    way(at) {
      if (loss === null) return 'wait';
      logLoss(at);
      if (loss.probedAt !== null || at < loss.nextAt) return 'skip';
      loss.probedAt = at;
      return 'probe';
    },
    noteAnswer(at) {
      if (loss === null) {
        lastError = undefined;
        if (doubt !== null) doubt.answers += 1;
        return;
      }
      if (loss.probedAt !== at) return;
      loss.probedAt = null;
      loss.goodProbes += 1;
      if (loss.goodProbes < rules.probes) return;
      if (loss.isLogged) log.info('Redis is back; limits are shared between processes again');
      loss = null;
      lastError = undefined;
      endedAt = at;
    },
    noteSilence(error, at) {
      if (loss !== null) return failProbe(loss, at);
      const known = doubt !== null && at - doubt.since < rules.within ? doubt : null;
      if (known !== null && at - known.lastAt < rules.oneTrouble) {
        known.silences += 1;
        return;
      }
      const isWorse = known !== null && known.silences > known.answers;
      const { since, troubles } = isWorse ? known : { since: at, troubles: 0 };
      doubt = { since, lastAt: at, troubles: troubles + 1, silences: 1, answers: 0 };
      if (doubt.troubles >= rules.troubles) lose(error, at);
    },
    noteLoss(error, at) {
      if (loss === null) lose(error, at);
      else failProbe(loss, at);
    },
    noteError(error) {
      lastError = error;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
