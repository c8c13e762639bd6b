import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { program } from '../../support/program.ts';
import { timeout } from '../../support/timeout.ts';

export interface CommandProcess {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Resolves to the start-up line. Fails if the process ends without one. */
  readonly answers: Promise<{ url: string; calendar_url: string }>;
  /** Resolves to the exit code when the process has ended. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts a command of the program in its own process, by default on free ports. Ends it after a
 * time limit.
 */
export function startCommand(
  args: readonly string[],
  dataDir: DataDirectory,
  env: Readonly<Record<string, string>> = {},
  entry: readonly string[] = program('trackrecord.ts'),
  milliseconds = timeout,
): CommandProcess {
  const child = spawn(process.execPath, [...entry, ...args], {
    env: { ...process.env, TRACKRECORD_DATA: dataDir.path, PORT: '0', CALENDAR_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const ended = once(child, 'close').then(() => {
    clearTimeout(timer);
    return child.exitCode;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const answers = new Promise<{ url: string; calendar_url: string }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
      if (output.stdout.startsWith('{') && output.stdout.includes('\n')) {
        resolve(JSON.parse(output.stdout));
      }
    });
    ended.then(() => reject(new Error(`ended without answering: ${output.stderr}`)));
  });
  answers.catch(() => {});
  return { child, output, answers, ended };
}
