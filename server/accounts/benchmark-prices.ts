import type { Static } from 'typebox';
import { emptyId } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { benchmarkPrices } from '../../sql/pages/benchmark_prices.ts';

type Benchmark = Static<typeof benchmarkPrices>['benchmarks'][number];

/** Returns the benchmarks of a version; none if it is older than they are. */
export function benchmarksOf(snapshot: Snapshot): readonly Benchmark[] {
  const text = snapshot.part(emptyId, 'benchmark_prices')?.toString();
  return text === undefined ? [] : JSON.parse(text).benchmarks;
}

/** Return and deepest fall of a benchmark in percent. */
export interface BenchmarkMove {
  readonly from: string;
  readonly to: string;
  readonly return_percent: number;
  readonly max_drawdown_percent: number;
}

/**
 * Computes what a benchmark did from one day to another, both included. It starts at the last close
 * before the first day. Returns null without that close, or without a later one.
 *
 * No run computes it: a request chooses the benchmark and the days.
 */
export function moveWithin(
  { days, closes }: Pick<Benchmark, 'days' | 'closes'>,
  from: string,
  to: string,
): BenchmarkMove | null {
  const start = days.findLastIndex((day) => day < from);
  const end = days.findLastIndex((day) => day <= to);
  const [first, last, since, until] = [closes[start], closes[end], days[start], days[end]];
  if (start < 0 || end <= start || !first || !last || !since || !until) return null;
  let [peak, fall] = [first, 0];
  for (const close of closes.slice(start, end + 1)) {
    peak = Math.max(peak, close);
    fall = Math.max(fall, 1 - close / peak);
  }
  return {
    from: since,
    to: until,
    return_percent: rounded(100 * (last / first - 1)),
    max_drawdown_percent: rounded(100 * fall),
  };
}

const rounded = (percent: number): number => Number(percent.toFixed(4)) + 0;
