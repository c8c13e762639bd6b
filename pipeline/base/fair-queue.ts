interface Turn<Result> {
  /** Cost of the result, or of failed work; 1 by default. */
  readonly costOf?: (result: Result | undefined) => number;
  /** Takes work that still waits out of the queue. Work that has begun goes on. */
  readonly signal?: AbortSignal;
}

/**
 * Runs work when it is the turn of all its askers, such as an owner, or an address and an owner.
 * Its cost is added to the total of each.
 */
export type FairQueue = <Result>(
  askers: string | readonly string[],
  work: () => Promise<Result>,
  turn?: Turn<Result>,
) => Promise<Result>;

interface Waiting {
  readonly askers: readonly string[];
  begin(): void;
}

/**
 * Does so much at once, one thing at a time of each asker. The next turn goes to the work whose
 * asker has had the least; if it has several, the one who has had the most counts. At a tie, what
 * waits longer goes first. So who asks for much waits for it, and nobody else does. New askers
 * begin with as much as the last one who began: to have asked for nothing so far gives no turns in
 * advance.
 */
export function createFairQueue(atOnce: number): FairQueue {
  const underWay = new Set<string>();
  const waiting = new Set<Waiting>();
  /** Cost of each asker so far, while it is more than a newcomer's. */
  const had = new Map<string, number>();
  let begun = 0;
  let level = 0;

  const hadOf = (asker: string): number => Math.max(had.get(asker) ?? 0, level);
  const mostOf = ({ askers }: Waiting): number => Math.max(...askers.map(hadOf));

  const nextOne = (): Waiting | undefined => {
    let next: Waiting | undefined;
    for (const candidate of waiting) {
      if (candidate.askers.some((asker) => underWay.has(asker))) continue;
      if (next === undefined || mostOf(candidate) < mostOf(next)) next = candidate;
    }
    return next;
  };

  const beginNext = (): void => {
    while (begun < atOnce) {
      const next = nextOne();
      if (next === undefined) return;
      waiting.delete(next);
      begun += 1;
      for (const asker of next.askers) underWay.add(asker);
      level = mostOf(next);
      for (const [asker, amount] of had) if (amount <= level) had.delete(asker);
      next.begin();
    }
  };

  return async (askers, work, { costOf = () => 1, signal } = {}) => {
    const all = [askers].flat();
    const turn = turnIn(waiting, all, signal);
    beginNext();
    await turn;
    const before = all.map((asker) => [asker, hadOf(asker)] as const);
    let result: Awaited<ReturnType<typeof work>> | undefined;
    try {
      result = await work();
      return result;
    } finally {
      for (const [asker, amount] of before) {
        had.set(asker, amount + costOf(result));
        underWay.delete(asker);
      }
      begun -= 1;
      beginNext();
    }
  };
}

/** Waits among others until a turn begins. A signal that aborts ends the wait. */
const turnIn = (
  waiting: Set<Waiting>,
  askers: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = (): void => {
      waiting.delete(entry);
      reject(signal?.reason);
    };
    const entry: Waiting = {
      askers,
      begin() {
        signal?.removeEventListener('abort', leave);
        resolve();
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(entry);
  });
