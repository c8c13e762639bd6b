/** Work on items of which several are begun at once, each with a free worker. */
interface OrderedWork<Item, Worker, Begun> {
  begin(item: Item, worker: Worker): Promise<Begun>;
  /** Called in the order of the items. The next call waits for this one. */
  finish(begun: Begun, worker: Worker): Promise<void>;
  /** Called once, at the first error. Makes work that is under way fail soon. */
  stop(error: unknown): void;
}

/**
 * Begins as many items at once as there are workers, and finishes them in their order. After an
 * error it begins and finishes no more. It waits for what is under way, then throws that error.
 */
export async function inOrder<Item, Worker, Begun>(
  items: readonly Item[],
  workers: readonly Worker[],
  { begin, finish, stop }: OrderedWork<Item, Worker, Begun>,
): Promise<void> {
  const waiting = items.values();
  let finished: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  const doItem = async (item: Item, worker: Worker, earlier: Promise<void>) => {
    try {
      const begun = await begin(item, worker);
      await earlier;
      if (!failure) await finish(begun, worker);
    } catch (error) {
      if (failure) return;
      failure = { error };
      stop(error);
    }
  };
  const doItems = async (worker: Worker) => {
    for (const item of waiting) {
      if (failure) return;
      const done = doItem(item, worker, finished);
      // Later items wait for this one, and thereby for all before it.
      finished = Promise.all([finished, done]).then(() => {});
      await done;
    }
  };
  await Promise.all(workers.map(doItems));
  if (failure) throw failure.error;
}
