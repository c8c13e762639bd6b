import { type ChildProcess, fork } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inPackage, packageRoot } from '../pipeline/base/package-root.ts';
import { removeWithMounts } from './support/mounts.ts';
import { endOf, faultOf, readSkips, readTotals, type Totals } from './support/uvu-output.ts';

// Runs the compiled test files: npm test [PATH…]
//
// There is one process more than there are processors. Each runs files one after the other, because
// loading the modules takes seconds. Most files wait now and then for the disk or a program. After
// a failure the next file has a new process.
//
// Arguments are beginnings of paths, such as test/pipeline. Without any, all run except the benches
// and the slow ones; `--slow` runs the slow ones, and `--all` both.

interface Ended {
  readonly fault: string | null;
  readonly totals: Totals | null;
  readonly skips: readonly string[];
  readonly output: string;
}

const root = inPackage('');
/** Number of slow files to list at the end. */
const longest = 10;
/** Most milliseconds without output of a file: each test that passes prints a dot. */
const limitMilliseconds = 420_000;
/** Slow files start first, so that no processor waits for them at the end. */
const longestFirst = [
  'test/server/owners/walks.test.ts',
  'test/promises/faults/',
  'test/server/site/browser.test.ts',
  'test/promises/recipes/',
  'test/server/deploy/',
  'test/promises/privacy/non-interference.test.ts',
  'test/pipeline/run/',
  'test/promises/',
  'test/pipeline/',
  'test/cli/',
  'test/load/',
];

/**
 * Memory allocator that comes with Redis on Linux. DuckDB's plans are millions of small
 * allocations: with it, a run of a small world takes 10 % less than with glibc's.
 */
const allocator = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '../lib64']
  .map((folder) => join('/usr/lib', folder, 'libjemalloc.so.2'))
  .find((path) => existsSync(path));

/** Folder that Linux keeps in memory, and the free bytes that tests need in it. */
const memory = '/dev/shm';
const scratchBytes = 4 * 1024 ** 3;

/**
 * Tests of benches take as long as the benches. `npm run load` runs them, or a path that names
 * them.
 */
const benches = 'test/bench/';

/**
 * Tests that drive a browser, pack the package, copy the checkout, kill and starve runs, or import
 * files by the thousand.
 */
const slow = [
  'test/pipeline/platforms/limits/',
  'test/pipeline/platforms/mutants/many/',
  'test/promises/faults/',
  'test/promises/recipes/',
  'test/server/deploy/',
  'test/server/owners/browser.test.ts',
  'test/server/owners/walks.test.ts',
  'test/server/site/browser.test.ts',
  'test/server/site/charts.test.ts',
  'test/server/site/every-day.test.ts',
  'test/server/site/screens.test.ts',
  'test/server/site/widget-fit.test.ts',
];

/**
 * Groups of files that first make the same thing, such as a history. Each group runs in one
 * process, which makes it once.
 */
const sharing = ['test/promises/faults/', 'test/clients/'];

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('--'));
const isUnder = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file.startsWith(place));
const isChosen = (file: string): boolean => {
  if (paths.length > 0) return isUnder(file, paths);
  if (file.startsWith(benches)) return false;
  return args.includes('--all') || isUnder(file, slow) === args.includes('--slow');
};
const files = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter(isChosen)
  .sort((first, second) => rankOf(first) - rankOf(second) || (first < second ? -1 : 1));

let passed = 0;
let failed = 0;
const waiting = inGroups(files);
const took: { seconds: number; busy: number; file: string }[] = [];
const scratch = makeScratch();
const children = new Set<ChildProcess>();
// Running files would go on writing into the removed folder.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  removeWithMounts(scratch);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await Promise.all(Array.from({ length: availableParallelism() + 1 }, runWaiting));
if (files.length > longest) printLongest();
if (args.length === 0) console.log('\nleft out: slow tests, which `npm test -- --slow` runs');
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runWaiting(): Promise<void> {
  let child: ChildProcess | undefined;
  let group: string[] = [];
  for (;;) {
    if (group.length === 0) group = waiting.shift() ?? [];
    const file = group.shift();
    if (file === undefined) break;
    child = child?.connected ? child : startChild();
    const start = performance.now();
    const busyBefore = busySeconds(child);
    const { fault, totals, skips, output } = await runFile(child, file);
    const seconds = (performance.now() - start) / 1000;
    const busy = busySeconds(child) - busyBefore;
    took.push({ seconds, busy, file });
    const ran = totals ?? { passed: 0, total: 0 };
    passed += ran.passed;
    failed += Math.max(ran.total - ran.passed, fault === null ? 0 : 1);
    console.log(
      `${fault === null ? 'ok  ' : 'FAIL'} ${file} (${ran.passed}, ${seconds.toFixed(1)} s, ${busy.toFixed(1)} busy)`,
    );
    for (const skip of fault === null ? skips : []) console.log(`     ${skip}`);
    if (fault === null) continue;
    console.log(`${output.trimEnd()}\n     ${file} ${fault}\n`);
    child.kill('SIGKILL');
    child = undefined;
  }
  child?.disconnect();
}

function printLongest(): void {
  console.log('\nlongest, in seconds, and of how many processors were busy:');
  const sorted = took.sort((first, second) => second.seconds - first.seconds);
  for (const { seconds, busy, file } of sorted.slice(0, longest)) {
    console.log(`${seconds.toFixed(1).padStart(7)} ${busy.toFixed(1).padStart(7)} ${file}`);
  }
  const total = took.reduce((sum, { busy }) => sum + busy, 0);
  console.log(`${total.toFixed(1).padStart(15)} all of them`);
}

/** Returns the processor seconds of a process and of its ended children. */
function busySeconds({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields utime, stime, cutime and cstime in hundredths of a second. They follow a name that may
    // contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
    return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}

function startChild(): ChildProcess {
  const script = inPackage('dist/test/support/run-files.js');
  // Several threads in one run wait for each other, which costs a fifth of its time. The processors
  // are busy anyway.
  const preload = allocator !== undefined && { LD_PRELOAD: allocator };
  const env = { TRACKRECORD_THREADS: '1', ...preload, ...process.env, TMPDIR: scratch };
  // Most objects of tests are garbage soon. More room for new ones saves 5 % of the time. Room for
  // old ones saves another 3 %, since each run made V8 collect the whole heap. Most functions end
  // before it pays to optimise them. To wait seven times as long saves 5 to 15 %. Later versions of
  // Node have no such option, and optimise in smaller steps.
  const patience = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];
  const garbage = ['--max-semi-space-size=64', '--initial-old-space-size=512'];
  // Threads that collect garbage wait for each other in loops: without, tests take 3 to 10 % less.
  const execArgv = [...garbage, '--single-threaded-gc', ...patience];
  const child = fork(script, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv,
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Runs a file in a process. Resolves when the file is done, or the process ends. */
function runFile(child: ChildProcess, file: string): Promise<Ended> {
  return new Promise((resolve) => {
    let output = '';
    const onClose = (code: number | null): void => end(code, false);
    const end = (code: number | null, isLate: boolean): void => {
      clearTimeout(timer);
      child.removeListener('close', onClose);
      for (const stream of [child.stdout, child.stderr]) stream?.removeListener('data', collect);
      const totals = readTotals(output);
      const skips = readSkips(output);
      const late = `said nothing for ${limitMilliseconds / 1000} s: is a handle left open?`;
      resolve({ fault: isLate ? late : faultOf(code, totals, skips), totals, skips, output });
    };
    const collect = (text: string): void => {
      output += text;
      timer.refresh();
      const ended = endOf(output);
      if (ended !== null) end(ended, false);
    };
    const timer = setTimeout(() => end(null, true), limitMilliseconds);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', collect);
    child.on('close', onClose);
    const url = new URL(`dist/${file.replace(/\.ts$/, '.js')}`, packageRoot);
    // If it can't be sent, the process has ended and reports that itself.
    child.send(url.href, () => {});
  });
}

/**
 * Makes a folder for all files of tests: in memory if there is room, because a disk makes them
 * wait.
 */
function makeScratch(): string {
  const isInMemory = process.env.TMPDIR === undefined && hasRoom(memory);
  const folder = mkdtempSync(join(isInMemory ? memory : tmpdir(), 'tests-'));
  // Some tests start a server that runs as another user.
  chmodSync(folder, 0o755);
  // Versions that several files need are published once, into this folder: see support/golden.ts.
  mkdirSync(join(folder, 'golden'));
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > scratchBytes;
  } catch {
    return false;
  }
}

/**
 * Groups the files that must run one after the other. A group is at the place of its first file.
 */
function inGroups(all: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const file of all) {
    const group = sharing.find((room) => file.startsWith(room)) ?? file;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups.values()];
}

function rankOf(file: string): number {
  const rank = longestFirst.findIndex((beginning) => file.startsWith(beginning));
  return rank < 0 ? longestFirst.length : rank;
}
