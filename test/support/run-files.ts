import { endMark } from './uvu-output.ts';

// Runs the test files that its parent names, one after the other: it takes a process seconds to
// load what most of them load. It answers to a file once nothing of it is open any more.

const queue: unknown[][] = [];
// uvu reads both where it is loaded: it leaves it to exec() to run what has come in.
Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: queue });
const { exec } = await import('uvu');

// What tests start runs as users start it, with the allocator of its system.
if (process.env.LD_PRELOAD?.endsWith('/libjemalloc.so.2')) delete process.env.LD_PRELOAD;

// Streams that are made where they are first asked for are no leftovers of a file.
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

/** Within which what is closing is closed. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2));
}
