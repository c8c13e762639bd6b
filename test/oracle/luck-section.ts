import { dayMilliseconds, dayOf, instant, weekdayOf } from './instants.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { mean, sampleDeviation } from './means.ts';

/** Returns by weekday and what they tell; null if nothing can be told. */
interface Sample {
  readonly returns: readonly number[];
  readonly drift: number;
  readonly spread: number;
}

/** Computes what chance does to a record like this, from its calendar days. */
export function luckSection(returns: JsonObject, published: number): JsonObject {
  const days = isArray(returns.days) ? returns.days.filter(isObject) : [];
  const factors = new Map<string, number>();
  for (const { date, twr_percent } of days) {
    const weekday = foldWeekend(String(date));
    const factor = typeof twr_percent === 'number' ? 1 + twr_percent / 100 : Number.NaN;
    factors.set(weekday, (factors.get(weekday) ?? 1) * factor);
  }
  const sample = sampleOf([...factors.values()].map((factor) => factor - 1));
  const luckiestOf = raised(published);
  return {
    days: factors.size,
    luckiest_of: luckiestOf,
    ...rangesOf(sample),
    probability_of_loss_percent: [10, 20, 30].map((loss) => ({
      loss_percent: loss,
      probability_percent: sample && 100 * probabilityOfFall(Math.log(1 - loss / 100), sample),
    })),
    deflated_sharpe: sample && deflatedOf(sample.returns, luckiestOf),
  };
}

/** Raises a number to 1, 2, 5, 10, 20, 50 and so on. */
function raised(accounts: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [1, 2, 5]) if (step * unit >= accounts) return step * unit;
  }
}

function sampleOf(returns: readonly number[]): Sample | null {
  if (returns.length < 120 || !returns.every((change) => change > -1)) return null;
  const logs = returns.map((change) => Math.log1p(change));
  const drift = mean(logs);
  const n = logs.length;
  const covariance = (lag: number) =>
    logs.slice(lag).reduce((sum, log, at) => sum + (log - drift) * ((logs[at] ?? 0) - drift), 0) /
    n;
  const plain = covariance(0);
  if (plain <= 1e-24) return null;
  const lags = Math.round(Math.sqrt(n));
  let variance = plain;
  for (let lag = 1; lag < lags; lag += 1) variance += 2 * (1 - lag / lags) * covariance(lag);
  return { returns, drift, spread: Math.sqrt(Math.max(variance, plain / 4)) };
}

function rangesOf(sample: Sample | null): { twr_percent: Json; max_drawdown_percent: Json } {
  if (sample === null) return { twr_percent: null, max_drawdown_percent: null };
  const n = sample.returns.length;
  const middle = n * sample.drift;
  const reach = 1.6448536 * Math.SQRT2 * sample.spread * Math.sqrt(n);
  const place = Math.min(12, Math.max(-6, (sample.drift * Math.sqrt(n)) / sample.spread));
  const fall = (column: 1 | 2) =>
    100 * (1 - Math.exp(-interpolated(place, column) * sample.spread * Math.sqrt(n)));
  return {
    twr_percent: {
      low: 100 * Math.expm1(middle - reach),
      high: 100 * Math.expm1(middle + reach),
    },
    max_drawdown_percent: { low: fall(1), high: fall(2) },
  };
}

// biome-ignore format: a table
const deepestFalls = [
  [-6, 3.865, 8.411], [-5, 2.94, 7.424], [-4, 2.073, 6.446], [-3, 1.338, 5.473], [-2, 0.88, 4.518],
  [-1, 0.637, 3.583], [0, 0.498, 2.709], [1, 0.41, 1.941], [2, 0.348, 1.364], [3, 0.302, 1.012],
  [4, 0.267, 0.801], [5, 0.238, 0.666], [6, 0.216, 0.57], [7, 0.196, 0.499], [8, 0.18, 0.444],
  [9, 0.166, 0.4], [10, 0.153, 0.364], [11, 0.143, 0.333], [12, 0.133, 0.307],
] as const;

function interpolated(place: number, column: 1 | 2): number {
  const after = deepestFalls.find(([at]) => at >= place) ?? deepestFalls[18];
  const before = deepestFalls.findLast(([at]) => at <= place) ?? deepestFalls[0];
  if (after[0] === before[0]) return after[column];
  return before[column] + (place - before[0]) * (after[column] - before[column]);
}

/** Probability of a fall to a level within 250 days, both parts by integration. */
function probabilityOfFall(level: number, { drift, spread }: Sample): number {
  const days = 250;
  const root = spread * Math.sqrt(days);
  const below = areaBelow((level - drift * days) / root, 0);
  const mirrored = areaBelow((level + drift * days) / root, (2 * drift * level) / spread ** 2);
  return Math.min(1, below + mirrored);
}

/** Area of a normal distribution below x times exp(exponent), by Simpson's rule. */
function areaBelow(x: number, exponent: number): number {
  // Farther out than 40 deviations nothing counts.
  const high = Math.min(x, 40);
  const low = Math.min(-40, high - 14);
  const pieces = 20_000;
  const width = (high - low) / pieces;
  const density = (at: number) =>
    Math.exp(exponent - (low + at * width) ** 2 / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(pieces);
  for (let at = 1; at < pieces; at += 1) sum += density(at) * (at % 2 === 0 ? 2 : 4);
  return (sum * width) / 3;
}

/** Deflated Sharpe ratio of daily returns. */
function deflatedOf(returns: readonly number[], accounts: number): number | null {
  const middle = mean(returns);
  const moment = (power: number) => mean(returns.map((change) => (change - middle) ** power));
  return deflatedSharpe({
    sharpe: middle / sampleDeviation(returns),
    days: returns.length,
    skewness: moment(3) / moment(2) ** 1.5,
    kurtosis: moment(4) / moment(2) ** 2,
    accounts,
    variance: 1 / (returns.length - 1),
  });
}

interface Deflating {
  readonly sharpe: number;
  readonly days: number;
  readonly skewness: number;
  readonly kurtosis: number;
  readonly accounts: number;
  /** Variance of the Sharpe ratios of accounts without skill. */
  readonly variance: number;
}

export function deflatedSharpe(of: Deflating): number | null {
  const { sharpe, days, skewness, kurtosis, accounts, variance } = of;
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (spread <= 0) return null;
  const euler = 0.5772156649015329;
  const luckiest =
    accounts === 1
      ? 0
      : Math.sqrt(variance) *
        ((1 - euler) * quantile(1 - 1 / accounts) + euler * quantile(1 - 1 / (accounts * Math.E)));
  return areaBelow(((sharpe - luckiest) * Math.sqrt(days - 1)) / Math.sqrt(spread), 0);
}

/** Quantile of a normal distribution, by halving. */
function quantile(share: number): number {
  let [low, high] = [-10, 10];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (areaBelow(middle, 0) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function foldWeekend(day: string): string {
  const at = instant(day);
  const weekday = weekdayOf(at);
  return weekday <= 5 ? day : dayOf(at + (8 - weekday) * dayMilliseconds);
}
