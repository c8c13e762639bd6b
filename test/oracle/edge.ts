import type { Book, Trade } from './book.ts';
import type { JsonObject } from './json.ts';
import { meanOrNull, percentage } from './means.ts';
import { type Money, sumMoney } from './money.ts';

const money8 = 1e8;
const hour = 3_600_000;
const week = 168 * hour;
const month = 30.4375 * 24 * hour;

/**
 * Computes the average result of a trade, its confidence interval, and how much depends on one
 * trade.
 */
export function edge({ trades }: Book): JsonObject {
  const nets = trades.map(({ net }) => net);
  const wins = nets.filter((net) => net > 0n);
  const losses = nets.filter((net) => net < 0n);
  return {
    ...betting(wins, losses),
    ...winRateInterval(wins.length, trades.length),
    ...expectancyInterval(nets),
    median_trade: median(nets),
    best_trade_share_percent: percentage(Math.max(0, ...nets.map(Number)), Number(sumMoney(wins))),
    trades_per_week: pace(trades),
    avg_win_length_hours: lengthOf(trades.filter(({ net }) => net > 0n)),
    avg_loss_length_hours: lengthOf(trades.filter(({ net }) => net < 0n)),
  };
}

function betting(wins: readonly Money[], losses: readonly Money[]): JsonObject {
  if (wins.length === 0 || losses.length === 0) {
    return { payoff_ratio: null, breakeven_win_rate: null, kelly_percent: null };
  }
  const won = Number(sumMoney(wins)) / wins.length;
  const lost = -Number(sumMoney(losses)) / losses.length;
  const payoff = won / lost;
  const share = wins.length / (wins.length + losses.length);
  return {
    payoff_ratio: payoff,
    breakeven_win_rate: 100 / (1 + payoff),
    kelly_percent: 100 * (share - (1 - share) / payoff),
  };
}

/** Computes Wilson's interval: the shares from which the observed share is 1.96 deviations away. */
function winRateInterval(won: number, tried: number): JsonObject {
  if (tried === 0) return { win_rate_low: null, win_rate_high: null };
  const z = 1.959963984540054;
  const seen = won / tried;
  const a = 1 + z ** 2 / tried;
  const b = 2 * seen + z ** 2 / tried;
  const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * seen ** 2));
  return {
    win_rate_low: (100 * (b - root)) / (2 * a),
    win_rate_high: (100 * (b + root)) / (2 * a),
  };
}

function expectancyInterval(nets: readonly Money[]): JsonObject {
  if (nets.length < 2) return { expectancy_low: null, expectancy_high: null };
  const count = BigInt(nets.length);
  const sum = sumMoney(nets);
  const spread = count * sumMoney(nets.map((net) => net * net)) - sum * sum;
  const error = Math.sqrt(Number(spread) / Number(count * count * (count - 1n)));
  const mean = Number(sum) / nets.length;
  const half = studentQuantile(nets.length - 1) * error;
  return { expectancy_low: (mean - half) / money8, expectancy_high: (mean + half) / money8 };
}

/** Finds the 97.5 % quantile of Student's t by halving intervals. */
export function studentQuantile(degrees: number): number {
  let [low, high] = [1, 13];
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Computes the share between −t and t by the finite sums of Abramowitz and Stegun, 26.7.3 and
 * 26.7.4.
 */
function studentWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let at = isOdd ? 3 : 2; at < degrees; at += 2) {
    term *= ((at - 1) / at) * cosine ** 2;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

function median(nets: readonly Money[]): number | null {
  const sorted = nets.map(Number).sort((first, second) => first - second);
  const half = Math.floor(sorted.length / 2);
  const [middle, before] = [sorted[half], sorted[sorted.length % 2 === 0 ? half - 1 : half]];
  if (middle === undefined || before === undefined) return null;
  return (middle + before) / 2 / money8;
}

function pace(trades: readonly Trade[]): number | null {
  const first = Math.min(...trades.map(({ openedAt }) => openedAt));
  const last = Math.max(...trades.map(({ closedAt }) => closedAt));
  return trades.length === 0 ? null : (trades.length * week) / Math.max(last - first, month);
}

function lengthOf(trades: readonly Trade[]): number | null {
  return meanOrNull(trades.map(({ openedAt, closedAt }) => (closedAt - openedAt) / hour));
}
