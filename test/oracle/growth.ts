import type { Book } from './book.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { JsonObject } from './json.ts';
import { mean, sampleDeviation } from './means.ts';
import { type Money, moneyNumber } from './money.ts';
import { compound, type Step } from './walk.ts';

/**
 * Computes annual growth, from the first event or the cut to the newest report or event of the
 * account.
 */
export function annualGrowth(book: Book, steps: readonly Step[]): number | null {
  const since = sinceOf(book, steps);
  const last = steps.at(-1);
  if (!book.capitalKnown || since === null || last === undefined) return null;
  const until = Math.max(book.header.updatedAt ?? last.at, last.at);
  const days = (instant(dayOf(until)) - instant(since)) / dayMilliseconds;
  if (days < 90) return null;
  const index = 1 + compound(steps) / 100;
  return index <= 0 ? -100 : (index ** (365.25 / days) - 1) * 100;
}

export function sinceOf(book: Book, steps: readonly Step[]): string | null {
  const first = steps.find(({ isEmpty }) => !isEmpty);
  if (!book.hasData) return null;
  return book.cutAt ?? (first === undefined ? null : dayOf(first.at));
}

/**
 * Computes how steadily the account grew: its net profit, and its index at the end of every day.
 */
export function growth(book: Book, steps: readonly Step[]): JsonObject {
  const deepest = Math.abs(Math.min(0, ...steps.map((step) => step.drawdown)));
  const annual = annualGrowth(book, steps);
  return {
    ...resultLine(steps),
    calmar_ratio: annual === null || deepest === 0 ? null : annual / deepest,
    ...(book.capitalKnown ? indexLine(steps) : { ulcer_index: null, growth_r_squared: null }),
    time_in_market_percent: timeInMarket(book),
    risk_of_ruin: riskOfRuin(book, steps),
  };
}

/**
 * Computes the probability that a Brownian motion with the mean and variance of the log returns
 * ever falls this low.
 */
function riskOfRuin(book: Book, steps: readonly Step[]): JsonObject[] {
  const changes = steps
    .filter((step) => step.trade !== null)
    .map((step) => step.change)
    .filter((change) => change !== null);
  const logs = changes.map((change) => Math.log1p(change));
  const isKnown =
    book.capitalKnown &&
    logs.length >= 30 &&
    changes.every((change) => change > -1) &&
    sampleDeviation(logs) > 1e-12;
  const exponent = isKnown ? (2 * mean(logs)) / sampleDeviation(logs) ** 2 : null;
  return [10, 20, 30, 40, 50, 60, 70, 80, 90].map((loss) => ({
    loss_percent: loss,
    probability_percent: exponent === null ? null : 100 * Math.min(1, (1 - loss / 100) ** exponent),
  }));
}

function resultLine(steps: readonly Step[]): JsonObject {
  const results = steps.filter((step) => step.trade !== null).map((step) => step.profit);
  let [peak, fall]: [Money, Money] = [0n, 0n];
  for (const { profit } of steps) {
    if (profit > peak) peak = profit;
    if (peak - profit > fall) fall = peak - profit;
  }
  const numbers = results.map((_, at) => at + 1);
  const amounts = results.map(moneyNumber);
  const line = lineThrough(numbers, amounts);
  const isTold = results.length > 2;
  const isFlat = results.every((result) => result === results[0]);
  return {
    max_drawdown_money: results.length === 0 ? null : moneyNumber(fall),
    recovery_factor:
      results.length === 0 || fall === 0n
        ? null
        : Number(steps.at(-1)?.profit ?? 0n) / Number(fall),
    lr_correlation: isTold && !isFlat ? line.correlation : null,
    lr_standard_error: isTold ? Math.sqrt(line.squares / (results.length - 2)) : null,
  };
}

function indexLine(steps: readonly Step[]): JsonObject {
  const indices = indexByDay(steps);
  if (indices.length === 0) return { ulcer_index: null, growth_r_squared: null };
  let peak = 1;
  const squares = indices.map((index) => {
    peak = Math.max(peak, index);
    return (100 * (index / peak - 1)) ** 2;
  });
  const [lowest, highest] = [Math.min(...indices), Math.max(...indices)];
  const isTold = indices.length >= 30 && lowest > 0 && highest > lowest * (1 + 1e-9);
  const numbers = indices.map((_, at) => at);
  return {
    ulcer_index: Math.sqrt(mean(squares)),
    growth_r_squared: isTold ? lineThrough(numbers, indices.map(Math.log)).correlation ** 2 : null,
  };
}

/** Lists the index at the end of every calendar day from the first event to the last. */
function indexByDay(steps: readonly Step[]): number[] {
  const events = steps.filter(({ isEmpty }) => !isEmpty);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  const indices: number[] = [];
  let [at, index] = [0, 1];
  for (let day = instant(dayOf(first.at)); day <= last.at; day += dayMilliseconds) {
    for (let step = events[at]; step !== undefined && step.at < day + dayMilliseconds; ) {
      index = step.index;
      at += 1;
      step = events[at];
    }
    indices.push(index);
  }
  return indices;
}

/** Computes a regression line by least squares. */
function lineThrough(xs: readonly number[], ys: readonly number[]) {
  const [middleX, middleY] = [mean(xs), mean(ys)];
  const sum = (of: (x: number, y: number) => number) =>
    xs.reduce((total, x, at) => total + of(x - middleX, (ys[at] ?? 0) - middleY), 0);
  const shared = sum((x, y) => x * y);
  const squares = sum((x) => x * x);
  return {
    correlation: shared / Math.sqrt(squares * sum((_, y) => y * y)),
    squares: sum((x, y) => (y - (shared / squares) * x) ** 2),
  };
}

/** Computes the time in the market, by going through openings and closings in order of time. */
function timeInMarket({ trades }: Book): number | null {
  const opened = [...trades].sort((first, second) => first.openedAt - second.openedAt);
  const first = opened[0];
  if (first === undefined) return null;
  let [covered, until] = [0, first.openedAt];
  for (const { openedAt, closedAt } of opened) {
    covered += Math.max(0, closedAt - Math.max(openedAt, until));
    until = Math.max(until, closedAt);
  }
  return until === first.openedAt ? null : (100 * covered) / (until - first.openedAt);
}
