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

/** Goals of a size, by stage or run. */
type Goals = Readonly<Record<string, string>>;

type Middle = (figure: (round: Round) => number) => number;

const middleOf =
  (rounds: readonly Round[]): Middle =>
  (figure) =>
    median(rounds.map(figure));

function print(
  { memoryLimits: [memoryLimit, ...others], print, note }: BenchSettings,
  trades: number,
  accounts: number,
  rounds: readonly Round[],
): void {
  const goals = (accounts === 10_000 && memoryLimit === '4GB' && limits[trades]) || {};
  const middle = middleOf(rounds);
  const size = `${whole(trades)} trades of ${whole(accounts)} accounts`;
  const heading = `${size}, memory limit ${memoryLimit}, median of ${rounds.length}`;
  const stages = stageLines(trades, middle, goals);
  const runs = runLines(others, middle, goals);
  for (const line of [heading, '', ...stages, '', ...runs, '']) print(line);
  for (const [name, measured] of resultsOf(others, middle)) {
    note(`${size}, ${name}`, measured, goals[name]);
  }
}

function stageLines(trades: number, middle: Middle, goals: Goals): string[] {
  const row = (name: string, cost: (round: Round) => Cost) => [
    name,
    hundredths(middle((round) => cost(round).seconds)),
    whole(trades / middle((round) => cost(round).seconds)),
    hundredths(middle((round) => cost(round).cpuSeconds)),
    whole(middle((round) => cost(round).peakMegabytes)),
    times(middle((round) => cost(round).seconds / round.reference.seconds)),
    times(middle((round) => cost(round).cpuSeconds / round.reference.cpuSeconds)),
    goals[name] ?? '',
  ];
  return lines([
    ['stage', 'seconds', 'rows/s', 'CPU s', 'peak MB', 'x reference', 'CPU x', 'at most'],
    ...stageNames.map((name) => row(name, ({ full }) => full.costs[name])),
    row('total', ({ full }) => full),
    row('reference', ({ reference }) => reference),
  ]);
}

function runLines(otherLimits: readonly string[], middle: Middle, goals: Goals): string[] {
  const row = (name: string, run: (round: Round) => MeasuredRun, hasPeak: boolean) => [
    name,
    whole(middle((round) => run(round).rowsLoaded)),
    hundredths(middle((round) => run(round).seconds)),
    percent(middle((round) => run(round).seconds / round.full.seconds)),
    hundredths(middle((round) => run(round).cpuSeconds)),
    percent(middle((round) => run(round).cpuSeconds / round.full.cpuSeconds)),
    hundredths(middle((round) => run(round).secondsToService)),
    hasPeak ? whole(middle((round) => run(round).peakMegabytes)) : '',
    ...stageNames.map((stage) => hundredths(middle((round) => run(round).costs[stage].seconds))),
    goals[name] ?? '',
  ];
  return lines([
    [
      ...['run', 'rows loaded', 'seconds', 'of full', 'CPU s', 'of full', 'in service after'],
      ...['peak MB', ...stageNames, 'at most'],
    ],
    row('full', ({ full }) => full, true),
    ...otherLimits.map((limit, at) => row(`limit ${limit}`, limitedTo(at), true)),
    row('the same again', ({ again }) => again, false),
    row('ten new trades', ({ tenTrades }) => tenTrades, false),
  ]);
}

/** Full run with one of the other memory limits. */
const limitedTo =
  (at: number) =>
  ({ full, limited }: Round): MeasuredRun =>
    limited[at] ?? full;

/** Names the runs of the table of results, and says what each took. */
function resultsOf(
  otherLimits: readonly string[],
  middle: Middle,
): (readonly [name: string, measured: string])[] {
  const took = (run: (round: Round) => MeasuredRun) =>
    `${hundredths(middle((round) => run(round).seconds))} s, ${hundredths(middle((round) => run(round).cpuSeconds))} CPU s`;
  const peakOf = (run: (round: Round) => MeasuredRun) =>
    `${whole(middle((round) => run(round).peakMegabytes))} MB`;
  const ofReference = (figure: 'seconds' | 'cpuSeconds') =>
    times(middle(({ full, reference }) => full[figure] / reference[figure]));
  const fullRun = ({ full }: Round) => full;
  const tenTrades = ({ tenTrades: run }: Round) => run;
  const service = hundredths(middle((round) => round.tenTrades.secondsToService));
  return [
    [
      'total',
      `${took(fullRun)}, ${ofReference('seconds')} and CPU ${ofReference('cpuSeconds')} of the reference, ${peakOf(fullRun)}`,
    ],
    ...otherLimits.map((limit, at) => {
      const run = limitedTo(at);
      const share = percent(middle((round) => run(round).seconds / round.full.seconds));
      return [`limit ${limit}`, `${took(run)}, ${share}, ${peakOf(run)}`] as const;
    }),
    ['the same again', took(({ again }) => again)],
    ['ten new trades', `${took(tenTrades)}, in service after ${service} s`],
  ];
}
