import { type LimitClock, systemClock } from './clock.ts';
import { verdictOf } from './counts.ts';
import { type Allowances, allowances, type Limits } from './limits.ts';
import { createLocalCounts } from './local-counts.ts';

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
