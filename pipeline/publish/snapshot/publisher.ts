import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError, exitCodes } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { publishedForm } from '../../base/published-form.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { keepRenewing, type Lease, type PostgresQuery } from '../store/lease.ts';
import type { PublishedPointer } from '../store/pointer-row.ts';
import type { Content } from '../store/store.ts';
import { collectVersions, removePublished } from './collect.ts';
import { filesSince } from './differences.ts';
import type { FileEntry } from './layout.ts';
import { writePointer } from './pointer.ts';
import { filesOf, publishVersion, readPublished } from './publish.ts';
import { refuseNewerForm, rollFormBack, setFormBack } from './refuse-newer-form.ts';
import {
  fetchVersion,
  hasVersion,
  machineOf,
  noteSerial,
  objectsIn,
  putVersion,
  readNotedPointer,
  type Shared,
} from './shared.ts';
import { fetchChain, linesToShare } from './shared-chain.ts';

/** Holds the right to publish until `end()` is called. */
export interface Publisher {
  /** Puts a written version in service. `again` tells in an error how to retry. */
  publish(version: string, again?: CodedReason): Promise<void>;
  /**
   * Removes objects from the shared store that no stored version needs. A purge also removes those
   * of the last day. Missing objects of the version in service are put back.
   */
  collect(isPurge: boolean): Promise<void>;
  end(): Promise<void>;
}

interface PublisherOptions {
  readonly dataDir: DataDirectory;
  /** Set if all data is loaded anew, so that it does not matter which machine ran last. */
  readonly isRebuild: boolean;
  /** Set for a rollback. An older program may do that, although it may publish nothing else. */
  readonly isRollback?: boolean;
  readonly log: Log;
}

const leaseSeconds = 60;

/** Puts versions in service on one machine, or on all that share a store. */
export interface Publishing {
  /** Begins to publish. The caller must hold the run lock. */
  beginPublishing(options: PublisherOptions): Promise<Publisher>;
}

/** Publishing on one machine. */
export const publishingAlone: Publishing = { beginPublishing };

/** Publishing for machines that share a store. */
export const publishingShared = (shared: Shared): Publishing => ({
  beginPublishing: (options) => beginShared(shared, options),
});

/** Begins to publish on one machine. Throws a CommandError if a newer program has published. */
async function beginPublishing({
  dataDir,
  isRollback = false,
}: PublisherOptions): Promise<Publisher> {
  const published = readPublished(dataDir);
  if (published && !isRollback) {
    const program = { form: publishedForm };
    refuseNewerForm(
      makeReason('run_the_version', { version: published.version }),
      published,
      program,
      rollFormBack,
    );
  }
  return {
    publish: async (version, again) => publishVersion(dataDir, version, again),
    collect: async () => {},
    end: async () => {},
  };
}

/**
 * Begins to publish for all machines. Takes the lease, and updates the data directory to the
 * version in service. Throws a CommandError if another machine holds the lease or a newer program
 * has published.
 */
async function beginShared(shared: Shared, options: PublisherOptions): Promise<Publisher> {
  const { dataDir, log } = options;
  // Only the holder of the run lock gets here, so a lease of this machine is its own from before.
  const lease = await shared.pointer.lease(machineOf(dataDir), leaseSeconds);
  if (lease === null) {
    throw new CommandError(makeReason('run_other_publishes'), exitCodes.locked);
  }
  const stopRenewing = keepRenewing(lease, leaseSeconds, log);
  const end = async (): Promise<void> => {
    stopRenewing();
    await lease.release().catch(() => {});
  };
  try {
    let pointed = await catchUp(shared, options);
    return {
      async publish(version, again) {
        pointed = await publishShared(shared, dataDir, lease, pointed, version, options);
        publishVersion(dataDir, version, again);
        noteSerial(dataDir, { ...pointed, isWhole: true });
      },
      async collect(isPurge) {
        const holdsLease = () => lease.commit([]);
        const { version } = pointed;
        const objects = await collectVersions(objectsIn(shared), dataDir, version, {
          isPurge,
          holdsLease,
        });
        if (objects > 0) log.info('removed from the store', { objects });
        await removeOthers(shared, isPurge);
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Removes what partitions of earlier sets published. A purge also removes the versions of sets that
 * are about to follow. Nobody can tell when these run again, and then they publish everything anew.
 */
async function removeOthers({ pointer, objectsOf }: Shared, isPurge: boolean): Promise<void> {
  for (const { partition, isEarlier } of await pointer.others()) {
    if (!isPurge && !isEarlier) continue;
    await removePublished(objectsOf(partition));
    await pointer.empty(partition);
  }
}

/** Brings a data directory to what is in service. */
async function catchUp(
  shared: Shared,
  { dataDir, isRebuild, isRollback = false, log }: PublisherOptions,
): Promise<PublishedPointer> {
  const { pointer } = shared;
  const store = objectsIn(shared);
  const pointed = await pointer.read();
  const { serial, version } = pointed;
  if (!isRollback)
    refuseNewerForm(
      makeReason('run_the_version', { version }),
      pointed,
      pointer,
      setFormBack(pointer),
    );
  const noted = readNotedPointer(dataDir);
  if (serial < noted.serial) {
    throw new CommandError(makeReason('run_earlier_serial', { serial, noted: noted.serial }));
  }
  // Nothing is published in a row that was emptied, whatever serial it has.
  const isHere = serial === noted.serial || version === '' || hasVersion(dataDir, pointed);
  if (!isHere && !isRebuild) {
    throw new CommandError(makeReason('run_other_machine', { version, file: dataDir.path }));
  }
  await fetchChain(pointer.chain, dataDir, log);
  if (serial === noted.serial || version === '') return pointed;
  if (isHere) publishVersion(dataDir, version);
  else {
    await fetchVersion(store, dataDir, pointed);
    writePointer(dataDir.current, version, {
      code: 'run_unconfirmed_version',
      again: makeReason('run_again'),
    });
  }
  noteSerial(dataDir, { ...pointed, isWhole: true });
  return pointed;
}

/** Puts a version into the store and moves the pointer to it. Confirms a version that is there. */
async function publishShared(
  shared: Shared,
  dataDir: DataDirectory,
  lease: Lease,
  pointed: PublishedPointer,
  version: string,
  { isRollback }: Pick<PublisherOptions, 'isRollback'>,
): Promise<PublishedPointer> {
  const { pointer } = shared;
  const store = objectsIn(shared);
  const stands = pointed.version === version && hasVersion(dataDir, pointed);
  const manifest = stands
    ? pointed.manifest
    : await putVersion(store, dataDir, version, filesToPut(dataDir, pointed, version));
  const count = await pointer.chain.count();
  const lines = linesToShare(dataDir, version, count);
  const queries = lines.length === 0 ? [] : [pointer.chain.add(count, lines)];
  const also = [...queries, ...(isRollback ? [] : pointer.switchSet)];
  if (stands) {
    const isConfirmed = await lease.confirm(pointed.serial, also);
    if (!isConfirmed && queries.length > 0) throw superseded(version);
    return pointed;
  }
  const serial = await moved(pointer, lease, pointed.serial, version, manifest, also);
  return { ...pointed, serial, version, manifest, form: pointer.form, ageSeconds: 0 };
}

/** Lists files that the store may lack. It has those of the version in service. */
const filesToPut = (
  dataDir: DataDirectory,
  pointed: PublishedPointer,
  version: string,
): FileEntry[] =>
  hasVersion(dataDir, pointed)
    ? filesSince(dataDir, pointed.version, version)
    : filesOf(dataDir, version);

/** The serial that a publication got; where the answer was lost the row knows it. */
async function moved(
  pointer: Shared['pointer'],
  lease: Lease,
  from: number,
  version: string,
  manifest: Content,
  also: readonly PostgresQuery[],
): Promise<number> {
  let serial: number | null;
  try {
    serial = await lease.move(from, version, manifest, also);
  } catch (error) {
    const now = await pointer.read().catch(() => null);
    const isOurs = now?.serial === from + 1 && now.manifest.sha256 === manifest.sha256;
    if (!isOurs) throw error;
    return now.serial;
  }
  if (serial === null) throw superseded(version);
  return serial;
}

const superseded = (version: string): CommandError =>
  new CommandError(
    `version ${version} is not published: another machine has published since this run began; run again`,
    exitCodes.locked,
  );
