import { fork } from 'node:child_process';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { StoreAddress } from '../publish/store/open.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { connectionTo, queueName, withPostgres } from './queue.ts';
import type { ShardAnswer, ShardTask } from './shard-process.ts';
import { Watchdog } from './watchdog.ts';

interface WorkOptions extends Omit<ShardTask, 'input' | 'place'> {
  readonly databaseUrl: string;
  readonly store: StoreAddress;
  /** Has a folder for each shard that was computed here. */
  readonly dataDir: DataDirectory;
  /** Shards at once. */
  readonly concurrency: number;
  readonly log: Log;
  /** Longest silence of this machine before its shards go to another. A minute if unset. */
  readonly lockMilliseconds?: number;
  /** Longest silence of the queue before this machine gives up. Two minutes if unset. */
  readonly silenceMilliseconds?: number;
}

/** A machine that computes shards as they come. */
export interface Work {
  /** Rejects once the queue has said nothing for too long, after which no shard can be taken here. */
  readonly silence: Promise<never>;
  /** Takes no other, and resolves once those under way are done. */
  close(): Promise<void>;
}

const usualLock = 60_000;
/** Longer than a query may take, so that one that is lost is asked again first. */
const usualSilence = 120_000;
/** Machines that go away are no fault of the shard; by default the second would end it. */
const maxStalledCount = 20;

/** Begins to compute what the queue has, each shard in a process of its own, which a lost lock ends. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { databaseUrl, concurrency, log, lockMilliseconds = usualLock } = options;
  const { silenceMilliseconds = usualSilence } = options;
  const watchdog = new Watchdog(silenceMilliseconds, () => performance.now());
  const { Worker } = await withPostgres(() => watchdog.heard());
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

/** Computes a shard in a process of its own, whose memory is free afterwards. */
function computeApart(
  input: ShardInput,
  { dataDir, store, memoryLimit, threads, logLevel }: WorkOptions,
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
    const task: ShardTask = { input, place, store, memoryLimit, threads, logLevel };
    child.send(task);
  });
}
