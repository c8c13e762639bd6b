import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import type { Told } from './child.ts';
import type { Count } from './judge.ts';

const child = inPackage('dist/test/pipeline/platforms/mutants/child.js');
/** Most processor seconds of one mutant, and most megabytes of its heap. */
const most = { seconds: 10, megabytes: 1024 };
/** `/proc/PID/stat` counts hundredths of a second. */
const tick = 100;

/**
 * Imports mutants in a child process. Returns what is wrong, each with the command that repeats it.
 * A mutant that takes too long or too much memory ends its process, and the next one goes on.
 */
export async function runMutants(
  seed: string,
  count: number,
): Promise<{ tried: number; counts: Counts; faults: string[] }> {
  const faults: string[] = [];
  let next = 0;
  for (;;) {
    const { at, name, tried, counts, fault } = await runFrom(seed, count, next, faults);
    if (tried !== null) return { tried, counts, faults: faults.map(withCommand) };
    faults.push(`${name}: ${fault}`);
    next = at + 1;
  }
}

type Counts = Readonly<Record<string, Count>>;

interface Run {
  readonly at: number;
  readonly name: string;
  /** Number of mutants, once all are done. */
  readonly tried: number | null;
  readonly counts: Counts;
  readonly fault: string;
}

async function runFrom(seed: string, count: number, first: number, faults: string[]): Promise<Run> {
  const args = [seed, `${count}`, `${first}`];
  const heap = `--max-old-space-size=${most.megabytes}`;
  const running = fork(child, args, {
    execArgv: [heap],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let [at, name, begun] = [first, 'the first mutant', 0];
  let tried: number | null = null;
  let counts: Counts = {};
  let isSlow = false;
  let said = '';
  running.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-500);
  });
  running.on('message', (message: Told) => {
    if ('fault' in message) faults.push(message.fault);
    else if ('done' in message) ({ done: tried, counts } = message);
    else [at, name, begun] = [message.begins, message.name, secondsOf(running)];
  });
  const watch = setInterval(() => {
    if (begun === 0 || secondsOf(running) - begun <= most.seconds) return;
    isSlow = true;
    running.kill('SIGKILL');
  }, 1000);
  const [code, signal] = await once(running, 'exit');
  clearInterval(watch);
  const fault = isSlow
    ? `takes more than ${most.seconds} s`
    : `ends the process (${signal ?? code}): ${said.replaceAll('\n', ' ')}`;
  return { at, name, tried, counts, fault };
}

/** Returns the processor seconds of a process, so that a busy machine doesn't make it slow. */
function secondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / tick;
  } catch {
    return 0;
  }
}

const withCommand = (fault: string): string => {
  const [seed = '', sample = '', at = ''] = fault.split(': ');
  return `${fault}\n  node dist/test/pipeline/platforms/mutants/repeat.js '${seed}: ${sample}: ${at}' FILE`;
};
