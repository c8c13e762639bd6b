import { workTogether } from '../base/work-together.ts';

/** Runs work in a transaction. */
type Transact<Db> = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs all work that waits at once in one transaction, so that many readers
 * cost about as many commits as one. If a part fails, each part runs in a transaction of its own.
 */
export function batchedWrites<Db>(transact: Transact<Db>): Transact<Db> {
  const runTogether = workTogether<(db: Db) => Promise<unknown>, { readonly result: unknown }>({
    most: Number.POSITIVE_INFINITY,
    work: (parts) =>
      transact(async (db) => {
        const results: { result: unknown }[] = [];
        for (const part of parts) results.push({ result: await part(db) });
        return results;
      }),
    concernsAll: () => false,
  });
  return async <Result>(work: (db: Db) => Promise<Result>) => {
    const { result } = await runTogether(work);
    return result as Result;
  };
}
