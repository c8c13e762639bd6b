/**
 * Runs work once for all who ask while it has not begun, one call at a time. So no result is older
 * than the question. If a call fails, those who wait for the next one get its error too: they would
 * wait for the same again.
 */
export function shareCalls<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    next = undefined;
    const result = work();
    const ended = () => {
      if (running === result) running = undefined;
    };
    running = result;
    result.then(ended, ended);
    return result;
  };
  const dropNext = (error: unknown): never => {
    next = undefined;
    throw error;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, dropNext);
    return next;
  };
}
