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
  const answers = new LRUCache<string, { readonly answer: Answer }, () => Promise<Answer>>({
    // Unlike `max`, it takes no room for what is not there yet.
    maxSize: maxAnswers,
    sizeCalculation: () => 1,
    fetchMethod: async (_name, _stale, { context: make }) => ({ answer: await make() }),
    ignoreFetchAbort: true,
  });
  return async (question) => {
    const name = nameOf(question);
    // To fetch what is there already takes some 10 % of the time of a cached answer of 50 KB.
    const known = answers.get(name);
    return (known ?? (await answers.forceFetch(name, { context: () => ask(question) }))).answer;
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
  const values = new LRUCache<string, { readonly value: Value }, () => Value>({
    maxSize: max,
    sizeCalculation: ({ value }) => Math.ceil(costOf(value)),
    memoMethod: (_key, _stale, { context: make }) => ({ value: make() }),
  });
  return { get: (key, make) => values.memo(key, { context: make }).value };
}
