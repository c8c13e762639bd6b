/**
 * Milliseconds after which a started process is killed. No test may depend on it: whatever takes
 * this long is wrong on any machine, and `run.ts` would end the file soon after.
 */
export const timeout = 400_000;

/** Time limit for scripts of `npm run load`, some of which take hours. */
export const longTimeout = 86_400_000;
