import { median, whole } from '../figures.ts';
import type { MeasuredRun } from '../measured-run.ts';
import type { BenchSettings } from '../settings.ts';
import { freshRuns, withWorld } from '../world.ts';

type Size = Pick<Point, 'trades' | 'accounts'>;

/** Cost of a full run of a world; each figure is the median of the rounds. */
export interface Point {
  readonly trades: number;
  readonly accounts: number;
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly diskMegabytes: number;
}

export interface Growth {
  /** Full runs of more and more trades, each with `base.accounts` accounts. */
  readonly trades: readonly Point[];
  /** Full runs of more and more accounts that share `base.trades` trades. */
  readonly accounts: readonly Point[];
  /** The full run that is in both lists. */
  readonly base: Point;
}

/**
 * Measures full runs of more and more trades, and of more and more accounts. While one number
 * grows, the other is the last but one of its list.
 */
export async function measureGrowth(settings: BenchSettings): Promise<Growth> {
  const { trades = [100_000, 1_000_000, 10_000_000] } = settings;
  const { accounts = [100, 1_000, 10_000, 100_000] } = settings;
  if (trades.length < 2 || accounts.length < 2) {
    throw new Error('growth needs two sizes or more of trades, and of accounts');
  }
  const common = { trades: middleOf(trades), accounts: middleOf(accounts) };
  const base = await measure(settings, common);
  const series = async (sizes: readonly Size[]): Promise<Point[]> => {
    const points: Point[] = [];
    for (const size of sizes) {
      const isBase = size.trades === base.trades && size.accounts === base.accounts;
      points.push(isBase ? base : await measure(settings, size));
    }
    return points;
  };
  return {
    trades: await series(trades.map((count) => ({ ...common, trades: count }))),
    accounts: await series(accounts.map((count) => ({ ...common, accounts: count }))),
    base,
  };
}

const middleOf = (sizes: readonly number[]): number => sizes.at(-2) ?? 1;

async function measure(settings: BenchSettings, size: Size): Promise<Point> {
  const memoryLimit = settings.memoryLimits[0];
  const runs = await withWorld(settings, size, async (world) => {
    const measured: MeasuredRun[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      measured.push((await freshRuns(world, { memoryLimit })).full);
    }
    return measured;
  });
  const middle = (figure: (run: MeasuredRun) => number) => median(runs.map(figure));
  const point: Point = {
    ...size,
    rows: middle(({ rowsLoaded }) => rowsLoaded),
    seconds: middle(({ seconds }) => seconds),
    cpuSeconds: middle(({ cpuSeconds }) => cpuSeconds),
    peakMegabytes: middle(({ peakMegabytes }) => peakMegabytes),
    diskMegabytes: middle(({ diskMegabytes }) => diskMegabytes),
  };
  settings.print(
    `${whole(size.trades)} trades of ${whole(size.accounts)} accounts: ${point.seconds.toFixed(1)} s, ${point.cpuSeconds.toFixed(1)} CPU s, ${whole(point.peakMegabytes)} MB`,
  );
  return point;
}
