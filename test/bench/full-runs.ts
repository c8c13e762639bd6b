import { stageNames } from '../../pipeline/base/stages.ts';
import { hundredths, lines, median, percent, times, whole } from './figures.ts';
import { limits } from './limits.ts';
import type { MeasuredRun, Runs } from './measured-run.ts';
import type { BenchSettings } from './settings.ts';
import type { WindowSum } from './window-sum.ts';
import { allRuns, freshRuns, referenceOf, type World, withWorld } from './world.ts';

interface Round extends Required<Runs> {
  readonly reference: WindowSum;
  /** Full runs with the other memory limits, in the order of the option. */
  readonly limited: readonly MeasuredRun[];
}

type Cost = Pick<MeasuredRun, 'seconds' | 'cpuSeconds' | 'peakMegabytes'>;

/**
 * Prints the cost of each stage of a full run, compared with a bare window sum over the same rows.
 * Then compares the full run with three others: one with less memory, one with nothing new, and one
 * with ten new trades of one account.
 */
export async function fullRuns(settings: BenchSettings): Promise<void> {
  const { trades = [1_000_000, 10_000_000], accounts: [accounts = 10_000] = [] } = settings;
  for (const size of trades) {
    const rounds = await withWorld(settings, { trades: size, accounts }, async (world) => {
      const measured: Round[] = [];
      for (let at = 1; at <= settings.rounds; at += 1) {
        measured.push(await roundOf(world, settings, at));
      }
      return measured;
    });
    print(settings, size, accounts, rounds);
  }
}

async function roundOf(
  world: World,
  { memoryLimits: [memoryLimit, ...others] }: BenchSettings,
  newTrades: number,
): Promise<Round> {
  const { full, again, tenTrades } = await allRuns(world, { memoryLimit, newTrades });
  const reference = await referenceOf(world, memoryLimit);
  const limited: MeasuredRun[] = [];
  for (const limit of others) {
    limited.push((await freshRuns(world, { memoryLimit: limit })).full);
  }
  return { full, again, tenTrades, reference, limited };
}

function print(
  { memoryLimits: [memoryLimit, ...others], print, note }: BenchSettings,
  trades: number,
  accounts: number,
  rounds: readonly Round[],
): void {
  const allowed = (accounts === 10_000 && memoryLimit === '4GB' && limits[trades]) || {};
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));

  const stageRow = (name: string, cost: (round: Round) => Cost) => [
    name,
    hundredths(middle((round) => cost(round).seconds)),
    whole(trades / middle((round) => cost(round).seconds)),
    hundredths(middle((round) => cost(round).cpuSeconds)),
    whole(middle((round) => cost(round).peakMegabytes)),
    times(middle((round) => cost(round).seconds / round.reference.seconds)),
    times(middle((round) => cost(round).cpuSeconds / round.reference.cpuSeconds)),
    allowed[name] ?? '',
  ];
  const stages = lines([
    ['stage', 'seconds', 'rows/s', 'CPU s', 'peak MB', 'x reference', 'CPU x', 'at most'],
    ...stageNames.map((name) => stageRow(name, ({ full }) => full.costs[name])),
    stageRow('total', ({ full }) => full),
    stageRow('reference', ({ reference }) => reference),
  ]);

  const runRow = (name: string, run: (round: Round) => MeasuredRun, hasPeak: boolean) => [
    name,
    whole(middle((round) => run(round).rowsLoaded)),
    hundredths(middle((round) => run(round).seconds)),
    percent(middle((round) => run(round).seconds / round.full.seconds)),
    hundredths(middle((round) => run(round).cpuSeconds)),
    percent(middle((round) => run(round).cpuSeconds / round.full.cpuSeconds)),
    hundredths(middle((round) => run(round).secondsToService)),
    hasPeak ? whole(middle((round) => run(round).peakMegabytes)) : '',
    ...stageNames.map((stage) => hundredths(middle((round) => run(round).costs[stage].seconds))),
    allowed[name] ?? '',
  ];
  const runs = lines([
    [
      ...['run', 'rows loaded', 'seconds', 'of full', 'CPU s', 'of full', 'in service after'],
      ...['peak MB', ...stageNames, 'at most'],
    ],
    runRow('full', ({ full }) => full, true),
    ...others.map((limit, at) =>
      runRow(`limit ${limit}`, ({ full, limited }) => limited[at] ?? full, true),
    ),
    runRow('the same again', ({ again }) => again, false),
    runRow('ten new trades', ({ tenTrades }) => tenTrades, false),
  ]);
  const heading = `${whole(trades)} trades of ${whole(accounts)} accounts, memory limit ${memoryLimit}, median of ${rounds.length}`;
  for (const line of [heading, '', ...stages, '', ...runs, '']) print(line);
  const size = `${whole(trades)} trades of ${whole(accounts)} accounts`;
  const noteRun = (name: string, run: (round: Round) => MeasuredRun, says: readonly string[]) =>
    note(
      `${size}, ${name}`,
      [
        `${hundredths(middle((round) => run(round).seconds))} s`,
        `${hundredths(middle((round) => run(round).cpuSeconds))} CPU s`,
        ...says,
      ].join(', '),
      allowed[name],
    );
  const ofReference = (figure: 'seconds' | 'cpuSeconds') =>
    times(middle(({ full, reference }) => full[figure] / reference[figure]));
  const peakOf = (run: (round: Round) => MeasuredRun) =>
    `${whole(middle((round) => run(round).peakMegabytes))} MB`;
  const serviceOf = (run: (round: Round) => MeasuredRun) =>
    `in service after ${hundredths(middle((round) => run(round).secondsToService))} s`;
  noteRun('total', ({ full }) => full, [
    `${ofReference('seconds')} and CPU ${ofReference('cpuSeconds')} of the reference`,
    peakOf(({ full }) => full),
  ]);
  for (const [at, limit] of others.entries()) {
    const limited = ({ full, limited: runs }: Round) => runs[at] ?? full;
    noteRun(`limit ${limit}`, limited, [
      percent(middle((round) => limited(round).seconds / round.full.seconds)),
      peakOf(limited),
    ]);
  }
  noteRun('the same again', ({ again }) => again, []);
  noteRun('ten new trades', ({ tenTrades }) => tenTrades, [
    serviceOf(({ tenTrades }) => tenTrades),
  ]);
}
