/**
 * Runs work for an owner when it is their turn. Its cost is added to the owner's total: 1, unless
 * `costOf` returns another for the result. The result is undefined if the work failed.
 */
export type FairQueue = <Result>(
  owner: string,
  work: () => Promise<Result>,
  costOf?: (result: Result | undefined) => number,
) => Promise<Result>;

/**
 * Does so much at once, one thing at a time of each owner. The next turn goes to the owner who has
 * had the least; of two who had as much, to the one who waits longer. So an owner who asks for much
 * waits for it, and nobody else does. Who comes anew begins with as much as the last one who began:
 * to have asked for nothing so far gives no turns in advance.
 */
export function createFairQueue(atOnce: number): FairQueue {
  const underWay = new Set<string>();
  const waiting = new Map<string, readonly (() => void)[]>();
  /** Cost of each owner so far, while it is more than a newcomer's. */
  const had = new Map<string, number>();
  let level = 0;

  const hadOf = (owner: string): number => Math.max(had.get(owner) ?? 0, level);

  const beginNext = (): void => {
    while (underWay.size < atOnce) {
      const [owner] = [...waiting.keys()]
        .filter((name) => !underWay.has(name))
        .sort((first, second) => hadOf(first) - hadOf(second));
      if (owner === undefined) return;
      const [begin, ...later] = waiting.get(owner) ?? [];
      waiting.delete(owner);
      // Behind those who had no turn meanwhile.
      if (later.length > 0) waiting.set(owner, later);
      underWay.add(owner);
      level = hadOf(owner);
      for (const [name, amount] of had) if (amount <= level) had.delete(name);
      begin?.();
    }
  };

  return async (owner, work, costOf = () => 1) => {
    await new Promise<void>((begin) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), begin]);
      beginNext();
    });
    const begun = hadOf(owner);
    let result: Awaited<ReturnType<typeof work>> | undefined;
    try {
      result = await work();
      return result;
    } finally {
      had.set(owner, begun + costOf(result));
      underWay.delete(owner);
      beginNext();
    }
  };
}
