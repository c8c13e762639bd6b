import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../pipeline/base/package-root.ts';
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../pipeline/duckdb/database.ts';
import { quoteLists } from './quotes.ts';
import { benchRegistry } from './registry.ts';

export interface BenchOptions extends DatabaseOptions {
  /** Folder for `source/` and `registry.json`. An old `source/` in it is deleted. */
  out: string;
  trades: number;
  accounts?: number;
}

export interface Bench {
  registryFile: string;
  sourceDir: string;
}

const files = ['accounts', 'cash_flows', 'equity', 'positions', 'symbols', 'fx_rates'];
const tenths = Array.from({ length: 10 }, (_, tenth) => tenth);

/** Writes the sources as Parquet, made by SQL alone. The same numbers give the same rows. */
export async function generateBench(options: BenchOptions): Promise<Bench> {
  const { out, trades, accounts = 10_000 } = options;
  const sourceDir = join(out, 'source');
  await rm(sourceDir, { recursive: true, force: true });
  await mkdir(join(sourceDir, 'trades'), { recursive: true });
  const database = await openDatabase(':memory:', options);
  try {
    await database.run(await sql('macros'));
    await setVariables(database, {
      ...quoteLists,
      trades: `${trades}`,
      accounts: `${accounts}`,
      reports: `${Math.min(520, Math.max(72, Math.round((520 * trades) / 10_000_000)))}`,
    });
    await database.run(`create table plans as ${await sql('plans')}`);
    for (const name of files) await copy(database, name, join(sourceDir, `${name}.parquet`));
    for (const tenth of tenths) {
      await setVariables(database, { tenth: `${tenth}` });
      await copy(database, 'trades', join(sourceDir, 'trades', `part-${tenth}.parquet`));
    }
  } finally {
    database.close();
  }
  const registryFile = join(out, 'registry.json');
  await writeFile(registryFile, `${JSON.stringify(benchRegistry(accounts), null, 1)}\n`);
  return { registryFile, sourceDir };
}

async function copy(database: Database, name: string, path: string): Promise<void> {
  const target = path.replaceAll("'", "''");
  await database.run(`copy (${await sql(name)}) to '${target}' (format parquet, compression zstd)`);
}

async function setVariables(database: Database, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await database.run(`set variable ${name} = ${value}`);
  }
}

function sql(name: string): Promise<string> {
  return readFile(new URL(`test/bench/sql/${name}.sql`, packageRoot), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'data/bench' },
      trades: { type: 'string', default: '1000000' },
      accounts: { type: 'string', default: '10000' },
      'memory-limit': { type: 'string', default: '2GB' },
    },
  });
  const begin = performance.now();
  const { sourceDir } = await generateBench({
    out: values.out,
    trades: Number(values.trades),
    accounts: Number(values.accounts),
    memoryLimit: values['memory-limit'],
    temporaryDirectory: join(values.out, 'spill.tmp'),
  });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${values.trades} trades in ${sourceDir} after ${seconds} s`);
}
