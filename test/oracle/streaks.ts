import type { Book } from './book.ts';
import type { JsonObject } from './json.ts';
import { meanOrNull } from './means.ts';
import { type Money, moneyNumber } from './money.ts';

interface Streak {
  readonly isWon: boolean;
  count: number;
  profit: Money;
}

/** Computes streaks of wins and losses. A result of exactly 0 ends a streak. */
export function streaks({ trades }: Book): JsonObject {
  const all: Streak[] = [];
  let current: Streak | null = null;
  for (const { net } of trades) {
    if (net === 0n) {
      current = null;
      continue;
    }
    if (current === null || current.isWon !== net > 0n) {
      current = { isWon: net > 0n, count: 0, profit: 0n };
      all.push(current);
    }
    current.count += 1;
    current.profit += net;
  }
  const wins = all.filter(({ isWon }) => isWon);
  const losses = all.filter(({ isWon }) => !isWon);
  return {
    max_consecutive_wins: first(wins, (first, second) => first.count > second.count),
    max_consecutive_losses: first(losses, (first, second) => first.count > second.count),
    max_consecutive_profit: first(wins, (first, second) => first.profit > second.profit),
    max_consecutive_loss: first(losses, (first, second) => first.profit < second.profit),
    avg_consecutive_wins: meanOrNull(wins.map(({ count }) => count)),
    avg_consecutive_losses: meanOrNull(losses.map(({ count }) => count)),
    current_streak: {
      outcome: current === null ? null : current.isWon ? 'won' : 'lost',
      count: current?.count ?? null,
    },
  };
}

/** Returns the largest entry; on a tie the first. */
function first(
  all: readonly Streak[],
  beats: (first: Streak, second: Streak) => boolean,
): JsonObject {
  const found = all.find((item) => !all.some((otherItem) => beats(otherItem, item)));
  return {
    count: found?.count ?? null,
    profit: found === undefined ? null : moneyNumber(found.profit),
  };
}
