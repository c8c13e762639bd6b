export interface LastUsed<Value> {
  /** The value of that key, made where it is not at hand or no longer fresh. */
  get(key: string, make: () => Value, isFresh?: (value: Value) => boolean): Value;
}

/** Keeps the values used last, as many as cost no more than `most` together. */
export function createLastUsed<Value>(
  most: number,
  costOf: (value: Value) => number,
): LastUsed<Value> {
  const values = new Map<string, { value: Value }>();
  let held = 0;

  return {
    get(key, make, isFresh = () => true) {
      const known = values.get(key);
      if (known) {
        values.delete(key);
        if (isFresh(known.value)) {
          values.set(key, known);
          return known.value;
        }
        held -= costOf(known.value);
      }
      const value = make();
      values.set(key, { value });
      held += costOf(value);
      for (const [oldest, kept] of values) {
        if (held <= most) break;
        values.delete(oldest);
        held -= costOf(kept.value);
      }
      return value;
    },
  };
}
