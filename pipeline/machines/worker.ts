import { fork } from 'node:child_process';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { StoreAddress } from '../publish/store/open.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { connectionTo, importBullmq, queueName } from './queue.ts';
import type { ShardAnswer, ShardTask } from './shard-process.ts';
import { Watchdog } from './watchdog.ts';

interface WorkOptions extends Omit<ShardTask, 'input' | 'place'> {
  readonly databaseUrl: string;
  readonly store: StoreAddress;
  /** Data directory with a folder for each shard computed here. */
  readonly dataDir: DataDirectory;
  /** Most shards computed at once. */
  readonly concurrency: number;
  readonly log: Log;
  /** Longest silence of this machine before its shards go to another. A minute if unset. */
  readonly lockMilliseconds?: number;
  /** Longest silence of the queue before this machine gives up. Two minutes if unset. */
  readonly silenceMilliseconds?: number;
}

/** A machine that computes shards as they come. */
export interface Work {
  /** Rejects once the queue has been silent for too long. This machine can take no more shards. */
  readonly silence: Promise<never>;
  /** Stops taking shards, and resolves once those under way are done. */
  close(): Promise<void>;
}

const usualLock = 60_000;
/** Longer than the timeout of a query, so that a lost query is retried first. */
const usualSilence = 120_000;
/** Most times that a machine may vanish with a shard. The default would fail it the second time. */
const maxStalledCount = 20;

/** Starts to compute shards of the queue, each in its own process. A lost lock ends the process. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { databaseUrl, concurrency, log, lockMilliseconds = usualLock } = options;
  const { silenceMilliseconds = usualSilence } = options;
  const watchdog = new Watchdog(silenceMilliseconds, () => performance.now());
  const { Worker } = await importBullmq(() => watchdog.heard());
  const { UnrecoverableError } = await import('bullmq');
  const worker = new Worker<ShardInput, ShardResult>(
    queueName,
    async ({ data }, _token, signal) => {
      log.info('computing', { shard: data.shard, version_no: data.versionNo });
      const { result, fault, isFinal } = await computeInProcess(data, options, signal);
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
  worker.on('error', (error) =>
    log.warn('the queue of shards in PostgreSQL failed', { reason: error.message }),
  );
  worker.on('lockRenewalFailed', (jobs) => {
    for (const job of jobs) worker.cancelJob(job, 'it is another machine’s now');
  });
  await worker.waitUntilReady();
  let watching: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    watching = setInterval(() => {
      if (watchdog.isSilent()) reject(new CommandError(silenceMessage(silenceMilliseconds)));
    }, silenceMilliseconds / 10);
  });
  return {
    silence,
    async close() {
      try {
        await Promise.race([worker.close(), silence]);
      } finally {
        clearInterval(watching);
      }
    },
  };
}

const silenceMessage = (milliseconds: number): string =>
  `work: the queue of shards in PostgreSQL has said nothing for ${milliseconds / 1000} s; this process ends so that it is started anew; if it ends again, see that PostgreSQL answers`;

/** Computes a shard in its own process, which frees its memory when it ends. */
function computeInProcess(
  input: ShardInput,
  { dataDir, store, memoryLimit, threads, logSettings }: WorkOptions,
  signal: AbortSignal | undefined,
): Promise<ShardAnswer> {
  const { path: place } = dataDirectory(join(dataDir.shards, String(input.shard)));
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('shard-process.js', import.meta.url)), [], {
      // The standard output of this process belongs to its caller.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const end = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', end, { once: true });
    let answer: ShardAnswer = { fault: 'its process ended', isFinal: false };
    child.once('message', (message: ShardAnswer) => {
      answer = message;
    });
    child.once('error', (error) => resolve({ fault: error.message, isFinal: false }));
    child.once('exit', () => {
      signal?.removeEventListener('abort', end);
      resolve(answer);
    });
    const task: ShardTask = { input, place, store, memoryLimit, threads, logSettings };
    child.send(task);
  });
}
