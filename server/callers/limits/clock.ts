import { performance } from 'node:perf_hooks';

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
