import type { Book } from './book.ts';
import { weekdaySeries } from './equity-returns.ts';
import { dayMilliseconds, dayOf, instant, weekdayOf } from './instants.ts';
import type { JsonObject } from './json.ts';
import { mean, sampleDeviation } from './means.ts';
import type { Step } from './walk.ts';
import { type Row, required } from './world.ts';

interface Level {
  readonly day: string;
  readonly close: number;
  /** Growth of the account since the entry before; 0 if all capital was lost. */
  readonly factor: number;
}

/** Compares the account with the closes of a symbol, from one common weekday to the next. */
export function benchmarkSection(
  book: Book,
  steps: readonly Step[],
  symbol: string | null,
  prices: readonly Row[],
): JsonObject {
  const rows = prices
    .filter((row) => row.symbol === symbol)
    .sort((first, second) => (required(first, 'date') < required(second, 'date') ? -1 : 1));
  const currency = rows.at(-1)?.currency ?? null;
  const closes = new Map<string, number>();
  for (const row of rows.filter((price) => price.currency === currency)) {
    closes.set(foldWeekend(required(row, 'date')), Number(required(row, 'close')));
  }
  const { source, factors } = movesOf(book, steps);
  const levels = levelsOf(closes, factors);
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined) return nothing;
  const described = {
    symbol,
    currency,
    returns_from: source,
    since: first.day,
    until: last.day,
    weekdays: levels.length - 1,
    by_day: levels.map(({ day, close }) => ({
      date: day,
      return_percent: 100 * (close / first.close - 1),
    })),
  };
  return levels.length <= 30 ? { ...nothing, ...described } : { ...described, ...compared(levels) };
}

const nothing: JsonObject = {
  symbol: null,
  currency: null,
  returns_from: null,
  since: null,
  until: null,
  weekdays: 0,
  correlation: null,
  beta: null,
  alpha_annualized_percent: null,
  account_return_percent: null,
  benchmark_return_percent: null,
  excess_return_percent: null,
  benchmark_max_drawdown_percent: null,
  tracking_error_annualized_percent: null,
  information_ratio: null,
  up_capture_percent: null,
  down_capture_percent: null,
  by_day: [],
};

/**
 * Lists the growth of the account by weekday: of its equity if there are enough reports, else of
 * its trades.
 */
function movesOf(book: Book, steps: readonly Step[]) {
  const weekdays = weekdaySeries(book);
  const reported = weekdays.filter(({ isReported }) => isReported).length;
  if (weekdays.length >= 30 && (reported >= 30 || reported * 2 >= weekdays.length)) {
    const factors = new Map(weekdays.map(({ day, change }) => [day, 1 + change]));
    return { source: 'equity', factors };
  }
  const factors = new Map<string, number>();
  for (const { at, change, isEmpty } of book.capitalKnown ? steps : []) {
    if (isEmpty) continue;
    const day = foldWeekend(dayOf(at));
    factors.set(day, (factors.get(day) ?? 1) * (1 + (change ?? 0)));
  }
  return { source: 'trades', factors };
}

function levelsOf(
  closes: ReadonlyMap<string, number>,
  factors: ReadonlyMap<string, number>,
): readonly Level[] {
  const days = [...factors.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const before = [...closes.keys()].filter((day) => day < first).sort();
  const start = before.at(-1) ?? first;
  const common = [...closes.keys()].filter((day) => day >= start && day <= last).sort();
  return common.map((day, at) => ({
    day,
    close: closes.get(day) ?? 0,
    factor: days
      .filter((each) => each > (common[at - 1] ?? day) && each <= day)
      .reduce((product, each) => product * (factors.get(each) ?? 1), 1),
  }));
}

function compared(levels: readonly Level[]): JsonObject {
  const returns = levels.slice(1).map(({ factor }) => factor - 1);
  const closes = levels.map(({ close }) => close);
  const ofBenchmark = closes.slice(1).map((close, at) => close / (closes[at] ?? 0) - 1);
  const active = returns.map((change, at) => change - (ofBenchmark[at] ?? 0));
  const [middle, middleOfBenchmark] = [mean(returns), mean(ofBenchmark)];
  const shared =
    returns.reduce(
      (sum, change, at) => sum + (change - middle) * ((ofBenchmark[at] ?? 0) - middleOfBenchmark),
      0,
    ) /
    (returns.length - 1);
  const [spread, spreadOfBenchmark, spreadOfActive] = [
    sampleDeviation(returns),
    sampleDeviation(ofBenchmark),
    sampleDeviation(active),
  ];
  const isMoving = spreadOfBenchmark > 1e-12;
  const beta = isMoving ? shared / spreadOfBenchmark ** 2 : null;
  const total = returns.reduce((product, change) => product * (1 + change), 1) - 1;
  const totalOfBenchmark = (closes.at(-1) ?? 0) / (closes[0] ?? 0) - 1;
  return {
    correlation: isMoving && spread > 1e-12 ? shared / (spread * spreadOfBenchmark) : null,
    beta,
    alpha_annualized_percent: beta === null ? null : 25_200 * (middle - beta * middleOfBenchmark),
    account_return_percent: 100 * total,
    benchmark_return_percent: 100 * totalOfBenchmark,
    excess_return_percent: 100 * (total - totalOfBenchmark),
    benchmark_max_drawdown_percent: 100 * deepestFall(closes),
    tracking_error_annualized_percent: 100 * spreadOfActive * Math.sqrt(252),
    information_ratio:
      spreadOfActive > 1e-12 ? (mean(active) / spreadOfActive) * Math.sqrt(252) : null,
    up_capture_percent: captured(returns, ofBenchmark, (change) => change > 1e-12),
    down_capture_percent: captured(returns, ofBenchmark, (change) => change < -1e-12),
  };
}

function captured(
  returns: readonly number[],
  ofBenchmark: readonly number[],
  isMeant: (change: number) => boolean,
): number | null {
  const meant = ofBenchmark.flatMap((change, at) => (isMeant(change) ? [at] : []));
  if (meant.length === 0) return null;
  const meanOf = (values: readonly number[]) =>
    meant.reduce((product, at) => product * (1 + (values[at] ?? 0)), 1) ** (1 / meant.length) - 1;
  return (100 * meanOf(returns)) / meanOf(ofBenchmark);
}

function deepestFall(levels: readonly number[]): number {
  let [peak, deepest] = [0, 0];
  for (const level of levels) {
    peak = Math.max(peak, level);
    deepest = Math.max(deepest, 1 - level / peak);
  }
  return deepest;
}

function foldWeekend(day: string): string {
  const at = instant(day);
  const weekday = weekdayOf(at);
  return weekday <= 5 ? day : dayOf(at + (8 - weekday) * dayMilliseconds);
}
