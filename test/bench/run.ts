import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { connectors } from './connectors.ts';
import { entries } from './entries.ts';
import { fullRuns } from './full-runs.ts';
import { growth } from './growth/growth.ts';
import { growthOfOne } from './growth-of-one.ts';
import { hostile } from './hostile.ts';
import { peers } from './peers/peers.ts';
import { sendingIn } from './sendings.ts';
import type { BenchSettings } from './settings.ts';

const benches: Record<string, (settings: BenchSettings) => Promise<void>> = {
  full: fullRuns,
  'growth-of-one': growthOfOne,
  growth,
  entries,
  connectors,
  sendings: sendingIn,
  hostile,
  peers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trades: { type: 'string' },
    accounts: { type: 'string' },
    kinds: { type: 'string' },
    dir: { type: 'string', default: join(tmpdir(), 'trackrecord-bench') },
    'memory-limit': { type: 'string', default: '4GB,1GB' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
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
  const known = benches[name];
  if (!known) throw new Error(`no bench ${name}: there are ${Object.keys(benches).join(', ')}`);
  const [memoryLimit = '', ...otherLimits] = values['memory-limit'].split(',');
  await known({
    trades: values.trades?.split(',').map((text) => count('trades', text)),
    accounts: values.accounts?.split(',').map((text) => count('accounts', text)),
    kinds: values.kinds?.split(','),
    dir: values.dir,
    keep: values.keep,
    docs: values.docs,
    memoryLimits: [memoryLimit, ...otherLimits],
    rounds: count('rounds', values.rounds),
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

function count(option: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${option}: a whole number above 0, not ${text}`);
}
