import { createFairQueue } from '../base/fair-queue.ts';
import { maxOpenedBytes } from './body.ts';
import type { Outcome } from './outcome.ts';
import type { KeyedBody } from './receive.ts';

/** Size of an unpacked body above which it is large: it takes memory and time. */
export const largeBytes = 256 * 1024;

/** Receivers of bodies, by their size. */
export interface SizedReceivers {
  /** Receives a small body at once; returns null if it unpacks to more than `largeBytes`. */
  small(body: KeyedBody): Promise<Outcome | null>;
  /** Receives a body of any size. */
  large(body: KeyedBody): Promise<Outcome>;
}

/**
 * Receives small bodies as they come, and large ones apart from them, one at a time. The next large
 * body is from the owner who sent the fewest bytes of large bodies so far. Each key may send one
 * large body at a time; a second gets the answer 429.
 */
export function queueBySize({
  small,
  large,
}: SizedReceivers): (body: KeyedBody) => Promise<Outcome> {
  const inTurn = createFairQueue(1);
  const underWay = new Set<string>();
  return async (body) => {
    if (body.bytes.length <= largeBytes) {
      const outcome = await small(body);
      if (outcome !== null) return outcome;
    }
    const { keyId, owner } = body;
    if (underWay.has(keyId)) return { status: 429, detail: oneAtATime };
    underWay.add(keyId);
    try {
      return await inTurn(owner, () => large(body), bytesOf);
    } finally {
      underWay.delete(keyId);
    }
  };
}

/** Counts a body as the largest one if it ended the process that received it. */
const bytesOf = (outcome: Outcome | undefined): number => outcome?.bytes ?? maxOpenedBytes;

const oneAtATime =
  'A large body sent with this key is still being read. Wait for its answer before you send the next one.';
