import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IQueueBackend, Queue } from 'bullmq';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { postgresLimits } from '../base/postgres-pool.ts';
import { programVersion } from '../base/program-version.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { ShardInput, ShardResult } from './batch.ts';

/** Hands shards to machines that work, through PostgreSQL. */
export interface ShardQueue {
  /** Resolves once a machine has computed the shard. Rejects with a CommandError if it failed. */
  compute(input: ShardInput): Promise<ShardResult>;
  close(): Promise<void>;
}

/** Program name that coordinator and worker must share. */
const programName = `${programVersion}-${formDigest().slice(0, 12)}`;
/** Queue of this program version. Machines with another version wait, as during an upgrade. */
export const queueName = `shards-${programName}`;

/** Intervals of a queue. Tests set shorter ones. */
interface QueuePace {
  /** Time to the second look. Later looks wait a twentieth of the time so far, at most `maxLook`. */
  readonly minLook: number;
  readonly maxLook: number;
  /** Time until a failed shard is retried. Longer than `maxLook`, so that every failure is seen. */
  readonly retry: number;
}

const usualPace: QueuePace = { minLook: 200, maxLook: 2000, retry: 5000 };
/** Time without a worker until the log warns about a shard, and between such warnings. */
const unclaimedMilliseconds = 60_000;
/** Longest time that PostgreSQL may be away. */
const longestSilence = 120_000;

/** Imports BullMQ with PostgreSQL as its backend. `onAnswer` is called after each answer of a loop. */
export async function importBullmq(onAnswer: () => void = () => {}) {
  const { createPostgresBackend, withBackend } = await import('bullmq');
  return withBackend((...options: Parameters<typeof createPostgresBackend>) =>
    reportAnswers(createPostgresBackend(...options), onAnswer),
  );
}

/** Answers without which a worker's loop takes no further shard, or loses the one it has. */
const loopAnswers = ['moveToActive', 'moveToCompleted', 'moveToFailed', 'extendLocks'] as const;
/** Longest time a worker waits to be woken. BullMQ's hour would look like silence. */
const maxBlockSeconds = 10;

/** Has a backend call `onAnswer` after each answer that keeps a worker's loop going. */
function reportAnswers<Backend extends IQueueBackend>(
  backend: Backend,
  onAnswer: () => void,
): Backend {
  for (const name of loopAnswers) {
    const ask: (...parameters: never[]) => Promise<unknown> = backend[name].bind(backend);
    const value = async (...parameters: never[]) => {
      const answer = await ask(...parameters);
      onAnswer();
      return answer;
    };
    Object.defineProperty(backend, name, { value });
  }
  return Object.defineProperty(backend, 'maximumBlockTimeout', { value: maxBlockSeconds });
}

export const connectionTo = (databaseUrl: string) => ({
  ...postgresLimits,
  connectionString: databaseUrl,
  migrate: true,
  max: 4,
});

/** Shards of a batch that are handed out. */
export interface HandedOut {
  /** No machine has them yet. */
  readonly waiting: number;
  readonly computing: number;
}

/**
 * Counts shards that wait and that are being computed, on machines with this program. Null if none
 * was ever handed out.
 */
export async function readHandedOut(databaseUrl: string): Promise<HandedOut | null> {
  const { Queue } = await importBullmq();
  const connection = { ...connectionTo(databaseUrl), migrate: false };
  const queue = new Queue(queueName, { connection });
  // Errors are handled below: the first batch makes the tables of the queue.
  queue.on('error', () => {});
  try {
    await queue.waitUntilReady();
    const { wait, waiting, delayed, active } = await queue.getJobCounts(
      'wait',
      'delayed',
      'active',
    );
    return { waiting: (wait ?? waiting ?? 0) + (delayed ?? 0), computing: active ?? 0 };
  } catch {
    return null;
  } finally {
    await queue.close();
  }
}

/**
 * Opens the queue for one batch and removes jobs of earlier ones, which nobody waits for. The
 * caller must hold the lease.
 */
export async function openQueue(
  databaseUrl: string,
  log: Log,
  { minLook, maxLook, retry }: QueuePace = usualPace,
): Promise<ShardQueue> {
  const { Queue } = await importBullmq();
  const queue = new Queue<ShardInput, ShardResult>(queueName, {
    connection: connectionTo(databaseUrl),
  });
  queue.on('error', (error) =>
    log.warn('the queue of shards in PostgreSQL failed', { reason: error.message }),
  );
  const batch = randomUUID();
  await queue.waitUntilReady();
  await queue.drain(true);
  await forgetEnded(queue);

  const idOf = ({ shard }: ShardInput): string => `${batch}-${shard}`;
  const add = (input: ShardInput) =>
    queue.add('shard', input, {
      jobId: idOf(input),
      // A retry may succeed if another attempt held the lock, or if the store was unreachable.
      attempts: 10,
      backoff: { type: 'fixed', delay: retry },
      removeOnComplete: { age: 3600 },
      removeOnFail: { age: 3600 },
    });
  const failureOf = async (input: ShardInput): Promise<string> =>
    (await queue.getJob(idOf(input)))?.failedReason ?? 'no reason recorded';

  /** Returns the result of a shard, or null while it is under way. Throws if it failed. */
  const look = async (input: ShardInput, waits: Waits): Promise<ShardResult | null> => {
    const { shard } = input;
    const state = await queue.getJobState(idOf(input));
    if (state === 'completed') return (await queue.getJob(idOf(input)))?.returnvalue ?? null;
    if (state === 'failed') {
      const reason = await failureOf(input);
      throw new CommandError(`shard ${shard} was not computed: ${reason}`, exitCodes.failed);
    }
    if (state === 'unknown') await add(input);
    if (waits.enter(state) === 'delayed') {
      log.warn('a shard failed and is computed again', { shard, reason: await failureOf(input) });
    }
    if (waits.isUnclaimed()) {
      const program = programName;
      log.warn(
        'no machine takes a shard; start `trackrecord work` of the same version on a machine',
        {
          shard,
          program,
        },
      );
    }
    return null;
  };

  return {
    async compute(input) {
      const waits = new Waits();
      const began = performance.now();
      let answered = began;
      for (;;) {
        try {
          const result = await look(input, waits);
          if (result !== null) return result;
          answered = performance.now();
        } catch (error) {
          const hasEnded = performance.now() - answered > longestSilence;
          if (error instanceof CommandError || hasEnded) throw error;
          log.warn('the queue of shards does not answer', { reason: String(error) });
        }
        await pause(Math.min(maxLook, Math.max(minLook, (performance.now() - began) / 20)));
      }
    },
    async close() {
      await forgetEnded(queue);
      await queue.close();
    },
  };
}

/** Removes jobs that have ended. Their shards name accounts, which may since have been deleted. */
async function forgetEnded(queue: Pick<Queue, 'clean'>): Promise<void> {
  await queue.clean(0, 0, 'completed');
  await queue.clean(0, 0, 'failed');
}

/** Waiting times of shards, so that each warning is logged once. */
class Waits {
  #state = '';
  #warnedAt = 0;

  /** Returns the state if it has changed, else null. */
  enter(state: string): string | null {
    if (state === this.#state) return null;
    this.#state = state;
    this.#warnedAt = performance.now();
    return state;
  }

  /**
   * Returns true if no machine has claimed it for a while, or for as long again since it last
   * returned true.
   */
  isUnclaimed(): boolean {
    const isDue = performance.now() - this.#warnedAt > unclaimedMilliseconds;
    if (this.#state !== 'waiting' || !isDue) return false;
    this.#warnedAt = performance.now();
    return true;
  }
}
