import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { modes } from './modes.ts';

/** Task for a child process, and the limits that end the process. */
interface ChildTask<Task> {
  /** Module that calls `answerTask`. */
  readonly module: URL;
  readonly task: Task;
  readonly heapMegabytes: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Reason why a child gave no answer: time, memory or a crash, or it could not be started. */
export type ChildFault = 'late' | 'ended' | Error;

/** Has a child process do a task. Resolves with its answer, or with what `onFault` returns. */
export function askChild<Task extends object, Answer>(
  { module, task, heapMegabytes, seconds, signal }: ChildTask<Task>,
  onFault: (fault: ChildFault) => Answer,
): Promise<Answer> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(module), [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // Standard output belongs to the command that started the server.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal,
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    child.once('message', (answer: Answer) => {
      resolve(answer);
      child.disconnect();
    });
    child.once('error', (error) => resolve(onFault(error)));
    child.once('exit', (_code, ended) => resolve(onFault(ended === 'SIGKILL' ? 'late' : 'ended')));
    child.send(task);
  });
}

/**
 * In the child: does the task that it was started for, sends the answer, and ends once it was read.
 */
export function answerTask<Task, Answer extends object | null>(
  work: (task: Task) => Promise<Answer>,
): void {
  // Files of this process are for its user alone.
  process.umask(0o777 & ~modes.secret.folder);
  // The answer was read, or nobody will read it.
  process.once('disconnect', () => process.exit());
  process.once('message', (task: Task) => {
    void work(task).then((answer) => process.send?.(answer));
  });
}
