import { prepareDirectories } from '../base/data-directory.ts';
import { asFileFault } from '../base/errors.ts';
import type { Stages } from '../base/stages.ts';
import { loadCalendarInRun, publishCalendarInRun } from '../calendar/in-run.ts';
import { compactDeliveries } from '../deliveries/compact.ts';
import { withIntake } from '../deliveries/intake.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { refusalsIn } from '../deliveries/refused-rows.ts';
import type { Database } from '../duckdb/database.ts';
import { lockRuns } from '../duckdb/run-lock.ts';
import type { PartitionAccounts } from '../load/others-rows.ts';
import { removeRows } from '../load/remove-rows.ts';
import { addReports, type LoadReport, rowsRead } from '../load/report.ts';
import type { Publisher } from '../publish/snapshot/publisher.ts';
import { afterPublication, endPurge, noteReceipts, removeVersions, tidy } from './after-run.ts';
import { archiveHistory, clearArchived, isPurgeDue } from './archived-history.ts';
import { type Computed, recompute } from './compute.ts';
import { finishDeletions, forgetDeliveries, purgeDeleted } from './deletions.ts';
import { loadFacts } from './load-facts.ts';
import { oneMachine } from './machines.ts';
import { isJoined, ownAccounts, registryOf, removeLeft, retaining } from './own-accounts.ts';
import { ownersAccounts } from './owners-accounts.ts';
import { refuseEmptyRegistry } from './published.ts';
import { beginRebuild } from './rebuild.ts';
import { type RunResult, runRecorded } from './recorded.ts';
import { reportRefused } from './refused-rows.ts';
import { type Registered, registeredAfter, registeredIn } from './registered.ts';
import type { RunOptions } from './run-options.ts';
import { settleAtPublication } from './settle-marks.ts';
import { isShownStored, noteReadable, updateShown } from './update-shown.ts';
import { readWarnings, warningLines } from './warnings.ts';
import { isWarehouseBehind, publishWarehouse, withWorking } from './working-database.ts';

/**
 * Runs one batch: load, compute, write, publish. Readers see either the earlier version or the
 * complete new one. Throws a CommandError if it fails, which says which version is in service if
 * the run had published already.
 */
export async function runOnce(options: RunOptions): Promise<RunResult> {
  try {
    prepareDirectories(options.dataDir);
    const unlock = await lockRuns(options.dataDir);
    try {
      return await runPublishing(options);
    } finally {
      await unlock();
    }
  } catch (error) {
    throw asFileFault(error, options.dataDir.path);
  }
}

async function runPublishing(options: RunOptions): Promise<RunResult> {
  const { dataDir, machines = oneMachine, log } = options;
  const owned = await ownAccounts(options);
  const joined = (await isJoined(options, owned)) || (owned !== null && options.rebuild === true);
  const rebuild = options.rebuild || joined;
  const publisher = await machines.beginPublishing({ dataDir, isRebuild: rebuild, log });
  try {
    const isOwn = owned?.isOwn ?? (() => true);
    await machines.continueSet(dataDir, { isOwn, joined }, log);
    const accounts = owned && (await withLeaving(owned, options));
    const running = { ...options, registry: registryOf(options.registry, accounts), accounts };
    if (!rebuild) return await runLocked(running, publisher);
    // Checked before the rebuild removes any database.
    await refuseEmptyRegistry(await registeredIn(running), null, running);
    const { sources, warnings } = await beginRebuild(running);
    const result = await runLocked({ ...running, sources }, publisher);
    return { ...result, warnings: [...warnings, ...result.warnings] };
  } finally {
    await publisher.end();
  }
}

/** Adds accounts that this partition publishes until the one that they go to has them. */
async function withLeaving(
  owned: PartitionAccounts,
  { dataDir, machines = oneMachine, registry }: RunOptions,
): Promise<PartitionAccounts> {
  const deleted = new Set(await registry.deletions?.pending());
  const leaving = await machines.leaving(dataDir, owned);
  return retaining(
    owned,
    leaving.filter((id) => !deleted.has(id)),
  );
}

/** Options of a run, and the accounts that it publishes. Null if it publishes all. */
type OwnRun = RunOptions & { readonly accounts: PartitionAccounts | null };

async function runLocked(options: OwnRun, publisher: Publisher): Promise<RunResult> {
  const { dataDir, machines = oneMachine, clock, log } = options;
  const deliveries = machines.deliveries(dataDir, clock);
  try {
    return await runRecorded(options, async (runId, stages) => {
      const pending = (await options.registry.deletions?.pending()) ?? [];
      const deleted = await machines.unremoved(pending);
      const { result, isPurging } = await withWorking(dataDir, options, (database) =>
        runIn({
          database,
          runId,
          options: { ...options, deliveries, deleted },
          publisher,
          stages,
        }),
      );
      if (isPurging)
        await tidy('archived history is not erased from the disk', log, () => endPurge(dataDir));
      if (pending.length > 0) {
        await tidy('deleted data is not erased from the disk', log, () =>
          finishDeletions(deliveries, options, deleted),
        );
      }
      return result;
    });
  } finally {
    await deliveries.close();
  }
}

/** Parts that all steps of a batch work with. */
interface Batch {
  readonly database: Database;
  readonly runId: string;
  readonly options: OwnRun & {
    readonly deliveries: DeliveriesOnce;
    /** Accounts, portfolios and owners that were deleted since the last run. */
    readonly deleted: readonly string[];
  };
  readonly publisher: Publisher;
  readonly stages: Stages;
}

async function runIn(batch: Batch): Promise<{ result: RunResult; isPurging: boolean }> {
  const { database, runId, options, stages } = batch;
  const registered = await registeredIn(options);
  await refuseEmptyRegistry(registered, database, options);
  await forgetDeliveries(options.deliveries, options.deleted);
  const { facts, waiting } = await loadRows(batch, registered);
  const calendar = await stages.time('load', () => loadCalendarInRun(database, runId, options));
  stages.advance('load', { rows: rowsRead(calendar.load) });
  const load = calendar.load ? addReports(facts, calendar.load) : facts;
  const { computed, isPurging } = await computeLoaded(database, runId, options, stages);
  const { version } = computed;
  const { settled, lapsed } = await publishComputed(batch, registered, computed);
  await showComputed(batch, settled, { computed, waiting, isPurging });
  const isLoaded = load.files.length > 0 || calendar.isChanged;
  const isChanged = computed.accounts > 0 || isLoaded || computed.isNew || isPurging;
  if (isChanged || (await isWarehouseBehind(database, options.dataDir))) {
    await copyWarehouse(batch, version, isPurging);
  }
  stages.finish('warehouse');
  const publishedCalendar = await stages.time('publish', () =>
    afterPublication(version, 'run_task_calendar', () => publishCalendarInRun(options, calendar)),
  );
  stages.finish('publish');
  const result: RunResult = {
    version,
    calendar: publishedCalendar,
    isNew: computed.isNew,
    load,
    accountsComputed: computed.accounts,
    restated: Object.keys(computed.restated).length,
    heldBack: computed.heldBack,
    waiting,
    warnings: [...warningLines(await readWarnings(database)), ...lapsed],
    costs: stages.costs,
  };
  return { result, isPurging };
}

/** Loads the files of the operator and what was delivered. `waiting` is left for the next run. */
async function loadRows(
  { database, runId, options, stages }: Batch,
  registered: Registered,
): Promise<{ facts: LoadReport; waiting: RunResult['waiting'] }> {
  const { deliveries, deleted, log, accounts } = options;
  const refusals = refusalsIn(deliveries);
  const intakeOf = { deliveries, log, isOwn: isOwnIn(options) };
  const read = await withIntake(intakeOf, async (intake) => {
    const loading = { ...options, deliveries: intake };
    const left = await removeLeft(database, accounts);
    const owners = ownersAccounts(options, registered, removeRows);
    const facts = await stages.time('load', () =>
      loadFacts(database, runId, registered, loading, stages, owners),
    );
    await clearArchived(database, { left, cleared: facts.cleared });
    await purgeDeleted(database, deleted);
    await tidy('receipts are not updated', log, () => intake?.noteLoaded(runId, facts.closed));
    return { facts, waiting: intake?.waiting() ?? [] };
  });
  await tidy('refused rows are not shown to their owners', log, () =>
    reportRefused(database, runId, read.facts, refusals),
  );
  return read;
}

/** Puts a version in service. `settled` has the badges as they were settled for it. */
async function publishComputed(
  { options, publisher, stages }: Batch,
  registered: Registered,
  computed: Computed,
): Promise<{ settled: Registered; lapsed: readonly string[] }> {
  const { deliveries, registry, log } = options;
  const { version } = computed;
  const lapsed = await stages.time('publish', () => settleAtPublication(options, computed));
  // What strangers see has the badges as they were settled just now.
  const settled = registry.settleMarks ? await registeredIn(options) : registered;
  await stages.time('publish', () => publisher.publish(version));
  log.info('published', { version });
  await tidy('receipts are not updated', log, () =>
    noteReceipts(deliveries, options, computed, isOwnIn(options)),
  );
  return { settled, lapsed };
}

/** Stores what strangers see of the version in service, and removes what it replaced. */
async function showComputed(
  { database, options, publisher, stages }: Batch,
  settled: Registered,
  {
    computed,
    waiting,
    isPurging,
  }: { computed: Computed; waiting: RunResult['waiting']; isPurging: boolean },
): Promise<void> {
  const { dataDir, deliveries, log } = options;
  const { version, heldBack } = computed;
  const isStored = await stages.time('warehouse', () =>
    afterPublication(version, 'run_task_warehouse', () =>
      isShownStored(database, settled, dataDir, computed),
    ),
  );
  await tidy('the time of first publication is not noted', log, () =>
    noteReadable(database, settled, options, {
      ...computed,
      isStored,
      unpublished: [...heldBack, ...waiting],
    }),
  );
  // What strangers see has the times that were noted just now.
  const shown = await registeredAfter(settled, options);
  await stages.time('publish', () => removeVersions(version, isPurging, options, publisher));
  await tidy('replaced rows of deliveries are not deleted', log, () =>
    compactDeliveries({ deliveries, log, isOwn: isOwnIn(options) }),
  );
  await stages.time('warehouse', () =>
    afterPublication(version, 'run_task_warehouse', () =>
      updateShown(database, shown, dataDir, {
        version,
        isStored: isStored && shown.state === settled.state,
      }),
    ),
  );
}

async function copyWarehouse(
  { database, options, stages }: Batch,
  version: string,
  isPurging: boolean,
): Promise<void> {
  options.log.debug('copying the warehouse', { version });
  await stages.time('warehouse', () =>
    afterPublication(version, 'run_task_warehouse', () =>
      publishWarehouse(database, options.dataDir, isPurging),
    ),
  );
}

/** True for accounts that this run publishes. */
const isOwnIn = ({ accounts }: OwnRun): PartitionAccounts['isOwn'] =>
  accounts?.isOwn ?? (() => true);

/** Computes the loaded data and writes the next version, without publishing it. */
async function computeLoaded(
  database: Database,
  runId: string,
  options: RunOptions,
  stages: Stages,
): Promise<{ computed: Computed; isPurging: boolean }> {
  await stages.time('load', () => archiveHistory(database));
  stages.finish('load');
  const isPurging = await isPurgeDue(database);
  const computed = await recompute(database, runId, options, stages);
  stages.finish('statistics', 'write');
  return { computed, isPurging };
}
