/**
 * Milliseconds after which something that was started is ended. No test may be about it: whatever
 * takes so long is wrong, however busy the machine, and `run.ts` would end the file soon after.
 */
export const timeout = 400_000;

/** Time limit for scripts of `npm run load`, some of which go on for hours. */
export const longTimeout = 86_400_000;
