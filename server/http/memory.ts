import { LRUCache } from 'lru-cache';

const maxAnswers = 10_000;

/**
 * Asks once per question, told apart by its name, and keeps the answers used last; a failure is
 * not remembered.
 */
export function remembered<Answer, Question = string>(
  ask: (question: Question) => Promise<Answer>,
  nameOf: (question: Question) => string = String,
): (question: Question) => Promise<Answer> {
  // Unlike `max`, `maxSize` takes no room for what is not there yet.
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
  /** The value of that key, made where it is not at hand. */
  get(key: string, make: () => Value): Value;
}

/** Keeps the values used last, as many as cost no more than `max` together. */
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
