/** Runs work in a transaction. */
type Transact<Db> = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

interface Waiting<Db> {
  /** Does the work and returns what settles its promise once the transaction is committed. */
  run(db: Db): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Returns a function that runs all work that waits at once in one transaction, so that many readers
 * cost about as many commits as one. If a part fails, each part runs in a transaction of its own.
 */
export function batchedWrites<Db>(transact: Transact<Db>): Transact<Db> {
  let waiting: Waiting<Db>[] = [];
  let isUnderWay = false;

  const runTogether = async (batch: readonly Waiting<Db>[]): Promise<void> => {
    const settles = await transact(async (db) => {
      const done: (() => void)[] = [];
      for (const each of batch) done.push(await each.run(db));
      return done;
    });
    for (const settle of settles) settle();
  };
  const runApart = async (batch: readonly Waiting<Db>[]): Promise<void> => {
    for (const each of batch) {
      try {
        await runTogether([each]);
      } catch (error) {
        each.fail(error);
      }
    }
  };
  const runAll = async (): Promise<void> => {
    isUnderWay = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await runTogether(batch).catch(() => runApart(batch));
    }
    isUnderWay = false;
  };

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        async run(db) {
          const result = await work(db);
          return () => resolve(result);
        },
        fail: reject,
      });
      if (!isUnderWay) void runAll();
    });
}
