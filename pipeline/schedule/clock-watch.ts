const intervalMilliseconds = 5_000;
const jumpMilliseconds = 2_000;

/**
 * Calls `onJump` when the wall clock was set: timers that wait for a time of day would otherwise
 * wait out the hour it was set back. Answers with the function that ends it.
 */
export function watchClock(onJump: () => void): () => void {
  const look = createClockWatch(onJump, Date.now, () => performance.now());
  const timer = setInterval(look, intervalMilliseconds).unref();
  return () => clearInterval(timer);
}

/** Looks, at every call, whether the wall clock went another way than the steady one since. */
export function createClockWatch(
  onJump: () => void,
  wall: () => number,
  steady: () => number,
): () => void {
  let offset = wall() - steady();
  return () => {
    const now = wall() - steady();
    const isSet = Math.abs(now - offset) > jumpMilliseconds;
    offset = now;
    if (isSet) onJump();
  };
}
