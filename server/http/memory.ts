import { LRUCache } from 'lru-cache';

const maxAnswers = 10_000;

/**
 * Caches the answers of an async function, by the name of its question. The answers used last stay;
 * failures are not cached.
 */
export function remembered<Answer, Question = string>(
  ask: (question: Question) => Promise<Answer>,
  nameOf: (question: Question) => string = String,
): (question: Question) => Promise<Answer> {
  // Unlike `max`, `maxSize` reserves no memory in advance.
  const answers = new LRUCache<string, Promise<Answer>>({
    maxSize: maxAnswers,
    sizeCalculation: () => 1,
  });
  return (question) => {
    const name = nameOf(question);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(question);
    answers.set(name, answer);
    answer.catch(() => {
      if (answers.peek(name) === answer) answers.delete(name);
    });
    return answer;
  };
}

export interface LastUsed<Value> {
  /** Returns the cached value of a key, or creates it. */
  get(key: string, make: () => Value): Value;
}

/** Creates a cache of the values used last whose total cost stays within `max`. */
export function createLastUsed<Value>(
  max: number,
  costOf: (value: Value) => number,
): LastUsed<Value> {
  const values = new LRUCache<string, { readonly value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }) => Math.ceil(costOf(value)),
  });
  return {
    get(key, make) {
      const known = values.get(key);
      if (known !== undefined) return known.value;
      const value = make();
      values.set(key, { value });
      return value;
    },
  };
}
