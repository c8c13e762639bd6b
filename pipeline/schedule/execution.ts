import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { SettingTexts } from '../config/config.ts';

/** A command of this program under way in a process of its own. */
export interface Execution {
  /** Its exit code, or the signal that ended it, and the last line it said. */
  readonly ended: Promise<{ readonly code: number | string; readonly lastLine: string }>;
  /** Ends it; whatever it was doing, nothing is left half-done. */
  stop(): void;
}

/** Starts commands in processes of their own: their memory goes with them, and no one waits. */
export function executeWith(
  program: readonly string[],
  env: SettingTexts,
): (args: readonly string[]) => Execution {
  const [executable = process.execPath, ...before] = program;
  return (args) => {
    const child = spawn(executable, [...before, ...args], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let lastLine = '';
    createInterface(child.stdout).on('line', (line) => {
      lastLine = line;
    });
    const ended = once(child, 'close').then(([code, signal]) => ({
      code: typeof code === 'number' ? code : String(signal),
      lastLine,
    }));
    return { ended, stop: () => void child.kill('SIGTERM') };
  };
}
