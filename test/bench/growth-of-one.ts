import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { layoutPaths } from '../../pipeline/snapshot/layout.ts';
import { stageNames } from '../../pipeline/stages.ts';
import { generateBench } from './generate.ts';
import { measuredRun } from './measured-run.ts';
import { windowSum } from './window-sum.ts';

export interface GrowthOptions {
  /** Trades of the one account, a run each. */
  sizes: readonly number[];
  dir: string;
  memoryLimit: string;
  asOf: Date;
  print: (line: string) => void;
}

const rows = [...stageNames, 'total', 'reference'] as const;
const startedWith = 20_000;
/** Account 0 of the generated data has one trade in a hundred. */
const generatedPerTrade = 100;

/**
 * Prints what each stage of a full run costs of processors for a single trade, where one account
 * has them all, and by how much that grows from the first size to the last.
 */
export async function growthOfOne(options: GrowthOptions): Promise<void> {
  const { sizes, print } = options;
  // What a process does for the first time it compiles and allocates for.
  await costsOfOne(startedWith, options);
  const measured: Record<(typeof rows)[number], number>[] = [];
  for (const trades of sizes) measured.push(await costsOfOne(trades, options));
  print('CPU microseconds a trade, one account with all of them');
  print(
    `stage       ${sizes.map((trades) => trades.toLocaleString('en').padStart(12)).join('')}  grows x`,
  );
  for (const name of rows) {
    const each = measured.map((costs, at) => (1e6 * costs[name]) / (sizes[at] ?? 1));
    const grows = ((each.at(-1) ?? 0) / (each[0] ?? 0)).toFixed(2);
    const cells = each.map((microseconds) => microseconds.toFixed(2).padStart(12)).join('');
    print(`${name.padEnd(12)}${cells}${grows.padStart(9)}`);
  }
}

/** CPU seconds of the stages of a full run of one account, of all of it, and of the reference. */
async function costsOfOne(trades: number, { dir, memoryLimit, asOf }: GrowthOptions) {
  const out = resolve(dir, `one-source-${trades}`);
  const dataDir = resolve(dir, `one-data-${trades}`);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const { sourceDir, registryFile } = await generateBench({
    out,
    trades: trades * generatedPerTrade,
    accounts: 1,
    memoryLimit,
  });
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  await applyRegistry(registry, JSON.parse(readFileSync(registryFile, 'utf8')));
  const sources = [sourceDir];
  const { costs, cpuSeconds } = await measuredRun({
    dataDir,
    sources,
    registry,
    asOf,
    memoryLimit,
  });
  await registry.close();
  const reference = await windowSum(layoutPaths(dataDir).warehouse, memoryLimit);
  return {
    load: costs.load.cpuSeconds,
    statistics: costs.statistics.cpuSeconds,
    write: costs.write.cpuSeconds,
    publish: costs.publish.cpuSeconds,
    warehouse: costs.warehouse.cpuSeconds,
    total: cpuSeconds,
    reference: reference.cpuSeconds,
  };
}
