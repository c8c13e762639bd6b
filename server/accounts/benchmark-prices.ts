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

/**
 * Returns what a benchmark gained from one day to another in percent, both included. It starts at
 * the last close before the first day. Returns null without that close, or without a later one.
 *
 * No run computes it: a request chooses the benchmark and the days.
 */
export function returnWithin(
  { days, closes }: Pick<Benchmark, 'days' | 'closes'>,
  from: string,
  to: string,
): number | null {
  const start = days.findLastIndex((day) => day < from);
  const end = days.findLastIndex((day) => day <= to);
  const [first, last] = [closes[start], closes[end]];
  if (start < 0 || end <= start || !first || !last) return null;
  return Number((100 * (last / first - 1)).toFixed(4)) + 0;
}
