import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { program } from '../../support/program.ts';
import { timeout } from '../../support/timeout.ts';

const script = program('test/pipeline/registry/create-one-key.ts');

/**
 * Lets several processes create a key of the same owner at the same time. Returns what each
 * printed.
 */
export async function raceForKeys(
  racers: number,
  dataDir: DataDirectory,
  databaseUrl = '',
): Promise<string[]> {
  const runs = Array.from({ length: racers }, () => {
    const child = spawn(process.execPath, [...script, dataDir.path, databaseUrl], {
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout,
    });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  const said = await Promise.all(runs.map(async ({ lines }) => (await lines.next()).value));
  if (said.some((line) => line !== 'open')) throw new Error(`a racer did not open: ${said}`);
  for (const { child } of runs) child.stdin.end('go\n');
  return Promise.all(
    runs.map(async ({ child, lines }) => {
      const { value } = await lines.next();
      if (child.exitCode === null) await once(child, 'close');
      return String(value);
    }),
  );
}
