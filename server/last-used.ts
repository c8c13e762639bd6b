import { LRUCache } from 'lru-cache';

export interface LastUsed<Value> {
  /** The value of that key, made where it is not at hand or no longer fresh. */
  get(key: string, make: () => Value, isFresh?: (value: Value) => boolean): Value;
}

/** Keeps the values used last, as many as cost no more than `most` together. */
export function createLastUsed<Value>(
  most: number,
  costOf: (value: Value) => number,
): LastUsed<Value> {
  const values = new LRUCache<string, { readonly value: Value }>({
    maxSize: most,
    sizeCalculation: ({ value }) => Math.ceil(costOf(value)),
  });
  return {
    get(key, make, isFresh) {
      const known = values.get(key);
      if (known && (isFresh === undefined || isFresh(known.value))) return known.value;
      const value = make();
      values.set(key, { value });
      return value;
    },
  };
}
