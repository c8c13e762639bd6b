import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { exitCodes } from '../base/errors.ts';
import type { SettingTexts } from '../config/config.ts';

/** A command of this program under way in a process of its own. */
export interface Execution {
  /** Its exit code, or the signal that ended it, and the last line it said. */
  readonly ended: Promise<Ended>;
  /** Ends it; whatever it was doing, nothing is left half-done. */
  stop(): void;
}

interface Ended {
  readonly code: number | string;
  readonly lastLine: string;
}

/** Outcome of a command that left its process running. */
interface Answer extends Ended {
  /** Memory that the process holds afterwards. */
  readonly heldBytes: number;
}

/** Argument by which this program answers commands of its parent, and is not a command itself. */
export const answering = 'answer-schedule';

/** Memory after a command beyond which the next one gets a new process. */
const maxKeptBytes = 256 * 1024 ** 2;

/**
 * Starts commands in processes of their own, so that no one waits. The process of a command is kept
 * for the next one with the same name. A new process needs twice as much processor time for a small
 * run. It ends if the command failed or it holds much memory, or else with this process. Commands
 * that compute lower the priority of their process for good, so others don't get it.
 */
export function executeWith(
  program: readonly string[],
  env: SettingTexts,
): (args: readonly string[]) => Execution {
  const [executable = process.execPath, ...before] = program;
  /** Processes without a command, by the name of the last one. */
  const idle = new Map<string, ChildProcess>();

  const start = (name: string): ChildProcess => {
    const child = spawn(executable, [...before, answering], {
      // So many chunks of accounts can be computed at once.
      env: { UV_THREADPOOL_SIZE: String(Math.max(4, availableParallelism())), ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('exit', () => {
      if (child === idle.get(name)) idle.delete(name);
    });
    return child;
  };

  /** Keeps a process after its command, in place of the one before, or lets it end. */
  const release = (name: string, child: ChildProcess, { code, heldBytes }: Answer): void => {
    const isDone = code === exitCodes.done || code === exitCodes.partly;
    const isKept = isDone && heldBytes <= maxKeptBytes;
    const leaving = isKept ? idle.get(name) : child;
    if (leaving?.connected) leaving.disconnect();
    if (!isKept) return;
    idle.set(name, child);
    child.unref();
    child.channel?.unref();
  };

  return (args) => {
    const [name = ''] = args;
    const child = idle.get(name) ?? start(name);
    idle.delete(name);
    child.ref();
    child.channel?.ref();
    const over = new AbortController();
    const { signal } = over;
    const ended = Promise.race<Ended>([
      once(child, 'message', { signal }).then(([answer]) => {
        release(name, child, answer);
        return answer;
      }),
      once(child, 'exit', { signal }).then(([code, killedBy]) => ({
        code: code ?? String(killedBy),
        lastLine: '',
      })),
    ]).finally(() => over.abort());
    // A process that doesn't take it has ended, or was not started.
    child.send(args, () => {});
    return { ended, stop: () => void child.kill('SIGTERM') };
  };
}

/**
 * Does the commands that `executeWith` sends to this process, one after another. The process ends
 * after its command if its parent has ended.
 */
export function answerCommands(perform: (args: readonly string[]) => Promise<Ended>): void {
  let isBusy = false;
  const endAlone = () => {
    if (!isBusy && !process.connected) process.exit();
  };
  process.once('disconnect', endAlone);
  process.on('message', async (args: readonly string[]) => {
    isBusy = true;
    forgetPeakOfMemory();
    const ended = await perform(args);
    isBusy = false;
    const answer: Answer = { ...ended, heldBytes: process.memoryUsage.rss() };
    // The parent may have ended, which is no fault of this command.
    process.send?.(answer, undefined, undefined, endAlone);
  });
}

/** Lets a run report its own peak of memory, and not one of an earlier command. */
function forgetPeakOfMemory(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Without this file, a run reports the highest peak of its process.
  }
}
