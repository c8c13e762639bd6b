import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type Ended, startWaiting, type WaitingCommand } from './commands.ts';

/** System calls that change or open files. */
export const syscalls = [
  ...['fsync', 'fdatasync', 'rename', 'renameat2', 'unlink', 'unlinkat', 'rmdir', 'mkdir'],
  ...['ftruncate', 'fallocate', 'openat', 'write', 'pwrite64', 'copy_file_range'],
] as const;

/**
 * One system call of a run. It is identified by its number among calls of the same name in its
 * thread. Calls on a file with a stable name are counted by file.
 */
export interface Call {
  readonly name: string;
  /** Index of the thread in the waiting process; 0 is the main thread. */
  readonly thread: number;
  readonly nth: number;
  /** First file in its arguments. */
  readonly path: string;
}

/** Reason why this machine can't trace calls; null if it can. */
export function whyNoTrace(): string | null {
  const { error, status } = spawnSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' });
  if (error) return 'no strace';
  return status === 0 ? null : 'strace may not trace here';
}

/** One thread makes all calls of the database, so that they can be counted. */
export const startCounted = (): Promise<WaitingCommand> =>
  startWaiting(['env', 'UV_THREADPOOL_SIZE=1']);

export interface Traced {
  readonly ended: Ended;
  /** Output of strace, one line for each call. */
  readonly lines: readonly string[];
}

/**
 * Lets strace follow a waiting command, or one thread of it. Starts the command and waits for its
 * end.
 */
export async function traceCommand(
  command: WaitingCommand,
  args: readonly string[],
  file: string,
  options: readonly string[],
  thread?: number,
): Promise<Traced> {
  const followed = thread === undefined ? command.child.pid : threadsOf(command)[thread];
  const all = thread === undefined ? ['-f'] : [];
  const strace = spawn('strace', [...all, '-y', '-o', file, ...options, '-p', String(followed)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stopped = once(strace, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    strace.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('attached')) resolve();
    });
    stopped.then(() => reject(new Error(`strace: ${said}`)), reject);
  });
  command.start(args);
  const ended = await command.ended;
  await stopped;
  return { ended, lines: readFileSync(file, 'utf8').split('\n') };
}

/** Lists the thread ids of a command, in order of creation. */
const threadsOf = ({ child }: WaitingCommand): number[] =>
  readdirSync(`/proc/${child.pid}/task`)
    .map(Number)
    .sort((first, second) => first - second);

/** Lists the calls of a run on files below a folder, in order. */
export async function callsBelow(
  folder: string,
  args: readonly string[],
  file: string,
): Promise<Call[]> {
  const command = await startCounted();
  const threads = threadsOf(command);
  const traced = await traceCommand(command, args, file, ['-e', `trace=${syscalls.join()}`]);
  if (traced.ended.exitCode !== 0) throw new Error(traced.ended.stderr);
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const so = (counts.get(key) ?? 0) + 1;
    counts.set(key, so);
    return so;
  };
  return traced.lines.flatMap((line) => {
    const [, id = '', name = '', given = ''] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
    const thread = threads.indexOf(Number(id));
    const path = given.split(/["<>]/).find((word) => word.startsWith(folder));
    if (name === '' || thread < 0) return [];
    const nthOfAll = count(`${thread} ${name}`);
    if (path === undefined) return [];
    const nth = count(`${thread} ${name} ${path}`);
    return [{ name, thread, nth: isNamedAnew(path) ? nthOfAll : nth, path }];
  });
}

/** Tells whether a file has another name in every run. */
export const isNamedAnew = (path: string): boolean => /\/\.tmp\/load-/.test(path);
