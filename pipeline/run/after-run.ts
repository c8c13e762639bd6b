import type { DataDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { IsOwn } from '../base/partition.ts';
import { makeReason, reasonOf } from '../base/reasons/reason.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { refusalsIn } from '../deliveries/refused-rows.ts';
import { notePublished, refuseUndescribed } from '../deliveries/states.ts';
import { removeOldVersions } from '../publish/snapshot/publish.ts';
import type { Publisher } from '../publish/snapshot/publisher.ts';
import { openSnapshot } from '../publish/snapshot/reader.ts';
import { notePurged } from './archived-history.ts';
import type { RunOptions } from './run-options.ts';
import { restartFromWarehouse } from './working-database.ts';

/** Notes in the receipts of deliveries which version publishes them, or why none does. */
export async function noteReceipts(
  deliveries: DeliveriesOnce,
  { dataDir, clock }: Pick<RunOptions, 'dataDir' | 'clock'>,
  {
    version,
    heldBack,
  }: {
    readonly version: string;
    readonly heldBack: readonly { readonly id: string }[];
  },
  isOwn: IsOwn = () => true,
): Promise<void> {
  const database = await deliveries.find();
  if (database === null) return;
  const withheld = new Set(heldBack.map(({ id }) => id));
  const entries = openSnapshot(dataDir, version);
  try {
    const isPublished = (id: string) => entries.has(id) && !withheld.has(id);
    await notePublished(database, version, isPublished, clock);
    const isKnown = (id: string) => entries.has(id) || withheld.has(id) || !isOwn(id);
    await refuseUndescribed(database, isKnown, refusalsIn(deliveries));
  } finally {
    entries.close();
  }
}

/** Runs a task after a publication. If it fails, it logs a warning, and the next run repeats it. */
export async function tidy(
  consequence: string,
  log: Log,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(`${consequence} until the next run`, { reason: String(error) });
  }
}

/**
 * Runs a required task after a publication. If it fails, throws a CommandError which says that the
 * version is in service.
 */
export async function afterPublication<Result>(
  version: string,
  task: 'run_task_calendar' | 'run_task_warehouse' | 'run_task_removal',
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const detail = reasonOf(asFileFault(error));
    const said = makeReason('run_after_publication', { version, task: makeReason(task), detail });
    throw new CommandError(said, exitCodes.failed, { cause: error });
  }
}

/**
 * Removes versions beyond `keepVersions`, or all earlier ones if they contain archived history.
 * Objects of the store that are named in `kept` stay.
 */
export async function removeVersions(
  version: string,
  isPurging: boolean,
  { dataDir, keepVersions, log }: Pick<RunOptions, 'dataDir' | 'keepVersions' | 'log'>,
  publisher: Publisher,
): Promise<void> {
  const work = () => {
    removeOldVersions(dataDir, isPurging ? 1 : (keepVersions ?? 3));
    return publisher.collect(isPurging);
  };
  if (isPurging) return afterPublication(version, 'run_task_removal', work);
  return tidy('old versions are not deleted', log, work);
}

/** Removes every byte of archived history from the database that later runs continue from. */
export async function endPurge(dataDir: DataDirectory): Promise<void> {
  restartFromWarehouse(dataDir);
  await notePurged(dataDir.archive);
}
