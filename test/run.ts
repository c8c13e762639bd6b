import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inPackage } from '../pipeline/package-root.ts';
import { faultOf, readSkips, readTotals, type Totals } from './support/uvu-output.ts';

// Compiles everything to dist/, since sources take a process seconds to load, and runs every test
// file in a process of its own, as many at once as there are processors. Arguments are beginnings
// of paths, such as test/pipeline; without any, all files run.

interface Ended {
  readonly fault: string | null;
  readonly totals: Totals | null;
  readonly skips: readonly string[];
  readonly output: string;
}

const root = inPackage('');
/** How long a file may say nothing, not even the dot of a test that has passed. */
const limitMilliseconds = 420_000;
/** The files that take longest start first, so that no processor waits for them at the end. */
const slowest = [
  'test/promises/statistics.test.ts',
  'test/server/site/browser.test.ts',
  'test/promises/',
  'test/pipeline/export/',
];

const paths = process.argv.slice(2);
const files = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
  .sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));

compile();
let passed = 0;
let failed = 0;
const waiting = [...files];
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function compile(): void {
  const compiler = inPackage('node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', inPackage('test')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

async function runWaiting(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const start = performance.now();
    const { fault, totals, skips, output } = await runFile(file);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const ran = totals ?? { passed: 0, total: 0 };
    passed += ran.passed;
    failed += Math.max(ran.total - ran.passed, fault === null ? 0 : 1);
    console.log(`${fault === null ? 'ok  ' : 'FAIL'} ${file} (${ran.passed}, ${seconds} s)`);
    if (fault !== null) console.log(`${output.trimEnd()}\n     ${file} ${fault}\n`);
    else for (const skip of skips) console.log(`     ${skip}`);
  }
}

function runFile(file: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`dist/${file.replace(/\.ts$/, '.js')}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isLate = false;
    const collect = (text: string): void => {
      output += text;
      deadline.refresh();
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    const deadline = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, limitMilliseconds);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(deadline);
      const totals = readTotals(output);
      const late = `said nothing for ${limitMilliseconds / 1000} s: is a handle left open?`;
      const skips = readSkips(output);
      resolve({ fault: isLate ? late : faultOf(code, totals, skips), totals, skips, output });
    });
  });
}

function rankOf(file: string): number {
  const rank = slowest.findIndex((beginning) => file.startsWith(beginning));
  return rank < 0 ? slowest.length : rank;
}
