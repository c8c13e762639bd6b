import type { Book } from './book.ts';
import type { JsonObject } from './json.ts';
import { meanOrNull } from './means.ts';
import { type Money, moneyNumber } from './money.ts';

interface Streak {
  readonly isWon: boolean;
  count: number;
  profit: Money;
}

/** Wins and losses one after another; a result of exactly 0 ends a streak. */
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
    max_consecutive_wins: first(wins, (one, other) => one.count > other.count),
    max_consecutive_losses: first(losses, (one, other) => one.count > other.count),
    max_consecutive_profit: first(wins, (one, other) => one.profit > other.profit),
    max_consecutive_loss: first(losses, (one, other) => one.profit < other.profit),
    avg_consecutive_wins: meanOrNull(wins.map(({ count }) => count)),
    avg_consecutive_losses: meanOrNull(losses.map(({ count }) => count)),
    current_streak: {
      outcome: current === null ? null : current.isWon ? 'won' : 'lost',
      count: current?.count ?? null,
    },
  };
}

/** The first that none beats. */
function first(all: readonly Streak[], beats: (one: Streak, other: Streak) => boolean): JsonObject {
  const found = all.find((one) => !all.some((other) => beats(other, one)));
  return {
    count: found?.count ?? null,
    profit: found === undefined ? null : moneyNumber(found.profit),
  };
}
