import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { connectors } from './connectors.ts';
import { entries } from './entries.ts';
import { fullRuns } from './full-runs.ts';
import { growth } from './growth/growth.ts';
import { hostile } from './hostile.ts';
import { describeMachine } from './machine.ts';
import { peers } from './peers/peers.ts';
import { type Result, readResults, resultsTable, staleBenches, writeResults } from './results.ts';
import { sendingIn } from './sendings.ts';
import { serving } from './serving/serving.ts';
import type { BenchSettings } from './settings.ts';

const benches: Record<string, (settings: BenchSettings) => Promise<void>> = {
  full: fullRuns,
  growth,
  entries,
  connectors,
  sendings: sendingIn,
  hostile,
  peers,
  serving,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trades: { type: 'string' },
    accounts: { type: 'string' },
    kinds: { type: 'string' },
    only: { type: 'string' },
    dir: { type: 'string', default: join(tmpdir(), 'trackrecord-bench') },
    'memory-limit': { type: 'string', default: '4GB,1GB' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
    note: { type: 'boolean', default: false },
    docs: { type: 'string', default: inPackage('test/bench') },
  },
});

try {
  await bench();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const [name = 'full'] = positionals;
  const known = name === 'results' ? results : benches[name];
  if (!known) {
    throw new Error(
      `no bench ${name}: there are ${[...Object.keys(benches), 'results'].join(', ')}`,
    );
  }
  const [memoryLimit = '', ...otherLimits] = values['memory-limit'].split(',');
  const noted: Result[] = [];
  const date = new Date().toISOString().slice(0, 10);
  const machine = await describeMachine();
  await known({
    trades: values.trades?.split(',').map((text) => count('trades', text)),
    accounts: values.accounts?.split(',').map((text) => count('accounts', text)),
    kinds: values.kinds?.split(','),
    only: values.only,
    dir: values.dir,
    keep: values.keep,
    memoryLimits: [memoryLimit, ...otherLimits],
    rounds: count('rounds', values.rounds),
    print: (line) => process.stdout.write(`${line}\n`),
    note: (figure, measured, goal = '') => {
      noted.push({ bench: name, figure, measured, goal, date, machine });
    },
  });
  if (values.note) writeResults(values.docs, noted);
}

/** Prints the table of results again, and which benches should be run. */
async function results({ print }: BenchSettings): Promise<void> {
  const all = readResults(values.docs);
  print(resultsTable(all));
  for (const line of staleBenches(all, Object.keys(benches), new Date())) {
    print(`not run within a month: ${line}`);
  }
}

function count(option: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${option}: a whole number above 0, not ${text}`);
}
