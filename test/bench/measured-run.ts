import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { createLog } from '../../pipeline/base/log.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import { runOnce } from '../../pipeline/run/run.ts';
import { tenTrades } from './ten-trades.ts';

export interface MeasuredRun {
  readonly costs: RunResult['costs'];
  /** Seconds from the start of the run to its end, also between its stages. */
  readonly seconds: number;
  /** Processor seconds of all threads. */
  readonly cpuSeconds: number;
  /** Seconds from the start of the run until readers see the new version. */
  readonly secondsToService: number;
  /** Peak resident memory of the process up to that point, in MB. */
  readonly peakMegabytes: number;
  readonly rowsLoaded: number;
  /** Size of the data folder after the run, in MB. */
  readonly diskMegabytes: number;
}

export interface RunsOptions {
  dataDir: DataDirectory;
  sourceDir: string;
  accounts: number;
  memoryLimit: string;
  /**
   * Number of the ten new trades. If given, two runs follow: one that finds nothing new, one with
   * these trades.
   */
  newTrades?: number | undefined;
}

export interface Runs {
  full: MeasuredRun;
  again?: MeasuredRun;
  tenTrades?: MeasuredRun;
}

/** Time of every run of a bench, so that all of them compute the same. */
export const asOf = new Date('2026-06-27T12:00:00Z');
const clock = () => asOf;

/** Makes a new data folder, with the registry from a file. */
export async function registerAll(options: {
  dataDir: DataDirectory;
  registryFile: string;
}): Promise<null> {
  const { dataDir, registryFile } = options;
  rmSync(dataDir.path, { recursive: true, force: true });
  mkdirSync(dataDir.path, { recursive: true });
  const registry = await openRegistry({ dataDir: dataDir, clock });
  await applyRegistry(registry, JSON.parse(readFileSync(registryFile, 'utf8')));
  await registry.close();
  return null;
}

/** Does a full run and those that follow, and measures each. */
export async function runsOf(options: RunsOptions): Promise<Runs> {
  const { dataDir, sourceDir, accounts, memoryLimit, newTrades } = options;
  const registry = await openRegistry({ dataDir: dataDir, clock });
  try {
    const run = () => measured(dataDir, sourceDir, registry, memoryLimit);
    const full = await run();
    if (newTrades === undefined) return { full };
    const again = await run();
    const file = join(sourceDir, 'trades-new.csv');
    writeFileSync(file, tenTrades(accounts, newTrades));
    try {
      return { full, again, tenTrades: await run() };
    } finally {
      rmSync(file);
    }
  } finally {
    await registry.close();
  }
}

async function measured(
  dataDir: DataDirectory,
  sourceDir: string,
  registry: Registry,
  memoryLimit: string,
): Promise<MeasuredRun> {
  const start = performance.now();
  const before = process.cpuUsage();
  let secondsToService = 0;
  const since = () => (performance.now() - start) / 1000;
  const info = (message: string) => {
    if (message === 'published') secondsToService = since();
  };
  const { costs, load } = await runOnce({
    dataDir: dataDir,
    sources: [sourceDir],
    registry,
    memoryLimit,
    asOf,
    log: { ...createLog({ logLevel: 'warn' }), info },
    clock: () => new Date(),
  });
  const seconds = since();
  const { user, system } = process.cpuUsage(before);
  return {
    costs,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    secondsToService,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    rowsLoaded: load.rowsLoaded,
    diskMegabytes: bytesIn(dataDir.path) / 1e6,
  };
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
