import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { layoutPaths } from '../../pipeline/snapshot/layout.ts';
import { stageNames } from '../../pipeline/stages.ts';
import { generateBench } from './generate.ts';
import { growthOfOne } from './growth-of-one.ts';
import { comparison, comparisonHeading, measuredRun } from './measured-run.ts';
import { tenTrades } from './ten-trades.ts';
import { windowSum } from './window-sum.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trades: { type: 'string' },
    accounts: { type: 'string', default: '10000' },
    dir: { type: 'string', default: join(tmpdir(), 'trackrecord-bench') },
    'memory-limit': { type: 'string', default: process.env.TRACKRECORD_MEMORY_LIMIT ?? '4GB' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
const memoryLimit = values['memory-limit'];
const asOf = new Date('2026-06-27T12:00:00Z');

const sizes = (unset: string) => (values.trades ?? unset).split(',').map(Number);

switch (positionals[0]) {
  case undefined:
    for (const trades of sizes('1000000,10000000')) await bench(trades);
    break;
  case 'growth-of-one':
    await growthOfOne({
      sizes: sizes('200000,1000000'),
      dir: values.dir,
      memoryLimit,
      asOf,
      print,
    });
    if (!values.keep) rmSync(values.dir, { recursive: true, force: true });
    break;
  default:
    throw new Error(`no bench of that name: ${positionals[0]}; there is growth-of-one`);
}

/**
 * Prints what each stage of a full run costs, against a bare window sum over the same rows, and
 * what runs cost after it that find nothing new, or ten new trades of one account.
 */
async function bench(trades: number): Promise<void> {
  const out = resolve(values.dir, `source-${trades}`);
  const dataDir = resolve(values.dir, `data-${trades}`);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const accounts = Number(values.accounts);
  const { sourceDir, registryFile } = await generateBench({ out, trades, accounts, memoryLimit });
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  await applyRegistry(registry, JSON.parse(readFileSync(registryFile, 'utf8')));
  const run = () => measuredRun({ dataDir, sources: [sourceDir], registry, asOf, memoryLimit });
  const first = await run();
  const { seconds: reference } = await windowSum(layoutPaths(dataDir).warehouse, memoryLimit);
  print(`${trades} trades of ${accounts} accounts, memory limit ${memoryLimit}`);
  print('stage        seconds    rows/s   peak MB   x bare window sum');
  for (const name of stageNames) {
    const { seconds, peakMegabytes } = first.costs[name];
    print(row(name, seconds, trades, peakMegabytes, reference));
  }
  const { peakMegabytes } = first.costs.warehouse;
  print(row('total', first.seconds, trades, peakMegabytes, reference));
  print(row('reference', reference, trades, peakMegabytes, reference));
  print(comparisonHeading);
  print(comparison('full', first, first));
  print(comparison('the same again', await run(), first));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    writeFileSync(join(sourceDir, `trades-new-${round}.csv`), tenTrades(accounts, round));
    print(comparison('ten new trades', await run(), first));
  }
  await registry.close();
  if (!values.keep) rmSync(values.dir, { recursive: true, force: true });
}

function row(name: string, seconds: number, rows: number, peak: number, reference: number): string {
  const cells = [
    seconds.toFixed(2).padStart(7),
    Math.round(rows / seconds)
      .toLocaleString('en')
      .padStart(12),
    String(peak).padStart(8),
    (seconds / reference).toFixed(1).padStart(10),
  ];
  return `${name.padEnd(12)}${cells.join('')}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
