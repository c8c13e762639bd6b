import type { Random } from '../../../fixtures/demo/random.ts';

const mutations: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => atOne(text, random, /\d/g, (digit) => `${(Number(digit) + 3) % 10}`),
  (text, random) => atOne(text, random, /\d/g, () => ''),
  (text, random) => atOne(text, random, /\d/g, (digit) => digit + digit),
  (text, random) => atOne(text, random, /"[^"]*"/g, () => '""'),
  (text, random) => atOne(text, random, /"[^"]*"/g, () => 'null'),
  (text, random) => atOne(text, random, /"[^"]*"/g, () => '[]'),
  (text, random) => atOne(text, random, /"-?\d+\.\d\d"/g, () => '"much"'),
  (text, random) => atOne(text, random, /(?<=")-(?=\d)/g, () => ''),
  (text, random) =>
    atOne(text, random, /"(buy|sell)"/g, (side) => (side === '"buy"' ? '"sell"' : '"buy"')),
  (text, random) => atOne(text, random, /,/g, () => ''),
  (text, random) => atOne(text, random, /[[\]{}]/g, () => ''),
  (text, random) => atOne(text, random, /\[[^[\]]*\],/g, () => ''),
  (text, random) => atOne(text, random, /\[[^[\]]*\],/g, (row) => row + row),
  (text, random) => text.slice(0, random.whole(0, text.length - 1)),
];

/** Damages JSON in one place, as an editor or a broken download may do. */
export const mutateJson = (text: string, random: Random): string =>
  random.pick(mutations)(text, random);

function atOne(
  text: string,
  random: Random,
  pattern: RegExp,
  replace: (found: string) => string,
): string {
  const places = [...text.matchAll(pattern)];
  if (places.length === 0) return text;
  const { 0: found, index } = random.pick(places);
  return text.slice(0, index) + replace(found) + text.slice(index + found.length);
}
