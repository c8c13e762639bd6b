import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { lastRuns } from '../../pipeline/run/run-log.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { type CommandProcess, startCommand } from '../server/commands/process.ts';
import { longTimeout } from '../support/timeout.ts';
import { hundredths, whole } from './figures.ts';
import { type Bench, generateBench } from './generate.ts';
import type { BenchSettings } from './settings.ts';
import { tenTrades } from './ten-trades.ts';

/** Cost of one run or batch. */
interface Cost {
  readonly version: string;
  readonly seconds: number;
  /** Processor time of all processes that took part. */
  readonly cpuSeconds: number;
  /** Processor time of the process that runs or coordinates. */
  readonly ownCpuSeconds: number;
  /** Seconds of each stage. */
  readonly stages: Record<string, number>;
}

/** Costs of a first batch, of one with nothing new, and of one with ten trades of one account. */
interface BatchCosts {
  readonly full: Cost;
  readonly again: Cost;
  readonly tenTrades: Cost;
}

/** Starts a command on a simulated machine: all of its processes share one core. */
function start(
  machine: number,
  ...[args, dataDir, env]: Parameters<typeof startCommand>
): CommandProcess {
  const started = startCommand(args, dataDir, env, undefined, longTimeout);
  const core = String(machine % availableParallelism());
  execFileSync('taskset', ['-a', '-c', '-p', core, String(started.child.pid)]);
  return started;
}

const shards = 4;
/** A world in which nearly all of a due shard's cost is fixed. */
const smallWorld = { trades: 800, accounts: 8 };

/**
 * Prints the time of a full run on one machine, and with one and two workers over four shards. Each
 * machine is simulated by one core and one thread, with a folder as the store. Also prints the
 * fixed price of a due shard. Throws if batches publish another version than one machine does.
 */
export async function machines(settings: BenchSettings): Promise<void> {
  const { dir, trades = [1_000_000], accounts = [10_000] } = settings;
  await printFixedPrice(settings);
  for (const count of trades) await compare(settings, count, accounts[0] ?? 0);
  if (!settings.keep) rmSync(dir, { recursive: true, force: true });
}

async function compare(settings: BenchSettings, trades: number, accounts: number): Promise<void> {
  const { dir, print } = settings;
  const memoryLimit = settings.memoryLimits[0];
  const world = await generateBench({ out: dir, trades, accounts, memoryLimit });
  const singleMachine = await alone(settings, world.sourceDir, world.registryFile);
  print(`${trades} trades of ${accounts} accounts, ${shards} shards`);
  print(lineOf('one machine, run', singleMachine, singleMachine));
  const took: number[] = [];
  for (const count of [1, 2]) {
    const { full, again } = await byWorkers(settings, world, accounts, count);
    print(lineOf(`${count} workers`, full, singleMachine));
    print(`the same again, nothing new: ${hundredths(again.cpuSeconds)} s of processor`);
    if (contentOf(full) !== contentOf(singleMachine)) {
      throw new Error(
        `${count} workers published ${full.version}, one machine ${singleMachine.version}`,
      );
    }
    took.push(full.seconds);
    if (count === 1) print(predicted(full));
  }
  const [one = 0, two = 0] = took;
  print(`2 workers take ${hundredths(two / one)} of the time of 1`);
}

/** Predicts the gain from what only the coordinator can do. The cores must be idle otherwise. */
function predicted({ cpuSeconds, ownCpuSeconds }: Cost): string {
  const shared = cpuSeconds - ownCpuSeconds;
  const ratio = (ownCpuSeconds + shared / 2) / cpuSeconds;
  return `predicted from processor time: 2 workers take ${hundredths(ratio)} of the time of 1`;
}

/**
 * Prints the fixed price of a due shard. That is the processor time of a batch with ten trades of
 * one account, less the time of a batch with nothing new.
 */
async function printFixedPrice(settings: BenchSettings): Promise<void> {
  const { dir, print } = settings;
  const memoryLimit = settings.memoryLimits[0];
  const world = await generateBench({ out: join(dir, 'small'), ...smallWorld, memoryLimit });
  const { again, tenTrades: due } = await byWorkers(settings, world, smallWorld.accounts, 1);
  const workerSeconds = (cost: Cost) => cost.cpuSeconds - cost.ownCpuSeconds;
  print(
    `fixed price of a due shard: ${hundredths(due.cpuSeconds - again.cpuSeconds)} s of processor, of which the worker ${hundredths(workerSeconds(due) - workerSeconds(again))}`,
  );
}

const contentOf = ({ version }: Cost): string => version.slice(version.indexOf('-'));

function lineOf(name: string, cost: Cost, one: Cost): string {
  const { version, seconds, cpuSeconds, ownCpuSeconds, stages } = cost;
  const parts = Object.entries(stages).map(([stage, took]) => `${stage} ${whole(took)}`);
  return [
    `${name}: ${whole(seconds)} s (${hundredths(seconds / one.seconds)}x: ${parts.join(', ')})`,
    `${whole(cpuSeconds)} s of processor (${hundredths(cpuSeconds / one.cpuSeconds)}x, ${whole(ownCpuSeconds)} in its own process)`,
    version,
  ].join(', ');
}

/** Settings of every process: one thread, and the memory limit of the bench. */
const settingsOf = ({ memoryLimits }: BenchSettings): Record<string, string> => ({
  LOG_LEVEL: 'silent',
  TRACKRECORD_MEMORY_LIMIT: memoryLimits[0] ?? '',
  TRACKRECORD_THREADS: '1',
});

async function alone(settings: BenchSettings, source: string, registryFile: string): Promise<Cost> {
  const dataDir = dataDirectory(join(settings.dir, 'alone'));
  const env = settingsOf(settings);
  await done(startCommand(['registry', 'apply', registryFile], dataDir, env));
  const args = ['run', '--source', source];
  const cost = await measured(dataDir, () => start(0, args, dataDir, env), []);
  rmSync(dataDir.path, { recursive: true });
  return cost;
}

async function byWorkers(
  settings: BenchSettings,
  { sourceDir, registryFile }: Bench,
  accounts: number,
  count: number,
): Promise<BatchCosts> {
  const database = await startPostgres();
  if (database === null) throw new Error('PostgreSQL is not installed');
  const folder = join(settings.dir, 'machines');
  const env = {
    ...settingsOf(settings),
    DATABASE_URL: database.url,
    TRACKRECORD_STORE: join(folder, 'store'),
  };
  mkdirSync(env.TRACKRECORD_STORE, { recursive: true });
  const placeOf = (name: string) => dataDirectory(join(folder, name));
  const working: CommandProcess[] = [];
  try {
    const dataDir = placeOf('coordinator');
    await done(startCommand(['registry', 'apply', registryFile], dataDir, env));
    for (let number = 0; number < count; number += 1) {
      working.push(start(number, ['work'], placeOf(`worker-${number}`), env));
    }
    const args = ['coordinate', '--shards', String(shards), '--source', sourceDir];
    // Workers start up before the measurement.
    await setTimeout(startUpMilliseconds);
    const batch = () => measured(dataDir, () => start(0, args, dataDir, env), working);
    const full = await batch();
    const again = await batch();
    const file = join(sourceDir, 'trades-new.csv');
    writeFileSync(file, tenTrades(accounts, 1));
    try {
      return { full, again, tenTrades: await batch() };
    } finally {
      rmSync(file);
    }
  } finally {
    for (const { child } of working) child.kill('SIGTERM');
    await Promise.all(working.map(({ ended }) => ended));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  dataDir: DataDirectory,
  begin: () => CommandProcess,
  beside: readonly CommandProcess[],
): Promise<Cost> {
  const besideCpu = () => beside.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);
  const [cpuBefore, begun] = [besideCpu(), performance.now()];
  const command = begin();
  // The system forgets the time of a process that has ended, so this reads it until then.
  let ownCpu = 0;
  const timer = setInterval(() => {
    ownCpu = Math.max(ownCpu, cpuOf(command.child.pid));
  }, 20);
  await done(command).finally(() => clearInterval(timer));
  const seconds = (performance.now() - begun) / 1000;
  const otherCpu = besideCpu() - cpuBefore;
  const [run] = lastRuns(dataDir, 1);
  return {
    version: currentVersion(dataDir) ?? '',
    seconds,
    cpuSeconds: ownCpu + otherCpu,
    ownCpuSeconds: ownCpu,
    stages: Object.fromEntries(
      Object.entries(run?.stages ?? {}).map(([stage, took]) => [stage, took.seconds]),
    ),
  };
}

async function done({ ended, output }: CommandProcess): Promise<void> {
  if ((await ended) !== 0) throw new Error(output.stderr);
}

const startUpMilliseconds = 3000;
const ticksPerSecond = 100;

/** Reads the processor seconds of a process and its children; 0 if it no longer exists. */
function cpuOf(id: number | undefined): number {
  const path = `/proc/${id}/stat`;
  if (!existsSync(path)) return 0;
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ');
  const ofChildren = children.reduce((sum, child) => sum + cpuOf(Number(child) || undefined), 0);
  const text = readFileSync(path, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ofChildren + ticks / ticksPerSecond;
}
