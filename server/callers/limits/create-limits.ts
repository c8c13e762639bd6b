import { performance } from 'node:perf_hooks';
import type { Log } from '../../../pipeline/base/log.ts';
import {
  type Allowances,
  allowances,
  type Count,
  type Limits,
  stricterOf,
  verdictOf,
} from './limits.ts';
import { createLocalCounts } from './local-counts.ts';

/** Clocks of the rate limits: `wall` for times that clients see, `steady` for counting. */
export interface LimitClock {
  /** Returns Unix milliseconds; the clock may be set at any time. */
  wall(): number;
  /** Returns monotonic milliseconds, which nobody can set. */
  steady(): number;
}

export const systemClock: LimitClock = {
  wall: () => Date.now(),
  steady: () => performance.now(),
};

export interface LimitsOptions {
  /** Redis that shares the counts between processes; null counts only in this process. */
  readonly redisUrl: string | null;
  readonly log: Log;
  readonly clock?: LimitClock;
  readonly limits?: Allowances;
  /** Longest time that a request waits for Redis, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Creates the rate limits. With Redis, a request counts in this process and in Redis, and passes if
 * both allow it. Without an answer from Redis, the count of this process decides.
 */
export async function createLimits(options: LimitsOptions): Promise<Limits> {
  const { redisUrl, log, clock = systemClock, limits = allowances } = options;
  if (redisUrl === null) return createMemoryLimits(clock, limits);
  const { connectSharedCounts } = await import('./shared-counts.ts');
  const { timeout } = options;
  const at = clock.steady();
  const shared = await connectSharedCounts({ redisUrl, allowances: limits, log, at, timeout });
  const local = createLocalCounts(limits);

  return {
    take(allowance, client) {
      const at = clock.steady();
      const localCount = local.take(allowance, client, at);
      const judge = (count: Count) => verdictOf(limits[allowance], count, clock.wall());
      const answer = localCount.isAllowed ? shared.take(allowance, client, at) : undefined;
      if (answer === undefined) return judge(localCount);
      return answer.then((count) => {
        if (count === null) return judge(localCount);
        if (!count.isAllowed) local.giveBack(allowance, client, at);
        return judge(stricterOf(count, localCount));
      });
    },
    close: () => shared.close(),
  };
}

/** Creates the rate limits of a single process, which decide at once. */
export function createMemoryLimits(
  clock: LimitClock = systemClock,
  limits: Allowances = allowances,
): Limits {
  const counts = createLocalCounts(limits);
  return {
    take(allowance, client) {
      const count = counts.take(allowance, client, clock.steady());
      return verdictOf(limits[allowance], count, clock.wall());
    },
    close: async () => {},
  };
}
