import { LRUCache } from 'lru-cache';

const maxResults = 10_000;

/**
 * Caches the results of an async function, with one key for each argument. It keeps the results
 * that were used last. A call that fails is not cached, so the next one tries again.
 */
export function memoize<Result, Argument = string>(
  compute: (argument: Argument) => Promise<Result>,
  keyOf: (question: Argument) => string = String,
): (question: Argument) => Promise<Result> {
  // Unlike `max`, `maxSize` reserves no memory in advance.
  const results = new LRUCache<string, Promise<Result>>({
    maxSize: maxResults,
    sizeCalculation: () => 1,
  });
  return (question) => {
    const key = keyOf(question);
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = compute(question);
    results.set(key, result);
    result.catch(() => {
      if (results.peek(key) === result) results.delete(key);
    });
    return result;
  };
}

export interface LruCache<Value> {
  /** Returns the cached value of a key, or creates it. */
  get(key: string, make: () => Value): Value;
}

/** Creates a cache that drops the values used longest ago once their total cost exceeds `max`. */
export function createLruCache<Value>(
  max: number,
  costOf: (value: Value) => number,
): LruCache<Value> {
  const values = new LRUCache<string, { readonly value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }) => Math.ceil(costOf(value)),
  });
  return {
    get(key, make) {
      const cached = values.get(key);
      if (cached !== undefined) return cached.value;
      const value = make();
      values.set(key, { value });
      return value;
    },
  };
}
