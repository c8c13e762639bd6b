import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWaiting } from './commands.ts';
import { commandOf, copyPlace, type Place, placeAt, prepare, runHere, stepAt } from './place.ts';
import { type Expected, goThrough, publishedIn } from './undisturbed.ts';
import { faultsAfter } from './whole.ts';

/** Calls of a run that change what is on disk, and how many of them one injection passes over. */
export const syscalls = [
  'fsync',
  'fdatasync',
  'rename',
  'ftruncate',
  'fallocate',
  'unlink',
  'mkdir',
  'rmdir',
  'openat',
  'pwrite64',
] as const;
export type Syscall = (typeof syscalls)[number];

export const injections = { kill: 'signal=KILL', io: 'error=EIO', full: 'error=ENOSPC' } as const;
export type Injection = keyof typeof injections;

/** Why nothing can be injected on this machine; null where it can. */
export function whyNoInjection(): string | null {
  const { error, status } = spawnSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' });
  if (error) return 'no strace';
  return status === 0 ? null : 'strace may not trace here';
}

export interface SweepReport {
  /** Runs in which the fault was met. */
  injected: number;
  /** Of those, the runs that published nevertheless, whole. */
  published: number;
  faults: string[];
}

/** A place before a step and what is expected after it. */
export interface Stage {
  readonly before: Place;
  readonly at: Place;
  readonly number: number;
  readonly last: Expected;
  readonly wanted: Expected;
}

/** Goes through the history up to a step, which is the one that faults will be met in. */
export async function stageOf(root: string, number: number): Promise<Stage> {
  const expected = await goThrough(root, number + 1);
  const [last, wanted] = expected.slice(-2);
  if (!last || !wanted) throw new Error('the first step has none before it');
  const before = placeAt(join(root, 'before'));
  copyPlace(last.place, before);
  await prepare(before, stepAt(number));
  const at = placeAt(join(root, 'at'));
  mkdirSync(at.root);
  return { before, at, number, last, wanted };
}

/** Whose calls are counted: those of the main thread alone, or of each thread. */
export type Threads = 'main' | 'each';

export interface SweepOptions {
  readonly threads?: Threads;
  readonly first?: number;
  readonly most?: number;
  readonly stride?: number;
}

/** Meets a fault at the first, the next … call of a kind, until a run makes no more of them. */
export async function sweep(
  stage: Stage,
  syscall: Syscall,
  injection: Injection,
  { threads = 'main', first = 1, most = 1000, stride = 1 }: SweepOptions = {},
): Promise<SweepReport> {
  const report: SweepReport = { injected: 0, published: 0, faults: [] };
  const before = await callsBefore(stage, syscall, threads);
  const start = (call: number) => startTraced(stage, syscall, before + call, injection, threads);
  let next = start(first);
  for (let call = first; call < first + most * stride; call += stride) {
    const command = await next;
    next = start(call + stride);
    next.catch(() => {});
    copyPlace(stage.before, stage.at);
    command.start(commandOf(stage.at, stepAt(stage.number)));
    const ended = await command.ended;
    const wasMet = ended.exitCode === null || command.trace().includes('INJECTED');
    if (!wasMet) break;
    report.injected += 1;
    if (publishedIn(stage.at).content === stage.wanted.content) report.published += 1;
    for (const fault of await afterFault(stage, ended, injection)) {
      report.faults.push(`${syscall} ${call} ${injection}: ${fault}`);
    }
  }
  const spare = await next;
  spare.child.kill('SIGKILL');
  await spare.ended;
  return report;
}

/** How many calls of a kind a process makes before it waits for its command. */
async function callsBefore(stage: Stage, syscall: Syscall, threads: Threads): Promise<number> {
  const command = await startTraced(stage, syscall, null, 'kill', threads);
  const calls = command.trace().split(`${syscall}(`).length - 1;
  command.child.stdin?.end();
  await command.ended;
  return calls;
}

async function startTraced(
  { at }: Stage,
  syscall: Syscall,
  call: number | null,
  injection: Injection,
  threads: Threads,
) {
  const file = join(at.root, `${syscall}-${call}.trace`);
  const inject =
    call === null ? [] : ['-e', `inject=${syscall}:${injections[injection]}:when=${call}`];
  // Calls are counted by thread; the database's are made by whichever thread is free, here one.
  const counted = threads === 'main' ? [] : ['-f', '--seccomp-bpf', '-E', 'UV_THREADPOOL_SIZE=1'];
  const options = [...counted, '-o', file, '-e', `trace=${syscall}`, ...inject];
  const command = await startWaiting(['strace', ...options]);
  return { ...command, trace: () => readFileSync(file, 'utf8') };
}

/** What a fault broke: at once, and for the next run. */
async function afterFault(
  { at, last, wanted, number }: Stage,
  ended: { exitCode: number | null; stdout: string; stderr: string },
  injection: Injection,
): Promise<string[]> {
  const faults: string[] = [];
  const { content } = publishedIn(at);
  if (content !== last.content && content !== wanted.content)
    faults.push(`${content} is published`);
  if (ended.exitCode === 0 && content !== wanted.content) faults.push('a false success');
  if (injection !== 'kill' && ended.exitCode === null) faults.push('it crashed');
  else if (injection !== 'kill' && ended.exitCode !== 0) {
    if (ended.exitCode !== 1) faults.push(`exit code ${ended.exitCode}`);
    const lines = ended.stderr.trimEnd().split('\n');
    if (lines.length !== 1 || lines[0] === '') faults.push(`said ${JSON.stringify(ended.stderr)}`);
    if (/unexpected/.test(ended.stderr)) faults.push(`unclear: ${ended.stderr.trim()}`);
  }
  const failure = await runHere(at, stepAt(number)).then(
    () => null,
    (error: unknown) => String(error),
  );
  if (failure !== null) return [...faults, `the next run failed: ${failure}`];
  return [
    ...faults,
    ...(await faultsAfter(at, wanted)).map((fault) => `after the next run, ${fault}`),
  ];
}
