import type { Log } from '../../../pipeline/base/log.ts';

/**
 * Whether it is worth asking Redis, and the log's lines about it; times are steady milliseconds.
 */
export interface Breaker {
  /** `wait` for its answer, `probe`: ask but wait for nothing, or `skip` it. */
  way(at: number): Way;
  /** What became of asking at that time. */
  noteAnswer(at: number): void;
  /** No answer in time: Redis may be slow, or this machine. */
  noteSilence(error: unknown, at: number): void;
  /** It said no, or there is no connection. */
  noteLoss(error: unknown, at: number): void;
  /** Remembers why, for the log, before anything was asked. */
  noteError(error: Error): void;
}

export type Way = 'wait' | 'probe' | 'skip';

/** What is waited for and how long, in milliseconds and numbers. */
export const breakerRules = {
  /** Silences closer together than this are one trouble. */
  oneTrouble: 200,
  /** With fewer answers than silences between them, and within the time, to lose Redis. */
  troubles: 3,
  within: 10_000,
  /** Before the first probe; each that fails doubles it. */
  firstPause: 500,
  longestPause: 30_000,
  /** Good probes in a row to have it back. */
  probes: 3,
  /** After which a new loss begins with the first pause again, and may be logged again. */
  calm: 60_000,
} as const;

interface Doubt {
  readonly since: number;
  readonly lastAt: number;
  readonly troubles: number;
  /** Since the last trouble began. */
  silences: number;
  answers: number;
}

interface Loss {
  readonly reason: string;
  nextAt: number;
  /** Of the probe under way. */
  probedAt: number | null;
  goodProbes: number;
  isLogged: boolean;
}

/**
 * Damped both ways: a slow Redis is given time, and one that comes and goes is left alone for
 * longer each time.
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
