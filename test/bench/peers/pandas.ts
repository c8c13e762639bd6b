import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { inPackage } from '../../../pipeline/base/package-root.ts';

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export const peerSteps = ['read', 'statistics', 'write'] as const;

/** Time of the loop over accounts in pandas. */
export interface PandasRun {
  readonly accounts: number;
  readonly trades: number;
  readonly peakMegabytes: number;
  readonly costs: Readonly<Record<(typeof peerSteps)[number] | 'at once', Cost>> & {
    readonly quantstats?: Cost;
  };
  /** Version of pandas. */
  readonly pandas: string;
  /** Its version, and how many accounts it computed; null if Python doesn't find it. */
  readonly quantstats: { readonly version: string; readonly accounts: number } | null;
}

const python = '/usr/bin/python3';
const script = inPackage('test/bench/peers/pandas_accounts.py');

/** True if the system has pandas. */
export const hasPandas = (): boolean => spawnSync(python, ['-c', 'import pandas']).status === 0;

/** Converts the CSV files into the format that pandas reads fastest. */
export async function preparePandas(folder: string): Promise<void> {
  await call(['prepare', folder]);
}

/** Reads the prepared files and writes one JSON file for each account. */
export async function runPandas(folder: string, out: string, asOf: string): Promise<PandasRun> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  return JSON.parse(await call(['run', folder, out, asOf]));
}

async function call(args: readonly string[]): Promise<string> {
  // Extra threads of numpy's libraries do nothing here, but their start would count as work.
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const child = spawn(python, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`pandas_accounts.py ended with ${code ?? 'a signal'}`);
  return answer;
}
