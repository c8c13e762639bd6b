/** A value that is there already or will be. */
export type Soon<Value> = Value | Promise<Value>;

/** Goes on at once with what is there: only what is not costs a turn of the event loop. */
export function after<Value, Next>(
  value: Soon<Value>,
  next: (value: Value) => Soon<Next>,
): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What is asked for, or what `mend` makes of the failure, whether it comes at once or later. */
export function mended<Value>(
  ask: () => Soon<Value>,
  mend: (error: unknown) => Value,
): Soon<Value> {
  try {
    const value = ask();
    return value instanceof Promise ? value.catch(mend) : value;
  } catch (error) {
    return mend(error);
  }
}

/** What is asked for; `end` is called once, when it is there or has failed. */
export function lastly<Value>(ask: () => Soon<Value>, end: () => void): Soon<Value> {
  let value: Soon<Value>;
  try {
    value = ask();
  } catch (error) {
    end();
    throw error;
  }
  if (value instanceof Promise) return value.finally(end);
  end();
  return value;
}
