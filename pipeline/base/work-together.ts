import { setTimeout as wait } from 'node:timers/promises';

/** Work that takes about as long for many items as for one. */
interface SharedWork<Item, Result> {
  /** Most items of one call. */
  readonly most: number;
  /** Returns the result of each item, or `'busy'` for one that must be tried again. */
  work(items: readonly Item[]): Promise<readonly (Result | 'busy')[]>;
  /** Returns true for an error that every item would meet. */
  concernsAll(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Milliseconds until items are tried again if all of them were busy. */
const busyMilliseconds = 20;

/**
 * Does the work of each item together with all that wait then. If an error does not concern all
 * items, each is tried alone, so that only those fail that cause it.
 */
export function workTogether<Item, Result>({
  most,
  work,
  concernsAll,
}: SharedWork<Item, Result>): (item: Item) => Promise<Result> {
  type Entry = Waiting<Item, Result>;
  let waiting: Entry[] = [];
  let isWorking = false;
  /** Returns the entries that are busy. */
  const workOn = async (entries: readonly Entry[]): Promise<Entry[]> => {
    try {
      const results = await work(entries.map(({ item }) => item));
      return entries.filter((entry, at) => {
        const result = results[at];
        if (result !== undefined && result !== 'busy') entry.resolve(result);
        return result === 'busy';
      });
    } catch (error) {
      if (entries.length === 1 || concernsAll(error)) {
        for (const { reject } of entries) reject(error);
        return [];
      }
      const busy: Entry[] = [];
      for (const entry of entries) busy.push(...(await workOn([entry])));
      return busy;
    }
  };
  const workOnAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting.splice(0, most);
      const busy = await workOn(entries);
      waiting = [...waiting, ...busy];
      if (busy.length === entries.length) await wait(busyMilliseconds);
    }
    isWorking = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      setImmediate(() => void workOnAll());
    });
}
