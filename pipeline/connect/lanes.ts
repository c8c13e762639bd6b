import { createTurns } from '../base/turns.ts';
import { maxOpenedBytes } from './body.ts';
import type { Arrival, Outcome } from './receive.ts';

/** Bodies above this many bytes, opened, are large: they take memory and time. */
export const largeBytes = 256 * 1024;

/** How bodies are taken in, by their size. */
export interface Lanes {
  /** Takes a small body in at once; null of one that opens to more than `largeBytes`. */
  small(arrival: Arrival): Promise<Outcome | null>;
  /** Takes in a body of any size. */
  large(arrival: Arrival): Promise<Outcome>;
}

/**
 * Takes small bodies in as they come, and large ones one at a time, apart from them. The next large
 * body is that of the owner whose large bodies had the fewest bytes. A key has one of them under way
 * at a time; a second is told to come again.
 */
export function inLanes({ small, large }: Lanes): (arrival: Arrival) => Promise<Outcome> {
  const inTurn = createTurns(1);
  const underWay = new Set<string>();
  return async (arrival) => {
    if (arrival.bytes.length <= largeBytes) {
      const outcome = await small(arrival);
      if (outcome !== null) return outcome;
    }
    const { keyId, owner } = arrival;
    if (underWay.has(keyId)) return { status: 429, detail: oneAtATime };
    underWay.add(keyId);
    try {
      return await inTurn(owner, () => large(arrival), bytesOf);
    } finally {
      underWay.delete(keyId);
    }
  };
}

/** One that ended whoever read it counts as much as any may. */
const bytesOf = (outcome: Outcome | undefined): number => outcome?.bytes ?? maxOpenedBytes;

const oneAtATime =
  'A large body sent with this key is being taken in: wait for its answer before you send the next one.';
