import { setMaxListeners } from 'node:events';

/** Signal with a time limit; `dispose` it once the work has ended. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Returns a signal that aborts with one of the others, or after a time with a TimeoutError. Node.js
 * 20 may collect the result of `AbortSignal.any`, with an `AbortSignal.timeout` in it, while a
 * `fetch` still waits for it. Then no limit ever came. A timer holds this signal until it is
 * disposed. A lone `AbortSignal.timeout` is safe: it is held as long as something listens to it.
 */
export function limitTime(signals: readonly AbortSignal[], milliseconds: number): TimeLimit {
  const controller = new AbortController();
  const stop = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  // One signal stops many connections at once.
  setMaxListeners(0, ...signals);
  for (const signal of signals) signal.addEventListener('abort', stop, { once: true });
  if (signals.some(({ aborted }) => aborted)) stop();
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is up.', 'TimeoutError')),
    milliseconds,
  );
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', stop);
    },
  };
}
