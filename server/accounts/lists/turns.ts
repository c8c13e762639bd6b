import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * A turn of the event loop that nobody else who waits for one has, in the order of asking: however
 * many lists are sent at once, all others wait for a piece of one at most.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
