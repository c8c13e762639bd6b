import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { apart } from './apart.ts';
import type { Runs, RunsOptions } from './measured-run.ts';
import type { BenchSettings } from './settings.ts';
import type { WindowSum } from './window-sum.ts';

export interface World {
  readonly trades: number;
  readonly accounts: number;
  readonly sourceDir: string;
  readonly registryFile: string;
  readonly dataDir: DataDirectory;
}

/** Account 0 has one trade in a hundred, or all if it is the only account. */
const generatedPerTrade = 100;

/** Makes a source in its own folder, passes it to `work`, and removes it. */
export async function withWorld<Result>(
  { dir, keep, memoryLimits }: Pick<BenchSettings, 'dir' | 'keep' | 'memoryLimits'>,
  { trades, accounts }: Pick<World, 'trades' | 'accounts'>,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  const out = resolve(dir, `${trades}-trades-${accounts}-accounts`);
  try {
    const made = await apart('generateBench', {
      out,
      trades: accounts === 1 ? trades * generatedPerTrade : trades,
      accounts,
      memoryLimit: memoryLimits[0],
    });
    return await work({ ...made, trades, accounts, dataDir: dataDirectory(join(out, 'data')) });
  } finally {
    if (!keep) rmSync(out, { recursive: true, force: true });
  }
}

/** Does a full run into a new data folder in its own process, and the runs that follow. */
export async function freshRuns(
  world: World,
  options: Pick<RunsOptions, 'memoryLimit' | 'newTrades'>,
): Promise<Runs> {
  await apart('registerAll', world);
  return apart('runsOf', { ...world, ...options });
}

/** Does a full run, one with nothing new and one with ten new trades, all in one process. */
export async function allRuns(
  world: World,
  options: Pick<RunsOptions, 'memoryLimit'> & { readonly newTrades: number },
): Promise<Required<Runs>> {
  const { full, again, tenTrades } = await freshRuns(world, options);
  if (!again || !tenTrades) throw new Error('no run followed the full one');
  return { full, again, tenTrades };
}

/** Measures a bare window sum over the rows of the last run. */
export function referenceOf({ dataDir }: World, memoryLimit: string): Promise<WindowSum> {
  return apart('windowSum', { warehouse: dataDir.warehouse, memoryLimit });
}
