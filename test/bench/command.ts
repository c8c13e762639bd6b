import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { program } from '../support/program.ts';

export interface BenchOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Files left in its folder. */
  readonly left: string[];
}

/** Runs `npm run bench` with these arguments, in its own folder. */
export async function benchCommand(args: readonly string[]): Promise<BenchOutput> {
  const dir = mkdtempSync(join(tmpdir(), 'trackrecord-bench-'));
  try {
    const script = program('test/bench/run.ts');
    const child = spawn(process.execPath, [...script, ...args, '--dir', dir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr, left: readdirSync(dir) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns the cells of the line that begins with this name. */
export function cellsOf({ stdout }: BenchOutput, name: string): string[] {
  const line = stdout.split('\n').find((text) => text.startsWith(`${name}  `)) ?? '';
  return line.trim().split(/ {2,}/);
}
