/** Work on items of which several are begun at once, each with a free worker. */
interface OrderedWork<Item, Worker, Begun, Settled> {
  begin(item: Item, worker: Worker): Promise<Begun>;
  /** Called in the order of the items. The next call waits for this one. */
  settle(begun: Begun, worker: Worker): Promise<Settled>;
  /** Called once an item is settled, next to work on others. */
  finish(settled: Settled, worker: Worker): Promise<void>;
  /** Called once, at the first error. Makes work that is under way fail soon. */
  stop(error: unknown): void;
}

/**
 * Begins and finishes as many items at once as there are workers, and settles them in their order.
 * After an error it does no further step. It waits for what is under way, then throws that error.
 */
export async function inOrder<Item, Worker, Begun, Settled>(
  items: readonly Item[],
  workers: readonly Worker[],
  { begin, settle, finish, stop }: OrderedWork<Item, Worker, Begun, Settled>,
): Promise<void> {
  const waiting = items.values();
  let settled: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  const doItem = async (item: Item, worker: Worker, earlier: Promise<void>, pass: () => void) => {
    try {
      const begun = await begin(item, worker);
      await earlier;
      if (failure) return;
      const result = await settle(begun, worker);
      pass();
      if (failure) return;
      await finish(result, worker);
    } catch (error) {
      if (failure) return;
      failure = { error };
      stop(error);
    } finally {
      pass();
    }
  };
  const doItems = async (worker: Worker) => {
    for (const item of waiting) {
      if (failure) return;
      const earlier = settled;
      let pass = () => {};
      const passed = new Promise<void>((resolve) => {
        pass = resolve;
      });
      // Later items wait for this one, and thereby for all before it.
      settled = Promise.all([earlier, passed]).then(() => {});
      await doItem(item, worker, earlier, pass);
    }
  };
  await Promise.all(workers.map(doItems));
  if (failure) throw failure.error;
}
