import { prepareDirectories } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import type { Stages } from '../base/stages.ts';
import { publishCalendarInRun } from '../calendar/in-run.ts';
import { compactDeliveries } from '../deliveries/compact.ts';
import { withIntake } from '../deliveries/intake.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { refusalsIn } from '../deliveries/refused-rows.ts';
import { lockRuns } from '../duckdb/run-lock.ts';
import { addReports, rowsRead } from '../load/report.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import type { Publisher } from '../publish/snapshot/publisher.ts';
import type { Shared } from '../publish/snapshot/shared.ts';
import { ownerPrefix } from '../registry/deletion-queue.ts';
import { afterPublication, noteReceipts, removeVersions, tidy } from '../run/after-run.ts';
import { finishDeletions, forgetDeliveries } from '../run/deletions.ts';
import { type Machines, severalMachines } from '../run/machines.ts';
import { ownersAccounts } from '../run/owners-accounts.ts';
import { refuseEmptyRegistry } from '../run/published.ts';
import { type RunResult, runRecorded } from '../run/recorded.ts';
import { reportRefused } from '../run/refused-rows.ts';
import { type Registered, registeredIn } from '../run/registered.ts';
import type { RunOptions } from '../run/run-options.ts';
import { settleInBatch } from '../run/settle-marks.ts';
import { type AssembledBatch, assembleShards, keepVersion } from './assemble-shards.ts';
import type { ShardInput, ShardResult } from './batch.ts';
import { collectObjects } from './collect-objects.ts';
import { type BatchNews, isDecided, prepareInputs } from './inputs.ts';
import { lastObjects } from './last-version.ts';
import type { ShardQueue } from './queue.ts';
import { prepareCalendar } from './share-calendar.ts';
import { splitSources } from './split-sources.ts';
import type { ShardRegister, ShardStore } from './state.ts';
import { batchQueries, splitQueries } from './state-changes.ts';

/** Options of a batch over several machines. */
export interface BatchOptions extends Omit<RunOptions, 'machines' | 'full' | 'rebuild'> {
  readonly shared: Shared;
  readonly shards: ShardStore;
  /** Opens the queue that has shards computed, for one batch. */
  openQueue(): Promise<ShardQueue>;
}

/**
 * Runs one batch on several machines. It splits new data, has every shard computed, combines the
 * results and publishes them. If it is interrupted, the next batch continues from the version in
 * service and from the rows that wait. Throws a CommandError if it fails, like a run on one
 * machine.
 */
export async function runBatch(given: BatchOptions): Promise<RunResult> {
  const { dataDir, shared, log } = given;
  const machines = severalMachines(shared);
  const options = { ...given, machines };
  try {
    prepareDirectories(dataDir);
    const unlock = await lockRuns(dataDir);
    try {
      // This machine continues from the store, even if another one ran the last batch.
      const publisher = await machines.beginPublishing({ dataDir, isRebuild: true, log });
      const deliveries = machines.deliveries(dataDir, options.clock);
      try {
        return await runRecorded(options, (runId, stages) =>
          runIn(runId, { ...options, deliveries }, publisher, stages),
        );
      } finally {
        await deliveries.close();
        await publisher.end();
      }
    } finally {
      await unlock();
    }
  } catch (error) {
    throw asFileFault(error, dataDir.path);
  }
}

/** Options of a batch that has begun. */
type Batch = BatchOptions & {
  readonly machines: Machines;
  readonly deliveries: DeliveriesOnce;
};

async function runIn(
  runId: string,
  options: Batch,
  publisher: Publisher,
  stages: Stages,
): Promise<RunResult> {
  const { dataDir, shared, deliveries, log } = options;
  const deleted = (await options.registry.deletions?.pending()) ?? [];
  const registered = await registeredIn(options);
  const { state: decided } = registered;
  await refuseEmptyRegistry(registered, null, options);
  await publishOwnVersion(publisher, options);
  await forgetDeliveries(deliveries, options, deleted);
  const split = await stages.time('load', () =>
    splitNew(runId, options, publisher, { registered, decided, deleted }, stages),
  );
  const calendar = await stages.time('load', () => prepareCalendar(runId, options));
  const load = calendar.load ? addReports(split.load, calendar.load) : split.load;
  stages.advance('load', { rows: rowsRead(calendar.load) });
  stages.finish('load');
  const { register } = split;
  const pointed = await shared.pointer.read();
  const news = { registered, decided, deleted, events: calendar.events };
  const { inputs, due, isQuiet } = await prepareInputs(register, pointed, news, options);
  log.info('handing shards out', { shards: due.length, idle: inputs.length - due.length });
  const results = await stages.time('statistics', () => computeAll(due, options, stages));
  const marks = await options.registry.markTrail?.();
  const assembled = isQuiet
    ? keepVersion(pointed.version, inputs)
    : await stages.time('write', () =>
        assembleShards(
          results,
          { inputs, map: register.map },
          { store: shared.store, dataDir, marks },
        ),
      );
  stages.finish('statistics', 'write');
  const { version, isPurging, heldBack, warnings } = assembled;
  const lapsed = await stages.time('publish', () => settleInBatch(options, assembled));
  const gone = await goneOf(deleted, registered);
  await stages.time('publish', () =>
    publisher.publish(version, undefined, batchQueries(register.epoch, assembled, gone, decided)),
  );
  log.info('published', { version });
  await tidy('receipts are not updated', log, () =>
    noteReceipts(deliveries, options, { version, heldBack }),
  );
  await tidy('replaced rows of deliveries are not deleted', log, () =>
    compactDeliveries({ deliveries, dataDir, log }),
  );
  await stages.time('publish', () =>
    removeVersions(version, isPurging, options, publisher, lastObjects(assembled.states)),
  );
  await stages.time('publish', () =>
    tidy('objects of old batches are not deleted', log, async () => {
      const holdsLease = () => publisher.commit([]);
      await collectObjects(shared.store, afterBatch(register, assembled), holdsLease);
    }),
  );
  if (deleted.length > 0) {
    await tidy('deleted data is not erased from the disk', log, () =>
      finishDeletions(deliveries, options, deleted),
    );
  }
  const publishedCalendar = await stages.time('publish', () =>
    afterPublication(version, 'task_calendar', () => publishCalendarInRun(options)),
  );
  stages.finish('publish', 'warehouse');
  return {
    version,
    calendar: publishedCalendar,
    isNew: assembled.isNew,
    load,
    accountsComputed: assembled.accountsComputed,
    restated: Object.keys(assembled.restated).length,
    heldBack: [...heldBack],
    waiting: split.waiting,
    warnings: [...warnings, ...lapsed],
    costs: stages.costs,
  };
}

/**
 * Publishes the version of this machine if the store has none yet. The first batch then continues
 * its chain, and servers have figures while the shards are computed.
 */
async function publishOwnVersion(
  publisher: Publisher,
  { dataDir, shared }: Pick<BatchOptions, 'dataDir' | 'shared'>,
): Promise<void> {
  const version = currentVersion(dataDir);
  const { serial } = await shared.pointer.read();
  if (serial === 0 && version !== null) await publisher.publish(version);
}

/** Returns the deleted accounts and owners that nobody has registered anew. */
async function goneOf(deleted: readonly string[], registered: Pick<Registered, 'accounts'>) {
  const all = deleted.length === 0 ? [] : await registered.accounts();
  const accounts = new Set(all.map(({ account_id }) => account_id));
  const owners = new Set(all.map(({ owner }) => `${ownerPrefix}${owner}`));
  return {
    accounts: deleted.filter((id) => !accounts.has(id)),
    owners: deleted
      .filter((id) => id.startsWith(ownerPrefix) && !owners.has(id))
      .map((id) => id.slice(ownerPrefix.length)),
  };
}

/** Has every shard computed. Throws the first error, but only once all other shards have ended. */
async function computeAll(
  inputs: readonly ShardInput[],
  options: Pick<BatchOptions, 'openQueue'>,
  stages: Pick<Stages, 'finishChunk'>,
): Promise<ShardResult[]> {
  if (inputs.length === 0) return [];
  const queue = await options.openQueue();
  try {
    let left = inputs.length;
    const compute = async (input: ShardInput): Promise<ShardResult> => {
      const result = await queue.compute(input);
      left -= 1;
      stages.finishChunk(left);
      return result;
    };
    const ended = await Promise.allSettled(inputs.map(compute));
    return ended.map((run) => {
      if (run.status === 'rejected') throw run.reason;
      return run.value;
    });
  } finally {
    await queue.close();
  }
}

/** Returns what PostgreSQL holds once these changes are published. */
function afterBatch(
  { intake, slices }: ShardRegister,
  { rows }: Pick<AssembledBatch, 'rows'>,
): Pick<ShardRegister, 'intake' | 'slices'> {
  const dropped = new Map(rows.map((change) => [change.shard, new Set(change.dropped)]));
  return {
    intake,
    slices: [
      ...slices.filter(({ shard, sequence }) => !dropped.get(shard)?.has(sequence)),
      ...rows.flatMap(({ shard, added }) => added.map((slice) => ({ shard, ...slice }))),
    ],
  };
}

/** Splits new data by shard and commits it to PostgreSQL. */
async function splitNew(
  runId: string,
  options: Batch,
  publisher: Publisher,
  { registered, decided, deleted }: Omit<BatchNews, 'events'>,
  stages: Stages,
) {
  const { dataDir, shared, shards, deliveries, log, strict = false } = options;
  const register = await shards.read();
  return withIntake({ deliveries, dataDir, log }, async (intake) => {
    const { load, change } = await splitSources(register, {
      dataDir,
      store: shared.store,
      runId,
      registered,
      isDecided: isDecided(register, decided),
      deleted,
      strict,
      log,
      deliveries: intake ?? undefined,
      sources: options.sources,
      limits: options,
      onContents: async (bytes) => stages.expectBytes(bytes),
      onRows: stages.noteRead,
      onMerged: stages.noteMerged,
      ownersAccounts: (remove) => ownersAccounts(options, registered, remove),
      onLoaded: (database, report) =>
        tidy('refused rows are not shown to their owners', log, () =>
          reportRefused(database, runId, report, refusalsIn(deliveries)),
        ),
    });
    if (change !== null && !(await publisher.commit(splitQueries(register.epoch, change)))) {
      throw new CommandError(makeReason('other_batch'), exitCodes.locked);
    }
    await tidy('receipts are not updated', log, () => intake?.noteLoaded(runId, load.closed));
    const after = change === null ? register : await shards.read();
    return { load, register: after, waiting: intake?.waiting() ?? [] };
  });
}
