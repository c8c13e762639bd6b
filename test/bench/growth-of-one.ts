import { type StageName, stageNames } from '../../pipeline/base/stages.ts';
import { hundredths, lines, median, times, whole } from './figures.ts';
import { spreadLimits } from './limits.ts';
import type { MeasuredRun } from './measured-run.ts';
import type { BenchSettings } from './settings.ts';
import type { WindowSum } from './window-sum.ts';
import { freshRuns, referenceOf, registered, type World, withWorld } from './world.ts';

interface Round {
  readonly run: MeasuredRun;
  readonly reference: WindowSum;
}

interface Measured {
  readonly trades: number;
  readonly accounts: number;
  readonly rounds: readonly Round[];
}

/**
 * Most trades of the small run that each process does first. It compiles the code, so that this
 * time is not measured.
 */
const startedWith = 20_000;
/** Stages whose cost depends on how many accounts share the trades. */
const spreadStages: readonly StageName[] = ['load', 'statistics', 'write'];

/**
 * Prints the processor time of each stage for a single trade if one account has all trades. Also
 * prints how much it grows from the first size to the last. Then does so for the last size with
 * several numbers of accounts.
 */
export async function growthOfOne(settings: BenchSettings): Promise<void> {
  const { trades = [200_000, 1_000_000], accounts = [1_000, 10_000], print, note } = settings;
  const first = { trades: Math.min(startedWith, Math.ceil(Math.min(...trades) / 2)), accounts: 1 };
  const ones = await withWorld(settings, first, async (warmUp) => {
    const measured: Measured[] = [];
    for (const size of trades) measured.push(await measure(settings, size, 1, warmUp));
    const last = trades.at(-1) ?? 0;
    for (const count of accounts) measured.push(await measure(settings, last, count, warmUp));
    return measured;
  });
  for (const line of growthLines(ones.slice(0, trades.length))) print(line);
  for (const line of spreadLines(ones.slice(trades.length - 1), note)) print(line);
}

function measure(
  settings: BenchSettings,
  trades: number,
  accounts: number,
  first: World,
): Promise<Measured> {
  const [memoryLimit] = settings.memoryLimits;
  return withWorld(settings, { trades, accounts }, async (world) => {
    const rounds: Round[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      const warmUp = await registered(first);
      const { full } = await freshRuns(world, { memoryLimit, warmUp });
      rounds.push({ run: full, reference: await referenceOf(world, memoryLimit) });
    }
    return { trades, accounts, rounds };
  });
}

function growthLines(sizes: readonly Measured[]): string[] {
  const row = (name: string, cpuSeconds: (round: Round) => number) => {
    const each = sizes.map(({ trades, rounds }) => (1e6 * median(rounds.map(cpuSeconds))) / trades);
    return [name, ...each.map(hundredths), hundredths((each.at(-1) ?? 0) / (each[0] ?? 0))];
  };
  return [
    'CPU microseconds a trade, one account with all of them',
    ...lines([
      ['stage', ...sizes.map(({ trades }) => whole(trades)), 'grows x'],
      ...stageNames.map((name) => row(name, ({ run }) => run.costs[name].cpuSeconds)),
      row('total', ({ run }) => run.cpuSeconds),
      row('reference', ({ reference }) => reference.cpuSeconds),
    ]),
    '',
  ];
}

function spreadLines(spreads: readonly Measured[], note: BenchSettings['note']): string[] {
  const base = spreads.find(({ accounts }) => accounts === 1_000) ?? spreads[1];
  const sum = ({ run }: Round, figure: 'seconds' | 'cpuSeconds') =>
    spreadStages.reduce((total, stage) => total + run.costs[stage][figure], 0);
  const seconds = ({ rounds }: Measured) => median(rounds.map((round) => sum(round, 'seconds')));
  const cpu = ({ rounds }: Measured) => median(rounds.map((round) => sum(round, 'cpuSeconds')));
  for (const spread of spreads.filter((found) => base && found !== base)) {
    note(
      `${whole(spread.trades)} trades of ${whole(spread.accounts)} accounts`,
      base
        ? `${times(cpu(spread) / cpu(base))} the processor of ${whole(base.accounts)} accounts`
        : '',
      spreadLimits[spread.accounts] ? times(spreadLimits[spread.accounts] ?? 0) : '',
    );
  }
  const rows = spreads.map((spread) => [
    whole(spread.accounts),
    ...spreadStages.map((stage) =>
      hundredths(median(spread.rounds.map(({ run }) => run.costs[stage].seconds))),
    ),
    hundredths(seconds(spread)),
    hundredths(cpu(spread)),
    base ? times(seconds(spread) / seconds(base)) : '',
    base ? times(cpu(spread) / cpu(base)) : '',
    spreadLimits[spread.accounts] ? times(spreadLimits[spread.accounts] ?? 0) : '',
  ]);
  const of = base ? `of ${whole(base.accounts)}` : '';
  return [
    `${whole(spreads[0]?.trades ?? 0)} trades of so many accounts, seconds`,
    ...lines([
      ['accounts', ...spreadStages, 'these three', 'CPU s', of, `CPU ${of}`, 'at most'],
      ...rows,
    ]),
  ];
}
