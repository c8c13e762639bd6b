import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { layoutPaths } from '../../pipeline/snapshot/layout.ts';
import { stageNames } from '../../pipeline/stages.ts';
import { generateBench } from './generate.ts';
import { comparison, comparisonHeading, measuredRun } from './measured-run.ts';
import { tenTrades } from './ten-trades.ts';

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '1000000,10000000' },
    accounts: { type: 'string', default: '10000' },
    dir: { type: 'string', default: join(tmpdir(), 'trackrecord-bench') },
    'memory-limit': { type: 'string', default: process.env.TRACKRECORD_MEMORY_LIMIT ?? '4GB' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
const memoryLimit = values['memory-limit'];
const asOf = new Date('2026-06-27T12:00:00Z');

for (const trades of values.trades.split(',').map(Number)) await bench(trades);

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
  const reference = await windowSum(layoutPaths(dataDir).warehouse);
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

/** Seconds of a bare DuckDB window sum over the trades, sorted as it needs them; median of 3. */
async function windowSum(warehouse: string): Promise<number> {
  const database = await openDatabase(':memory:', { memoryLimit });
  await database.run(`attach '${warehouse}' as warehouse (read_only)`);
  await database.run(`create table sorted as
    select account_id, closed_at, ticket, (profit + commission + swap)::double as net
    from warehouse.trades order by account_id, closed_at, ticket`);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    await database.rows(`select max(balance) from (
      select sum(net) over (
        partition by account_id order by closed_at, ticket rows unbounded preceding
      ) as balance from sorted)`);
    seconds.push((performance.now() - start) / 1000);
  }
  database.close();
  return seconds.sort((one, other) => one - other)[1] ?? 0;
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
