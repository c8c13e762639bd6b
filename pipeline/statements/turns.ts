/** Does something for an owner when it is their turn. */
export type Turns = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so much be done at once, of each owner one thing at a time, and owners in turn: whoever asks
 * for much waits for it, and nobody else does.
 */
export function createTurns(atOnce: number): Turns {
  const underWay = new Set<string>();
  // In the order in which owners have their turns.
  const waiting = new Map<string, readonly (() => void)[]>();

  const beginNext = (): void => {
    for (const [owner, [begin, ...later]] of waiting) {
      if (underWay.size >= atOnce) return;
      if (underWay.has(owner)) continue;
      if (later.length > 0) waiting.set(owner, later);
      else waiting.delete(owner);
      underWay.add(owner);
      begin?.();
    }
  };

  return async (owner, work) => {
    await new Promise<void>((begin) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), begin]);
      beginNext();
    });
    try {
      return await work();
    } finally {
      underWay.delete(owner);
      const left = waiting.get(owner);
      // Behind those who had no turn meanwhile.
      waiting.delete(owner);
      if (left) waiting.set(owner, left);
      beginNext();
    }
  };
}
