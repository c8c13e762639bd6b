import type { CommandIo } from '../../../pipeline/commands/io.ts';
import { program } from '../../support/program.ts';

export interface Terminal {
  readonly io: CommandIo;
  readonly stdout: string[];
  readonly stderr: string[];
}

/** Collects the lines that a command writes. Its clock stands still. */
export function createTerminal(now: Date): Terminal {
  const stdout: string[] = [];
  const stderr: string[] = [];
  return {
    stdout,
    stderr,
    io: {
      stdout: (line) => void stdout.push(line),
      stderr: (line) => void stderr.push(line),
      clock: () => now,
      env: {},
      program: [process.execPath, ...program('trackrecord.ts')],
    },
  };
}
