import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import type { StoreAddress } from '../store/open.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { connectionTo, queueName, withPostgres } from './queue.ts';
import type { ShardAnswer, ShardTask } from './shard-process.ts';

export interface WorkOptions extends Omit<ShardTask, 'input' | 'place'> {
  readonly databaseUrl: string;
  readonly store: StoreAddress;
  /** Has a folder for each shard that was computed here. */
  readonly dataDir: DataDirectory;
  /** Shards at once. */
  readonly concurrency: number;
  readonly log: Log;
  /** How long this machine may say nothing before its shards are another's; a minute when unset. */
  readonly lockMilliseconds?: number;
}

/** A machine that computes shards as they come. */
export interface Work {
  /** Takes no other, and resolves once those under way are done. */
  close(): Promise<void>;
}

const usualLock = 60_000;
/** Machines that go away are no fault of the shard; by default the second would end it. */
const maxStalledCount = 20;

/** Begins to compute what the queue has, each shard in a process of its own, which a lost lock ends. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { databaseUrl, concurrency, log, lockMilliseconds = usualLock } = options;
  const { Worker } = await withPostgres();
  const { UnrecoverableError } = await import('bullmq');
  const worker = new Worker<ShardInput, ShardResult>(
    queueName,
    async ({ data }, _token, signal) => {
      log.info('computing', { shard: data.shard, version_no: data.versionNo });
      const { result, fault, isFinal } = await computeApart(data, options, signal);
      if (result) return result;
      log.warn('shard failed', { shard: data.shard, reason: fault });
      throw isFinal ? new UnrecoverableError(fault) : new Error(fault);
    },
    {
      connection: connectionTo(databaseUrl),
      concurrency,
      lockDuration: lockMilliseconds,
      stalledInterval: lockMilliseconds / 2,
      maxStalledCount,
    },
  );
  worker.on('error', (error) => log.warn('the queue of shards', { reason: error.message }));
  worker.on('lockRenewalFailed', (jobs) => {
    for (const job of jobs) worker.cancelJob(job, 'it is another machine’s now');
  });
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}

/** Computes a shard in a process of its own, whose memory is free afterwards. */
function computeApart(
  input: ShardInput,
  { dataDir, store, memoryLimit, threads, logLevel }: WorkOptions,
  signal: AbortSignal | undefined,
): Promise<ShardAnswer> {
  const { path: place } = dataDirectory(join(dataDir.shards, String(input.shard)));
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('shard-process.js', import.meta.url)), [], {
      // What a process says on standard output is for whoever started it.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const end = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', end, { once: true });
    let answer: ShardAnswer = { fault: 'its process ended', isFinal: false };
    child.once('message', (told: ShardAnswer) => {
      answer = told;
    });
    child.once('error', (error) => resolve({ fault: error.message, isFinal: false }));
    child.once('exit', () => {
      signal?.removeEventListener('abort', end);
      resolve(answer);
    });
    const task: ShardTask = { input, place, store, memoryLimit, threads, logLevel };
    child.send(task);
  });
}
