import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { postgresFault } from '../base/postgres-pool.ts';
import { programVersion } from '../base/program-version.ts';
import { formDigest } from '../publish/snapshot/form.ts';
import type { StoreError } from '../publish/store/store.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { type JobState, openJobs } from './jobs.ts';
import { StoreOutage } from './store-outage.ts';

/** Hands shards to machines that work, through PostgreSQL. */
export interface ShardQueue {
  /** Resolves once a machine has computed the shard. Rejects with a CommandError if it failed. */
  compute(input: ShardInput): Promise<ShardResult>;
  close(): Promise<void>;
}

/** Program name that coordinator and worker must share. Others wait, as during an upgrade. */
export const programName = `${programVersion}-${formDigest().slice(0, 12)}`;

interface QueueOptions {
  /** Tries the store of all machines. Returns its fault, or null if it works. */
  checkStore(): Promise<StoreError | null>;
  /**
   * Milliseconds between looks: 200 and 2,000 if unset. A look waits a twentieth of the time so
   * far, within these limits.
   */
  readonly minLook?: number;
  readonly maxLook?: number;
  /** Longest time that the store may fail. Two minutes if unset. */
  readonly longestOutage?: number;
}

/** Time without a worker until the log warns about a shard, and between such warnings. */
const unclaimedMilliseconds = 60_000;
/** Longest time that PostgreSQL or the store may be away. */
const longestSilence = 120_000;

/** Shards of a batch that are handed out. */
export interface ShardCounts {
  /** No machine has them yet. */
  readonly waiting: number;
  readonly computing: number;
}

/** Counts shards that wait and that are being computed. */
export async function countHandedOut(databaseUrl: string): Promise<ShardCounts> {
  const jobs = await openJobs(databaseUrl);
  try {
    const states = await jobs.states();
    const count = (state: JobState['state']) => states.filter((job) => job.state === state).length;
    return { waiting: count('waiting'), computing: count('computing') };
  } finally {
    await jobs.close();
  }
}

/** Shard that a coordinator waits for. */
interface Waiting {
  readonly input: ShardInput;
  readonly resolve: (result: ShardResult) => void;
  readonly reject: (error: unknown) => void;
  readonly warnings: Warnings;
  isAdded: boolean;
}

/**
 * Opens the queue for one batch and removes jobs of earlier ones, which nobody waits for. The
 * caller must hold the lease.
 */
export async function openQueue(
  databaseUrl: string,
  log: Log,
  { checkStore, minLook = 200, maxLook = 2000, longestOutage = longestSilence }: QueueOptions,
): Promise<ShardQueue> {
  const jobs = await openJobs(databaseUrl);
  await jobs.remove();
  const batch = randomUUID();
  const waiting = new Map<number, Waiting>();
  const rejectAll = (error: unknown): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const outage = new StoreOutage({
    check: checkStore,
    log,
    pause: maxLook,
    longest: longestOutage,
    onLost: rejectAll,
  });

  /** Adds the jobs that are missing, and settles those that have ended. */
  const look = async (): Promise<void> => {
    for (const shard of waiting.values()) {
      if (!shard.isAdded) await jobs.add(batch, programName, shard.input);
      shard.isAdded = true;
    }
    const states = new Map((await jobs.states(batch)).map((job) => [job.shard, job]));
    for (const [shard, { isAdded, resolve, reject, warnings }] of waiting) {
      const job = states.get(shard);
      if (job?.state === 'waiting' || job?.state === 'computing' || !isAdded) {
        if (job !== undefined) warnings.look(job);
        continue;
      }
      if (job?.state === 'done') resolve(await jobs.result(batch, shard));
      else reject(failure(shard, job));
      waiting.delete(shard);
    }
  };

  /** Looks for as long as a shard is waited for. */
  const watch = async (): Promise<void> => {
    const began = performance.now();
    let answered = began;
    while (waiting.size > 0) {
      try {
        await look();
        answered = performance.now();
      } catch (error) {
        const fault = postgresFault('the queue of shards', error);
        if (performance.now() - answered > longestSilence) rejectAll(fault);
        log.warn('no answer from the queue of shards', { reason: fault.message });
      }
      await pause(Math.min(maxLook, Math.max(minLook, (performance.now() - began) / 20)));
    }
  };

  let watching = Promise.resolve();
  return {
    compute: (input) =>
      new Promise((resolve, reject) => {
        const warnings = new Warnings(log, outage);
        waiting.set(input.shard, { input, resolve, reject, warnings, isAdded: false });
        if (waiting.size === 1) watching = watching.then(watch);
      }),
    async close() {
      outage.close();
      waiting.clear();
      await watching;
      await jobs.remove(batch);
      await jobs.close();
    },
  };
}

const failure = (shard: number, job: JobState | undefined): CommandError =>
  job === undefined
    ? new CommandError('another machine has begun a batch since; run again', exitCodes.locked)
    : new CommandError(`shard ${shard} was not computed: ${job.fault}`, exitCodes.failed);

/** Warnings about one shard. Each is logged once. */
class Warnings {
  readonly #log: Log;
  readonly #outage: StoreOutage;
  #state = '';
  #failures = 0;
  #since = 0;

  constructor(log: Log, outage: StoreOutage) {
    this.#log = log;
    this.#outage = outage;
  }

  /** Warns if the shard has failed since the last look, or if no machine takes it. */
  look({ shard, state, failures, fault }: JobState): void {
    if (failures > this.#failures) {
      this.#failures = failures;
      this.#outage.suspect({ shard, reason: fault });
    }
    const now = performance.now();
    if (state !== this.#state) {
      this.#state = state;
      this.#since = now;
    } else if (state === 'waiting' && now - this.#since > unclaimedMilliseconds) {
      this.#since = now;
      this.#log.warn(
        'no machine takes a shard; start `trackrecord work` of the same version on a machine',
        { shard, program: programName },
      );
    }
  }
}
