import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { postgresFault } from '../base/postgres-pool.ts';
import type { StoreAddress } from '../publish/store/open.ts';
import { type Claim, openJobs } from './jobs.ts';
import { keptNames, removeOldCopies } from './kept-copies.ts';
import { programName } from './queue.ts';
import { type ShardChild, shardChild } from './shard-child.ts';
import type { ShardTask } from './shard-process.ts';

interface WorkOptions extends Omit<ShardTask, 'input' | 'place'> {
  readonly databaseUrl: string;
  readonly store: StoreAddress;
  /** Data directory with a folder for each shard computed here. */
  readonly dataDir: DataDirectory;
  /** Most shards computed at once. */
  readonly concurrency: number;
  readonly log: Log;
  /** Longest silence of this machine before its shards go to another. A minute if unset. */
  readonly claimSeconds?: number;
  /** Time between looks for old copies of shards. A minute if unset. */
  readonly tidySeconds?: number;
}

/** A machine that computes shards as they come. */
export interface Work {
  /** Stops taking shards, and resolves once those under way are done. */
  close(): Promise<void>;
}

/** Seconds between looks for a shard, and until PostgreSQL is asked again after an error. */
const lookSeconds = 0.5;
/** Seconds until a failed shard is tried again, for example once its store answers. */
const retrySeconds = 5;
/** Most times that a shard is begun. A machine that vanishes with it has begun it too. */
const maxAttempts = 20;

/**
 * Starts to compute shards of the queue, in processes of their own. A lost claim ends the process.
 */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { databaseUrl, concurrency, log, claimSeconds = 60, tidySeconds = 60 } = options;
  // A query that is lost can be asked again before the claim runs out.
  const jobs = await openJobs(databaseUrl, claimSeconds * 250);
  const computing = new Set<number>();
  const stopping = new AbortController();
  const rest = (seconds: number) =>
    pause(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {});

  /** Asks PostgreSQL until it answers, or until the work is to stop. */
  const insist = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => {
    for (let isTold = false; ; isTold = true) {
      try {
        return await ask();
      } catch (error) {
        const { message } = postgresFault('the queue of shards', error);
        if (!isTold) log.warn('PostgreSQL is asked again until it answers', { reason: message });
        if (stopping.signal.aborted) return null;
        await rest(lookSeconds);
      }
    }
  };

  const computeClaimed = async (claim: Claim, child: ShardChild): Promise<void> => {
    const { input, attempts } = claim;
    const { shard } = input;
    log.info('computing', { shard, version_no: input.versionNo });
    computing.add(shard);
    const lost = new AbortController();
    const renewing = setInterval(() => {
      claim.renew(claimSeconds).then(
        (isOurs) => isOurs || lost.abort(),
        (error) => log.warn('a claim was not renewed', { shard, reason: String(error) }),
      );
    }, claimSeconds * 250);
    try {
      const task = taskOf(input, options);
      const { result, fault, isFinal } = await child.compute(task, lost.signal);
      if (result) {
        await insist(() => claim.finish(result));
      } else if (!lost.signal.aborted) {
        log.warn('shard failed', { shard, reason: fault });
        const hasFailed = isFinal || attempts >= maxAttempts;
        await insist(() => claim.fail(fault, hasFailed ? null : retrySeconds));
      }
    } finally {
      clearInterval(renewing);
      computing.delete(shard);
    }
  };

  const takeShards = async (): Promise<void> => {
    const child = shardChild();
    while (!stopping.signal.aborted) {
      const claim = await insist(() =>
        jobs.claim(programName, claimSeconds, keptNames(options.dataDir)),
      );
      if (claim === null) await rest(lookSeconds);
      else await computeClaimed(claim, child);
    }
    await child.close();
  };
  const tidyCopies = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const inService = await jobs.shardsInService();
        if (inService.size > 0) {
          removeOldCopies(options.dataDir, inService, (shard) => computing.has(shard));
        }
      } catch (error) {
        log.warn('old copies of shards stay for now', { reason: String(error) });
      }
      await rest(tidySeconds);
    }
  };
  const loops = [...Array.from({ length: concurrency }, takeShards), tidyCopies()];
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await jobs.close();
    },
  };
}

const taskOf = (
  input: ShardTask['input'],
  { dataDir, store, memoryLimit, threads, logSettings }: WorkOptions,
): ShardTask => ({
  input,
  place: dataDirectory(join(dataDir.shards, String(input.shard))).path,
  store,
  memoryLimit,
  threads,
  logSettings,
});
