import { endMark } from './uvu-output.ts';

// Runs the test files that its parent names, one after the other, because loading the modules takes
// seconds. It answers for a file when nothing of the file is open any more.

const queue: unknown[][] = [];
// uvu reads both when it is loaded. They make exec() run the tests that were registered.
Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: queue });
const { exec } = await import('uvu');

// Programs that tests start use the system's allocator, as users start them.
if (process.env.LD_PRELOAD?.endsWith('/libjemalloc.so.2')) delete process.env.LD_PRELOAD;

// Streams that are created at their first use are not leftovers of a file.
for (const stream of [process.stdout, process.stderr]) stream.write('');
process.on('message', (url) => void runFile(String(url)));

async function runFile(url: string): Promise<void> {
  await moment();
  const atRest = process.getActiveResourcesInfo().length;
  queue.splice(0, queue.length, [null]);
  await import(url);
  await exec();
  while (process.getActiveResourcesInfo().length > atRest) await moment();
  process.stdout.write(endMark(Number(process.exitCode ?? 0)));
  process.exitCode = undefined;
}

/** Milliseconds within which closing handles must be closed. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2));
}
