import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { checkFile } from '../../pipeline/publish/snapshot/check-file.ts';
import { DamagedFile } from '../../pipeline/publish/snapshot/damaged-file.ts';
import {
  createHolder,
  type Holder,
  type PinnedVersion,
} from '../../pipeline/publish/snapshot/holder.ts';
import { readManifest } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { publishedHere, type Replica } from '../../pipeline/publish/snapshot/replica.ts';
import { ApiError } from '../http/errors.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createDailyIndexes, type DailyIndexes } from './gain.ts';
import { type KeptVersion, versionsBefore } from './kept-versions.ts';
import { createOpenLists, type OpenLists } from './lists/open-lists.ts';
import { readSearchedSections, type SearchedSections } from './searched-sections.ts';

/** A published version in service, with indexes that were read from it beforehand. */
export interface OpenVersion {
  readonly version: string;
  readonly snapshot: Snapshot;
  readonly catalogue: Catalogue;
  readonly searched: SearchedSections;
  readonly lists: OpenLists;
  readonly dailyIndexes: DailyIndexes;
  /** Opens the versions before it that are kept, newest first, each closed before the next. */
  earlier(): Iterable<KeptVersion>;
}

export type PinnedOpenVersion = PinnedVersion<OpenVersion>;

export interface SnapshotHolder extends Holder<OpenVersion> {
  /** Returns the problem of a request while no version is in service. */
  missing(): ApiError;
}

export interface VersionHolderOptions {
  readonly dataDir: DataDirectory;
  readonly clock: () => Date;
  readonly log: Log;
  /** Source that the data directory is a copy of, if machines share a store. */
  readonly replica?: Pick<Replica, 'version' | 'repair' | 'isBehind' | 'fault'>;
}

/** Creates the holder that keeps the newest published version in service. */
export function createSnapshotHolder(options: VersionHolderOptions): SnapshotHolder {
  const { dataDir, clock, log, replica = publishedHere(dataDir.current) } = options;
  let intactFiles = new Set<string>();
  const holder = createHolder<OpenVersion>({
    name: 'snapshot',
    pointer: dataDir.current,
    read: () => replica.version(),
    async open(version: string, earlier: OpenVersion | undefined): Promise<OpenVersion> {
      const opened = earlier?.snapshot;
      for (const file of [...(opened?.damaged.keys() ?? []), ...(opened?.written() ?? [])]) {
        intactFiles.delete(file);
      }
      try {
        intactFiles = await checkFiles(dataDir, version, intactFiles);
      } catch (error) {
        if (error instanceof DamagedFile && opened?.version === version) {
          opened.damaged.set(error.file, error);
        }
        if (!(await replica.repair(version))) throw error;
        intactFiles = await checkFiles(dataDir, version, intactFiles);
      }
      return openVersion(dataDir, version, earlier);
    },
    isWhole: ({ snapshot }) => snapshot.damaged.size === 0 && snapshot.written().length === 0,
    onSwitch: ({ version }) => log.info('snapshot in service', { version }),
    close: ({ snapshot }) => snapshot.close(),
    clock,
    log,
  });
  const isFirstDue = () => !holder.isBehind() && !replica.isBehind() && replica.fault() === null;
  return {
    ...holder,
    missing: () => new ApiError(isFirstDue() ? 'nothing_published' : 'unavailable'),
  };
}

/**
 * Checks every file of a version that was not checked before, and returns the checked ones. Files
 * never change, so one check is enough: their paths have their SHA-256. Throws a DamagedFile.
 */
async function checkFiles(
  dataDir: DataDirectory,
  version: string,
  known: ReadonlySet<string>,
): Promise<Set<string>> {
  const whole = new Set<string>();
  for (const file of readManifest(dataDir, version).files) {
    const [fault] = known.has(file.path) ? [] : await checkFile(dataDir.snapshots, file);
    if (fault !== undefined) throw new DamagedFile(file.path, fault);
    whole.add(file.path);
  }
  return whole;
}

async function openVersion(
  dataDir: DataDirectory,
  version: string,
  earlier: OpenVersion | undefined,
): Promise<OpenVersion> {
  const snapshot = openSnapshot(dataDir, version);
  try {
    const catalogue = await createCatalogue(snapshot, earlier?.catalogue);
    return {
      version,
      snapshot,
      catalogue,
      searched: await readSearchedSections(snapshot, earlier?.searched),
      lists: createOpenLists(snapshot),
      dailyIndexes: createDailyIndexes(snapshot),
      earlier: () => versionsBefore(dataDir, version),
    };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}
