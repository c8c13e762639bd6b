/** Limits requests to so many a second, whatever the time they take to arrive. */
export interface RequestPermits {
  /** Waits until the next request may be sent. Call the result once it is answered, or lost. */
  begin(): Promise<() => void>;
}

/**
 * Creates a limit. A request counts until one second after its answer. The server counted it before
 * that answer, so it never counts more requests within a second than are allowed.
 */
export function createPace(perSecond: number): RequestPermits {
  let free = perSecond;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async begin() {
      if (free > 0) free -= 1;
      else await new Promise<void>((granted) => waiting.push(granted));
      return () => void setTimeout(giveBack, 1000).unref();
    },
  };
}
