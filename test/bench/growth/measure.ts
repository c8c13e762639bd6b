import { median, whole } from '../figures.ts';
import type { MeasuredRun, Runs } from '../measured-run.ts';
import type { BenchSettings } from '../settings.ts';
import { allRuns, withWorld } from '../world.ts';

type Size = Pick<Point, 'trades' | 'accounts'>;

/** Cost of runs of a world, full unless said; each figure is the median of the rounds. */
export interface Point {
  readonly trades: number;
  readonly accounts: number;
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly diskMegabytes: number;
  /** Seconds of the same run again, which finds nothing new. */
  readonly againSeconds: number;
  /** Seconds of a run with ten new trades, and until these are in service. */
  readonly tenTradesSeconds: number;
  readonly tenTradesSecondsToService: number;
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
  const { accounts = [1, 1_000, 10_000, 100_000] } = settings;
  if (trades.length < 2 || accounts.length < 2) {
    throw new Error('growth needs two sizes or more of trades, and of accounts');
  }
  const common = { trades: lastButOne(trades), accounts: lastButOne(accounts) };
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

const lastButOne = (sizes: readonly number[]): number => sizes.at(-2) ?? 1;

async function measure(settings: BenchSettings, size: Size): Promise<Point> {
  const memoryLimit = settings.memoryLimits[0];
  const rounds = await withWorld(settings, size, async (world) => {
    const measured: Required<Runs>[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      measured.push(await allRuns(world, { memoryLimit, newTrades: round }));
    }
    return measured;
  });
  const middleOf = (run: keyof Runs, figure: (run: MeasuredRun) => number) =>
    median(rounds.map((runs) => figure(runs[run])));
  const middle = (figure: (run: MeasuredRun) => number) => middleOf('full', figure);
  const point: Point = {
    ...size,
    rows: middle(({ rowsLoaded }) => rowsLoaded),
    seconds: middle(({ seconds }) => seconds),
    cpuSeconds: middle(({ cpuSeconds }) => cpuSeconds),
    peakMegabytes: middle(({ peakMegabytes }) => peakMegabytes),
    diskMegabytes: middle(({ diskMegabytes }) => diskMegabytes),
    againSeconds: middleOf('again', ({ seconds }) => seconds),
    tenTradesSeconds: middleOf('tenTrades', ({ seconds }) => seconds),
    tenTradesSecondsToService: middleOf('tenTrades', ({ secondsToService }) => secondsToService),
  };
  settings.print(
    `${whole(size.trades)} trades of ${whole(size.accounts)} accounts: ${point.seconds.toFixed(1)} s, ${point.cpuSeconds.toFixed(1)} CPU s, ${whole(point.peakMegabytes)} MB; nothing new ${point.againSeconds.toFixed(1)} s; ten new trades ${point.tenTradesSeconds.toFixed(1)} s, in service after ${point.tenTradesSecondsToService.toFixed(1)} s`,
  );
  return point;
}
