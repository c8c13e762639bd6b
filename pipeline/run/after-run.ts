import type { DataDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { refusalsIn } from '../deliveries/refused.ts';
import { notePublished, refuseUndescribed } from '../deliveries/states.ts';
import { removeOldVersions } from '../publish/snapshot/publish.ts';
import type { Publisher } from '../publish/snapshot/publisher.ts';
import { notePurged } from './archived-history.ts';
import type { RunOptions } from './run-options.ts';
import { restartFromWarehouse } from './working-database.ts';

/** Says in the receipts of what was sent in which version it is published, or why it is in none. */
export async function noteReceipts(
  deliveries: DeliveriesOnce,
  { clock }: Pick<RunOptions, 'clock'>,
  {
    version,
    identities,
    heldBack,
  }: {
    readonly version: string;
    readonly identities: readonly { readonly id: string }[];
    readonly heldBack: readonly { readonly id: string }[];
  },
): Promise<void> {
  const held = new Set(heldBack.map(({ id }) => id));
  const published = new Set(identities.map(({ id }) => id).filter((id) => !held.has(id)));
  const database = await deliveries.find();
  if (database === null) return;
  await notePublished(database, version, (id) => published.has(id), clock);
  const isKnown = (id: string) => published.has(id) || held.has(id);
  await refuseUndescribed(database, isKnown, refusalsIn(deliveries));
}

/** Does what follows a publication: where it fails the next run does it, and this one stands. */
export async function tidy(
  what: string,
  log: Log,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(`${what} until the next run`, { reason: String(error) });
  }
}

/** Does what is left once a version is in service; where that fails, says that it is. */
export async function afterwards<Result>(
  version: string,
  what: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const known = asFileFault(error);
    const reason = known instanceof Error ? known.message : String(known);
    throw new CommandError(
      `version ${version} is published, ${what} failed: ${reason}`,
      exitCodes.failed,
      { cause: error },
    );
  }
}

/** Removes versions that are not kept any more; those that hold history set aside must go. */
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
  if (isPurging) return afterwards(version, 'removing those before', work);
  return tidy('old versions stay', log, work);
}

/** Leaves no byte of history set aside in the file that later runs go on from. */
export async function endPurge(dataDir: DataDirectory): Promise<void> {
  restartFromWarehouse(dataDir);
  await notePurged(dataDir.setAside);
}
