/** Generator of numbers from 0 up to 1. */
export type Random = () => number;

/** Returns a generator of numbers that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a whole number from `min` to `max`, both included. */
export const wholeBetween = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[wholeBetween(random, 0, values.length - 1)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Picks about half of the names. The choice of a name does not depend on the others. */
export function someNames<Name extends string>(random: Random, names: readonly Name[]): Name[] {
  const seed = Math.floor(random() * 2 ** 32);
  return names.filter((name) => {
    const nameSum = [...name].reduce(
      (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
      seed,
    );
    return randomFrom(nameSum % 2 ** 32)() < 0.5;
  });
}

/** Picks about half of the values, in their order. */
export const someOf = <Value>(random: Random, values: readonly Value[]): Value[] =>
  values.filter(() => random() < 0.5);
