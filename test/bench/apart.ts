import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { program } from '../support/program.ts';
import type { Jobs } from './jobs.ts';

/** JSON carries a data directory as its path. */
const pathOnly = (key: string, value: unknown): unknown =>
  key === 'dataDir' ? Object(value).path : value;

/**
 * Does a job in its own process, so that the measured peak of memory is the job's alone. Keep this
 * process small: on Linux a child starts with the peak of its parent.
 */
export async function apart<Name extends keyof Jobs>(
  name: Name,
  options: Parameters<Jobs[Name]>[0],
  heapMegabytes?: number,
): Promise<Awaited<ReturnType<Jobs[Name]>>> {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const script = [...heap, ...program('test/bench/job.ts')];
  const child = spawn(process.execPath, [...script, name, JSON.stringify(options, pathOnly)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`${name} of the bench ended with ${code ?? 'a signal'}`);
  return JSON.parse(answer);
}
