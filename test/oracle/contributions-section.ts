import { type Book, compareTexts } from './book.ts';
import type { JsonObject } from './json.ts';
import { moneyNumber, sumMoney } from './money.ts';
import type { Step } from './walk.ts';

/** Goes through the events of a portfolio, and gives each step of its return to an account. */
export function contributionsSection(book: Book, steps: readonly Step[]): JsonObject {
  const total = sumMoney(book.members.map(({ worth }) => worth));
  const deepest = deepestFall(steps);
  const pointsOf = (slug: string, from: number, to: number): number => {
    let points = 0;
    for (let at = from; at < to; at += 1) {
      const step = steps[at];
      if (step?.member === slug) points += indexBefore(steps, at) * (step.change ?? 0);
    }
    return points;
  };
  const members = book.members
    .toSorted((first, second) => compareTexts(first.slug, second.slug))
    .map(({ slug, worth }) => ({
      member: slug,
      weight_percent:
        book.capitalKnown && total > 0n ? (100 * Number(worth)) / Number(total) : null,
      net_profit: moneyNumber(
        sumMoney(steps.flatMap(({ member, result }) => (member === slug ? (result ?? []) : []))),
      ),
      return_percent: book.capitalKnown ? 100 * pointsOf(slug, 0, steps.length) : null,
      drawdown_percent: book.capitalKnown
        ? (-100 * pointsOf(slug, deepest.from, deepest.to)) / indexBefore(steps, deepest.from)
        : null,
    }));
  return { members };
}

const indexBefore = (steps: readonly Step[], at: number): number => steps[at - 1]?.index ?? 1;

/** Finds the deepest fall, at a tie the first one, and the last step at its peak. */
function deepestFall(steps: readonly Step[]): { readonly from: number; readonly to: number } {
  let fall = { from: 0, to: 0, depth: 0 };
  let [peak, peakAt] = [1, 0];
  steps.forEach(({ index }, at) => {
    if (index >= peak) [peak, peakAt] = [index, at + 1];
    const depth = 1 - index / peak;
    if (depth > fall.depth + 1e-11) fall = { from: peakAt, to: at + 1, depth };
  });
  return fall;
}
