import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { program } from '../support/program.ts';

// Runs all long tests, or those that are named, one after the other:
//
//     npm run load [NAME …]
//
// Prints a verdict for each, and its output if it failed. The output of a single test is printed
// at once. Exits with 0 if everything held.

interface Script {
  readonly name: string;
  readonly args?: readonly string[];
  /** True for tests that measure memory: they need `node --expose-gc`. */
  readonly collects?: true;
}

const scripts: readonly Script[] = [
  { name: 'fuzz', args: ['--requests', '200000', '--seed', '1'], collects: true },
  { name: 'switch', args: ['--seconds', '60', '--per-minute', '200'] },
  { name: 'kills', args: ['--kills', '200'] },
  { name: 'sending-kills', args: ['--kills', '200'] },
  { name: 'intake-sequences', args: ['--sequences', '200', '--seed', '1'] },
  { name: 'syscalls', args: ['--every', '20', '--seed', '1'] },
  { name: 'clock', args: ['--seconds', '30'] },
  { name: 'full-disk', args: ['--by', '500'] },
  { name: 'flips', args: ['--flips', '1000', '--truncations', '300'] },
  { name: 'shared-cache', args: ['--requests', '20000'] },
  { name: 'non-interference', args: ['--pairs', '200'] },
  {
    name: 'registry-sequences',
    args: ['--files', '3000', '--each', '60', '--seed', '1'],
    collects: true,
  },
  { name: 'private-timing' },
  { name: 'idle-connections' },
  { name: 'large-account', args: ['--trades', '200000,1000000'] },
  { name: 'accounts', args: ['--accounts', '200'] },
  { name: 'long-report', args: ['--megabytes', '100'] },
  { name: 'paint', args: ['--kilobits', '400'] },
  { name: 'partitions', args: ['--kills', '60', '--seed', '1'] },
  { name: 'benches' },
  { name: 'in-full' },
  { name: 'soak', args: ['--minutes', '20'] },
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !scripts.some((script) => script.name === name));
if (unknown.length > 0) {
  const known = scripts.map(({ name }) => name).join(', ');
  console.error(`load: no script ${unknown.join(', ')}; there are ${known}`);
  process.exit(2);
}

let failed = 0;
const asked = scripts.filter(({ name }) => names.length === 0 || names.includes(name));
for (const script of asked) {
  const start = performance.now();
  const { code, output } = await run(script);
  const seconds = Math.round((performance.now() - start) / 1000);
  const [skipped] = output.match(/^skipped: .*$/m) ?? [];
  failed += code === 0 ? 0 : 1;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${script.name} (${seconds} s) ${skipped ?? ''}`);
  if (code !== 0 && asked.length > 1) console.log(output.trimEnd());
}
console.log(`\n${asked.length - failed} held, ${failed} did not`);
process.exitCode = failed === 0 ? 0 : 1;

async function run({ name, args = [], collects }: Script) {
  const node = [...(collects ? ['--expose-gc'] : []), ...program(`test/load/${name}.ts`)];
  const child = spawn(process.execPath, [...node, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (asked.length === 1) {
    child.stdout.pipe(process.stdout);
    child.stderr.pipe(process.stderr);
  }
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output: `${stdout}${stderr}` };
}
