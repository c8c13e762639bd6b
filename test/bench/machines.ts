import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { lastRuns } from '../../pipeline/run/run-log.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { type CommandProcess, startCommand } from '../server/commands/process.ts';
import { longTimeout } from '../support/timeout.ts';
import { hundredths, whole } from './figures.ts';
import { generateBench } from './generate.ts';
import type { BenchSettings } from './settings.ts';

/** Cost of one full run. */
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

const start = (...[args, dataDir, env]: Parameters<typeof startCommand>): CommandProcess =>
  startCommand(args, dataDir, env, undefined, longTimeout);

const shards = 4;
const workers = [1, 2, 4];

/**
 * Prints the time of a full run on one machine, and with one, two and four workers over four
 * shards. All run on this computer, with one processor each and a folder as the store. Throws if
 * they publish another version than one machine does.
 */
export async function machines(settings: BenchSettings): Promise<void> {
  const { dir, trades = [2_000_000], accounts = [10_000], memoryLimits, print } = settings;
  const [memoryLimit = ''] = memoryLimits;
  const size = { trades: trades[0] ?? 0, accounts: accounts[0] ?? 0 };
  const { sourceDir, registryFile } = await generateBench({ out: dir, ...size, memoryLimit });
  const singleMachine = await alone(settings, sourceDir, registryFile);
  print(`${size.trades} trades of ${size.accounts} accounts, ${shards} shards`);
  print(lineOf('one machine, run', singleMachine, singleMachine));
  for (const count of workers) {
    const cost = await byWorkers(settings, sourceDir, registryFile, count);
    print(lineOf(`${count} workers`, cost, singleMachine));
    if (contentOf(cost) !== contentOf(singleMachine)) {
      throw new Error(
        `${count} workers published ${cost.version}, one machine ${singleMachine.version}`,
      );
    }
  }
  if (!settings.keep) rmSync(dir, { recursive: true, force: true });
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

/** Settings of every process: one processor, and the memory limit of the bench. */
const settingsOf = ({ memoryLimits }: BenchSettings): Record<string, string> => ({
  LOG_LEVEL: 'silent',
  TRACKRECORD_MEMORY_LIMIT: memoryLimits[0] ?? '',
  TRACKRECORD_THREADS: '1',
});

async function alone(settings: BenchSettings, source: string, registryFile: string): Promise<Cost> {
  const dataDir = dataDirectory(join(settings.dir, 'alone'));
  const env = settingsOf(settings);
  await done(startCommand(['registry', 'apply', registryFile], dataDir, env));
  const cost = await measured(dataDir, start(['run', '--source', source], dataDir, env), []);
  rmSync(dataDir.path, { recursive: true });
  return cost;
}

async function byWorkers(
  settings: BenchSettings,
  source: string,
  registryFile: string,
  count: number,
): Promise<Cost> {
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
      working.push(start(['work'], placeOf(`worker-${number}`), env));
    }
    const args = ['coordinate', '--shards', String(shards), '--source', source];
    return await measured(dataDir, start(args, dataDir, env), working);
  } finally {
    for (const { child } of working) child.kill('SIGTERM');
    await Promise.all(working.map(({ ended }) => ended));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  dataDir: DataDirectory,
  command: CommandProcess,
  beside: readonly CommandProcess[],
): Promise<Cost> {
  const begin = performance.now();
  // The system forgets the time of a process that has ended, so this reads it until then.
  let ownCpu = 0;
  const timer = setInterval(() => {
    ownCpu = Math.max(ownCpu, cpuOf(command.child.pid));
  }, 50);
  await done(command).finally(() => clearInterval(timer));
  const seconds = (performance.now() - begin) / 1000;
  const otherCpu = beside.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);
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

const ticksPerSecond = 100;

/** Reads the processor seconds of a process and its ended children; 0 if it no longer exists. */
function cpuOf(id: number | undefined): number {
  const path = `/proc/${id}/stat`;
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}
