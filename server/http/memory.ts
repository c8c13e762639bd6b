import { LRUCache } from 'lru-cache';

/** Most results that are kept, unless the caller says otherwise. */
const maxResults = 10_000;

export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Calls a function with a value, at once if the value is known. Each promise that a request waits
 * for takes half a microsecond.
 */
export function after<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Caches the results of an async function, with one key for each argument. It keeps the results
 * that were used last. A call that fails is not cached, so the next one tries again. Returns a
 * promise only while there is no result.
 */
export function memoize<Result, Argument = string>(
  compute: (argument: Argument) => Promise<Result>,
  keyOf: (question: Argument) => string = String,
  most = maxResults,
): (question: Argument) => MaybePromise<Result> {
  // Unlike `max`, `maxSize` reserves no memory in advance.
  const results = new LRUCache<string, { readonly result: MaybePromise<Result> }>({
    maxSize: most,
    sizeCalculation: () => 1,
  });
  return (question) => {
    const key = keyOf(question);
    const cached = results.get(key);
    if (cached !== undefined) return cached.result;
    const result = compute(question);
    const computing = { result };
    results.set(key, computing);
    const isCached = () => results.peek(key) === computing;
    result.then(
      (known) => isCached() && results.set(key, { result: known }),
      () => isCached() && results.delete(key),
    );
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
