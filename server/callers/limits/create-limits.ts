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

/** Two clocks: what is shown is of the first, what is counted of the second. */
export interface LimitClock {
  /** Unix milliseconds; somebody may set it back or forward at any time. */
  wall(): number;
  /** Milliseconds since whenever; nobody can set it. */
  steady(): number;
}

export const systemClock: LimitClock = {
  wall: () => Date.now(),
  steady: () => performance.now(),
};

export interface LimitsOptions {
  /** Redis that shares the counts between processes; null counts in this one alone. */
  readonly redisUrl: string | null;
  readonly log: Log;
  readonly clock?: LimitClock;
  readonly limits?: Allowances;
  /** Milliseconds that a request waits for Redis at most. */
  readonly timeout?: number;
}

/**
 * The limits of this process. With Redis, every request is counted here and there, and passes
 * where both let it: without an answer from Redis, what this process has counted decides.
 */
export async function createLimits(options: LimitsOptions): Promise<Limits> {
  const { redisUrl, log, clock = systemClock, limits = allowances } = options;
  if (redisUrl === null) return createMemoryLimits(clock, limits);
  const { connectSharedCounts } = await import('./shared-counts.ts');
  const { timeout } = options;
  const settings = { redisUrl, allowances: limits, log, ...(timeout && { timeout }) };
  const shared = await connectSharedCounts(settings);
  const local = createLocalCounts(limits);

  return {
    take(allowance, client) {
      const at = clock.steady();
      const own = local.take(allowance, client, at);
      const judge = (count: Count) => verdictOf(limits[allowance], count, clock.wall());
      const answer = own.isAllowed ? shared.take(allowance, client, at) : undefined;
      if (answer === undefined) return judge(own);
      return answer.then((count) => {
        if (count === null) return judge(own);
        if (!count.isAllowed) local.giveBack(allowance, client, at);
        return judge(stricterOf(count, own));
      });
    },
    close: () => shared.close(),
  };
}

/** Limits of one process by itself, decided at once. */
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
