import { join } from 'node:path';
import type { StageName } from '../../../pipeline/base/stages.ts';
import { apart } from '../apart.ts';
import { hundredths, lines, median, times, whole } from '../figures.ts';
import { asOf, type MeasuredRun } from '../measured-run.ts';
import type { BenchSettings } from '../settings.ts';
import { freshRuns, type World, withWorld } from '../world.ts';
import { hasPandas, type PandasRun, peerSteps, preparePandas, runPandas } from './pandas.ts';
import type { Sample } from './sample.ts';

interface Round {
  readonly ours: MeasuredRun;
  readonly theirs: PandasRun;
  /** Number of accounts with the same figures on both sides. */
  readonly agreeing: number;
}

/**
 * Number of accounts that the peer computes, and about how many of them are compared figure by
 * figure.
 */
const sampled = 1_000;
const compared = 50;

/** Our stage for each step of the peer. */
const stageOf: Record<(typeof peerSteps)[number], StageName> = {
  read: 'load',
  statistics: 'statistics',
  write: 'write',
};

/**
 * Prints the cost of an account in a full run and in a loop over accounts in pandas, for the
 * figures that both compute. Checks first that the figures of some accounts are the same.
 */
export async function peers(settings: BenchSettings): Promise<void> {
  const { trades = [1_000_000, 10_000_000], accounts: [accounts = 10_000] = [] } = settings;
  if (!hasPandas()) {
    settings.print('skipped: python3-pandas is not installed (apt-get install python3-pandas)');
    return;
  }
  for (const size of trades) {
    await withWorld(settings, { trades: size, accounts }, async (world) => {
      const folder = join(world.dataDir.path, '..', 'peer');
      const { sourceDir } = world;
      const sample = await apart('writeSample', { sourceDir, folder, accounts: sampled });
      await preparePandas(folder);
      const rounds: Round[] = [];
      for (let round = 1; round <= settings.rounds; round += 1) {
        rounds.push(await roundOf(settings, world, sample, folder));
      }
      for (const line of resultLines(world, settings, rounds)) settings.print(line);
      const [first] = rounds;
      if (first) besideOthers(world, settings, first);
    });
  }
}

async function roundOf(
  { memoryLimits: [memoryLimit] }: BenchSettings,
  world: World,
  { ids, trades }: Sample,
  folder: string,
): Promise<Round> {
  const { full } = await freshRuns(world, { memoryLimit });
  const out = join(folder, 'out');
  const theirs = await runPandas(folder, out, asOf.toISOString().slice(0, 19));
  if (theirs.accounts !== ids.length || theirs.trades !== trades) {
    throw new Error(`pandas met ${theirs.trades} trades of ${theirs.accounts} accounts`);
  }
  const { dataDir } = world;
  const chosen = ids.filter((_, at) => at % Math.ceil(ids.length / compared) === 0);
  const differences = await apart('differencesOf', { dataDir, out, ids: chosen });
  if (differences.length > 0) {
    const first = differences.slice(0, 10).join('\n');
    throw new Error(`${differences.length} figures are not the same:\n${first}`);
  }
  return { ours: full, theirs, agreeing: chosen.length };
}

function resultLines(
  { trades, accounts }: World,
  { memoryLimits: [memoryLimit] }: BenchSettings,
  rounds: readonly Round[],
): string[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const { theirs, agreeing } = first;
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
  const all = (figure: keyof Cost) =>
    whole(middle((round) => (totalOf(round)[figure] * accounts) / round.theirs.accounts));
  const shareOf = (ours: Cost, peer: Cost, figure: keyof Cost, round: Round) =>
    ours[figure] / accounts / (peer[figure] / round.theirs.accounts);
  const ofPeer = (figure: keyof Cost) =>
    middle((round) => shareOf(round.ours, totalOf(round), figure, round));
  const milliseconds = (seconds: number, of: number) => hundredths((1000 * seconds) / of);
  const row = (name: string, ours: (round: Round) => Cost, peer: (round: Round) => Cost) => [
    name,
    ...(['seconds', 'cpuSeconds'] as const).flatMap((figure) => [
      milliseconds(
        middle((round) => ours(round)[figure]),
        accounts,
      ),
      milliseconds(
        middle((round) => peer(round)[figure]),
        theirs.accounts,
      ),
      hundredths(middle((round) => shareOf(ours(round), peer(round), figure, round))),
    ]),
  ];
  return [
    `${whole(trades)} trades of ${whole(accounts)} accounts, all of them in a full run (memory limit ${memoryLimit});`,
    `${whole(theirs.trades)} trades of ${whole(theirs.accounts)} of these accounts in a loop over accounts in pandas ${theirs.pandas}; median of ${rounds.length}`,
    `figures of ${agreeing} accounts compared, all the same`,
    '',
    ...lines([
      [
        'milliseconds an account',
        ...['ours', 'theirs', 'ours / theirs'],
        ...['ours, CPU', 'theirs, CPU', 'ours / theirs'],
      ],
      ...peerSteps.map((step) =>
        row(
          step,
          ({ ours }) => ours.costs[stageOf[step]],
          ({ theirs }) => theirs.costs[step],
        ),
      ),
      row('total', ({ ours }) => ours, totalOf),
    ]),
    '',
    `an account in pandas: ${times(1 / ofPeer('seconds'))} the time of ours, ${times(1 / ofPeer('cpuSeconds'))} the processor time`,
    `all accounts: ours ${hundredths(middle(({ ours }) => ours.seconds))} s (${hundredths(middle(({ ours }) => ours.cpuSeconds))} CPU s), theirs, by the account, ${all('seconds')} s (${all('cpuSeconds')} CPU s)`,
    `peak MB: ours ${whole(middle(({ ours }) => ours.peakMegabytes))} of all accounts, theirs ${whole(middle((round) => round.theirs.peakMegabytes))} of ${whole(theirs.accounts)}`,
    '',
  ];
}

/** Prints and notes what pandas takes at once and by the account, and what quantstats takes. */
function besideOthers(
  { trades, accounts }: World,
  { print, note }: BenchSettings,
  { ours, theirs }: Round,
): void {
  const size = `${whole(trades)} trades of ${whole(accounts)} accounts`;
  const each = (seconds: number, of: number) => `${hundredths((1000 * seconds) / of)} CPU ms`;
  const ofOurs = each(ours.cpuSeconds, accounts);
  const rows: [string, string][] = [
    [`${size}, ours, everything`, `${ofOurs} an account`],
    [
      `${size}, pandas by the account, what both compute`,
      `${each(totalOf({ theirs }).cpuSeconds, theirs.accounts)} an account`,
    ],
    [
      `${size}, pandas at once, only balance, return and drawdown`,
      `${each(theirs.costs['at once'].cpuSeconds, theirs.accounts)} an account`,
    ],
  ];
  const { quantstats } = theirs;
  if (quantstats && theirs.costs.quantstats) {
    rows.push([
      `${size}, quantstats ${quantstats.version}, 18 figures of daily returns`,
      `${each(theirs.costs.quantstats.cpuSeconds, quantstats.accounts)} an account`,
    ]);
  } else print('without quantstats: Python does not find it');
  for (const [figure, measured] of rows) {
    print(`${figure}: ${measured}`);
    note(figure, measured);
  }
  print('');
}

type Cost = Pick<MeasuredRun, 'seconds' | 'cpuSeconds'>;

function totalOf({ theirs }: Pick<Round, 'theirs'>): Cost {
  const sum = (figure: keyof Cost) =>
    peerSteps.reduce((total, step) => total + theirs.costs[step][figure], 0);
  return { seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds') };
}
