import { type DataDirectory, prepareDirectories } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes } from '../base/errors.ts';
import { lockRuns } from '../duckdb/run-lock.ts';
import type { LoadReport } from '../load/load.ts';
import { tellRefused } from '../run/refused-rows.ts';
import type { RunOptions } from '../run/run-options.ts';
import { nextSequence, removeOldVersions } from '../snapshot/publish.ts';
import { beginPublishing, type Publisher } from '../snapshot/publisher.ts';
import type { Shared } from '../snapshot/shared.ts';
import { type AssembledBatch, assembleShards } from './assemble-shards.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { shardInputs } from './inputs.ts';
import { shareChain } from './previous.ts';
import { shareCalendar } from './share-calendar.ts';
import { splitSources } from './split.ts';
import { batchStatements, type Kept, type ShardStore, splitStatements } from './state.ts';

/** What a batch works with. */
export interface BatchRunOptions
  extends Pick<
    RunOptions,
    | 'dataDir'
    | 'sources'
    | 'feeds'
    | 'registry'
    | 'strict'
    | 'asOf'
    | 'clock'
    | 'log'
    | 'memoryLimit'
    | 'threads'
    | 'keepVersions'
  > {
  readonly shared: Shared;
  readonly shards: ShardStore;
  /** Has every shard computed, wherever that is; resolves once all have answered. */
  compute(inputs: readonly ShardInput[]): Promise<readonly ShardResult[]>;
}

export interface BatchResult extends AssembledBatch {
  readonly load: LoadReport;
}

/**
 * One batch over several machines: splits new sources, has the shards computed, and puts one version
 * of them in service together with what the shards go on from. What fails leaves the version in
 * service and the shards' states as they were; slices that were split wait for the next batch.
 */
export async function runBatch(options: BatchRunOptions): Promise<BatchResult> {
  const { dataDir, shared, log } = options;
  try {
    prepareDirectories(dataDir);
    const unlock = await lockRuns(dataDir);
    try {
      // Facts are in the store: it does not matter whose batch was the last.
      const publisher = await beginPublishing({ dataDir, shared, isRebuild: true, log });
      try {
        return await runWith(publisher, options);
      } finally {
        await publisher.end();
      }
    } finally {
      unlock();
    }
  } catch (error) {
    throw asFileFault(error);
  }
}

async function runWith(publisher: Publisher, options: BatchRunOptions): Promise<BatchResult> {
  const { dataDir, shared, asOf, clock, log } = options;
  const { store, pointer } = shared;
  const runId = clock().toISOString();
  const registered = await options.registry.accounts();
  const { kept, load } = await split(publisher, runId, registered, options);
  const { events } = await shareCalendar(store, runId, options);
  const pointed = await pointer.read();
  const inputs = shardInputs(kept, {
    asOf: asOf.toISOString(),
    versionNo: nextSequence(dataDir),
    registered,
    calendar: events,
    chain: await shareChain(store, dataDir),
    before: pointed.serial > 0 ? pointed : null,
  });
  const results = await options.compute(inputs);
  const batch = { inputs, map: kept.map };
  const assembled = await assembleShards(results, batch, { store, dataDir });
  const { version, states, isPurging } = assembled;
  await publisher.publish(version, 'run again', batchStatements(kept.epoch, states));
  log.info('published', { version });
  await removeVersions(publisher, dataDir, isPurging, options);
  return { ...assembled, load };
}

/** Shares new rows out to the shards; answers with what waits for each by now. */
async function split(
  publisher: Publisher,
  runId: string,
  registered: ShardInput['registered'],
  { shards, shared: { store }, dataDir, sources, strict, log, ...limits }: BatchRunOptions,
): Promise<{ kept: Kept; load: LoadReport }> {
  const kept = await shards.read();
  const { load, change } = await splitSources(kept, {
    ...{ dataDir, store, registered, sources, runId, log, limits },
    strict: strict ?? false,
    async onLoaded(database, { rowsRejected }) {
      if (rowsRejected > 0) await tellRefused(database, runId, dataDir.inbox.refused);
    },
  });
  if (change === null) return { kept, load };
  if (!(await publisher.commit(splitStatements(kept.epoch, change)))) {
    throw new CommandError(
      'sources are not split: another machine has begun a batch since; run again',
      exitCodes.locked,
    );
  }
  return { kept: await shards.read(), load };
}

/** Removes versions that are not kept any more; where they hold removed history they must go. */
async function removeVersions(
  publisher: Publisher,
  dataDir: DataDirectory,
  isPurging: boolean,
  { keepVersions, log }: BatchRunOptions,
): Promise<void> {
  try {
    removeOldVersions(dataDir, isPurging ? 1 : (keepVersions ?? 3));
    await publisher.collect(isPurging);
  } catch (error) {
    if (isPurging) throw error;
    log.warn('old versions stay until the next batch', { reason: String(error) });
  }
}
