import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import type { ShardAnswer, ShardTask } from './shard-process.ts';

/** A process that computes one shard after another, apart from the process that claims them. */
export interface ShardChild {
  /**
   * Computes a shard. The answer is a fault if the process ends, as it does once `signal` aborts.
   * A shard must not be given before the last one is answered.
   */
  compute(task: ShardTask, signal: AbortSignal): Promise<ShardAnswer>;
  /** Ends the process, if there is one. */
  close(): Promise<void>;
}

/** Memory after a shard beyond which the next one gets a new process. */
const maxKeptBytes = 512 * 1024 ** 2;
/**
 * Time without a shard after which the process ends. By default a batch comes every 5 minutes, and
 * a new process computes its first shard with half as much processor time again.
 */
const keptMilliseconds = 600_000;

/**
 * Returns a child that is started with its first shard. Starting it takes longer than a small
 * shard, so it is kept for the next one, unless it holds much memory or the shard failed.
 */
export function shardChild(): ShardChild {
  let running: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const child = running;
    running = null;
    if (child === null || !isRunning(child)) return;
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
  };

  return {
    async compute(task, signal) {
      clearTimeout(idle);
      const child = running && isRunning(running) ? running : start();
      running = child;
      const answer = await answerOf(child, task, signal);
      const isKept = answer.fault === undefined && (answer.heldBytes ?? 0) <= maxKeptBytes;
      if (isKept) idle = setTimeout(end, keptMilliseconds);
      else await end();
      return answer;
    },
    close: end,
  };
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

const start = (): ChildProcess =>
  fork(fileURLToPath(new URL('shard-process.js', import.meta.url)), [], {
    // The standard output of this process belongs to its caller.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

function answerOf(child: ChildProcess, task: ShardTask, signal: AbortSignal): Promise<ShardAnswer> {
  return new Promise((resolve) => {
    const kill = () => child.kill('SIGKILL');
    const settle = (answer: ShardAnswer): void => {
      signal.removeEventListener('abort', kill);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (answer: ShardAnswer) => settle(answer);
    const onError = ({ message }: Error) => settle({ fault: message, isFinal: false });
    const onExit = () => settle({ fault: 'its process ended', isFinal: false });
    child.once('message', onMessage).once('error', onError).once('exit', onExit);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    child.send(task);
  });
}
