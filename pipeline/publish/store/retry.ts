import { setTimeout as wait } from 'node:timers/promises';

/** Number of attempts, and the pause before the second one. */
export interface Attempts {
  readonly count: number;
  readonly pauseMilliseconds: number;
}

/** Tries again, after twice as long each time, while a failure may pass; throws the last one. */
export async function retry<Result>(
  work: () => Promise<Result>,
  mayPass: (error: unknown) => boolean,
  { count, pauseMilliseconds }: Attempts,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= count || !mayPass(error)) throw error;
      // Machines that failed at once do not come back at once.
      await wait(pauseMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
