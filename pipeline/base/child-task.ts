import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFairQueue } from './fair-queue.ts';
import { modes } from './modes.ts';

/** Module of a child process, and the limits that end the process. */
export interface ChildLimits {
  /** Module that calls `answerTasks`. */
  readonly module: URL;
  readonly heapMegabytes: number;
  /** Most memory of the process, in its heap and in native code; not limited by default. */
  readonly megabytes?: number;
  /** Longest time of a task. */
  readonly seconds: number;
}

/**
 * Why a child gave no answer: it took too long or too much memory, it ended by itself, or it could
 * not be started.
 */
export type ChildFault = 'late' | 'large' | 'ended' | Error;

/** Thrown if a child gave no answer. The next task gets another child. */
export class ChildFailed extends Error {
  readonly fault: ChildFault;

  constructor(fault: ChildFault) {
    super(`a child process failed: ${fault instanceof Error ? fault.message : fault}`);
    this.fault = fault;
  }
}

/**
 * Has a child process do a task when it is the owner's turn. Throws the signal's reason if it is
 * aborted meanwhile, else a ChildFailed.
 */
export type ChildQueue<Task, Answer> = (
  owner: string,
  task: Task,
  signal: AbortSignal,
) => Promise<Answer>;

/**
 * Creates a queue of tasks for child processes, which do so many at once. Each task gets a process
 * of its own, so that nothing of it is left for the next.
 */
export function createChildQueue<Task extends object, Answer>(
  limits: ChildLimits,
  atOnce: number,
): ChildQueue<Task, Answer> {
  const inTurn = createFairQueue(atOnce);
  return (owner, task, signal) =>
    inTurn(
      owner,
      async () => {
        const child = createChild<Task, Answer>(limits);
        signal.addEventListener('abort', child.end);
        try {
          return await child.ask(task);
        } catch (error) {
          signal.throwIfAborted();
          throw error;
        } finally {
          signal.removeEventListener('abort', child.end);
          child.end();
        }
      },
      { signal },
    );
}

/** A child process. It does not hold up the end of this one while it has no task. */
export interface Child<Task, Answer> {
  /**
   * Has the process do a task, one at a time. Starts the process if it isn't running. Throws a
   * ChildFailed.
   */
  ask(task: Task): Promise<Answer>;
  end(): void;
}

/** Milliseconds from one look at the memory of a child to the next. */
const lookEvery = 50;

/**
 * Creates a child that does one task after another. Use it for tasks that take less time than the
 * start of a process.
 */
export function createChild<Task extends object, Answer>(limits: ChildLimits): Child<Task, Answer> {
  const { megabytes = Number.POSITIVE_INFINITY, seconds } = limits;
  let child: ChildProcess | undefined;
  let asked: { answer(answer: Answer): void; fail(fault: ChildFault): void } | undefined;

  const begin = (): ChildProcess => {
    const begun = start(limits);
    const fail = (fault: ChildFault): void => {
      if (child !== begun) return;
      child = undefined;
      asked?.fail(fault);
    };
    begun.on('message', (answer: Answer) => {
      if (child === begun) asked?.answer(answer);
    });
    begun.on('error', fail);
    begun.on('exit', () => fail('ended'));
    return begun;
  };
  const end = (fault: ChildFault): void => {
    child?.kill('SIGKILL');
    child = undefined;
    asked?.fail(fault);
  };

  return {
    end: () => end('ended'),
    async ask(task) {
      child ??= begin();
      const { pid } = child;
      const deadline = setTimeout(() => end('late'), seconds * 1000);
      const looking = setInterval(() => {
        if (megabytesOf(pid) > megabytes) end('large');
      }, lookEvery);
      try {
        return await new Promise<Answer>((answer, reject) => {
          asked = { answer, fail: (fault) => reject(new ChildFailed(fault)) };
          holdUp(child, true);
          child?.send(task, (error) => error && end('ended'));
        });
      } finally {
        asked = undefined;
        clearTimeout(deadline);
        clearInterval(looking);
        holdUp(child, false);
      }
    },
  };
}

const start = ({ module, heapMegabytes }: ChildLimits): ChildProcess =>
  fork(fileURLToPath(module), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // Standard output belongs to the command that started the server.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** Sets if this process ends only after the child. */
function holdUp(child: ChildProcess | undefined, isHeld: boolean): void {
  const set = isHeld ? 'ref' : 'unref';
  child?.[set]();
  child?.channel?.[set]();
}

/** Returns the memory of a process, without the pages of files that the system can drop. */
function megabytesOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // It has ended.
    return 0;
  }
}

/**
 * In the child: does the tasks that it is sent, one at a time, and sends the answers. Ends with the
 * process that sends them.
 */
export function answerTasks<Task, Answer extends object | null>(
  work: (task: Task) => Promise<Answer>,
): void {
  // Files of this process are for its user alone.
  process.umask(0o777 & ~modes.secret.folder);
  endFirst();
  // The answer was read, or nobody will read it.
  process.once('disconnect', () => process.exit());
  process.on('message', (task: Task) => {
    void work(task).then((answer) => process.send?.(answer));
  });
}

/** Has the system end this process before others if it runs out of memory. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // The system forbids it.
  }
}
