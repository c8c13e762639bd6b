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
import type { Replica } from '../../pipeline/publish/snapshot/replica.ts';
import {
  nameOfParts,
  type PublishedPart,
  partsIn,
  unite,
} from '../../pipeline/publish/snapshot/united.ts';
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
  readonly replica?: Pick<Replica, 'repair' | 'isBehind' | 'fault'>;
}

/** Creates the holder that keeps the newest published version in service. */
export function createSnapshotHolder(options: VersionHolderOptions): SnapshotHolder {
  const { dataDir, clock, log, replica = unreplicated } = options;
  let parts: readonly PublishedPart[] = [];
  let intactFiles = new Set<string>();
  const holder = createHolder<OpenVersion>({
    name: 'snapshot',
    pointer: dataDir.current,
    read() {
      parts = partsIn(dataDir);
      return nameOfParts(parts);
    },
    async open(version: string, earlier: OpenVersion | undefined): Promise<OpenVersion> {
      const published = parts;
      const opened = earlier?.snapshot;
      for (const file of [...(opened?.damaged.keys() ?? []), ...(opened?.written() ?? [])]) {
        intactFiles.delete(file);
      }
      try {
        intactFiles = await checkAll(published, intactFiles);
      } catch (error) {
        if (error instanceof DamagedFile && opened?.version === version) {
          opened.damaged.set(error.file, error);
        }
        const repaired = await Promise.all(published.map((part) => replica.repair(part.version)));
        if (!repaired.some(Boolean)) throw error;
        intactFiles = await checkAll(published, intactFiles);
      }
      return openVersion(dataDir, published, version, earlier);
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

/** Replica of what runs of this machine publish. */
const unreplicated = { repair: async () => false, isBehind: () => false, fault: () => null };

/** Checks the files of all parts, as `checkFiles` does. */
async function checkAll(
  parts: readonly PublishedPart[],
  known: ReadonlySet<string>,
): Promise<Set<string>> {
  const whole = new Set<string>();
  for (const { dataDir, version } of parts) {
    for (const file of await checkFiles(dataDir, version, known)) whole.add(file);
  }
  return whole;
}

/** Opens what is published: a version, or those of all partitions as one. */
function openParts(parts: readonly PublishedPart[], version: string): Snapshot {
  const opened: Snapshot[] = [];
  try {
    for (const part of parts) opened.push(openSnapshot(part.dataDir, part.version));
    return opened.length === 1 && opened[0] ? opened[0] : unite(opened, version);
  } catch (error) {
    for (const snapshot of opened) snapshot.close();
    throw error;
  }
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
  parts: readonly PublishedPart[],
  version: string,
  earlier: OpenVersion | undefined,
): Promise<OpenVersion> {
  const snapshot = openParts(parts, version);
  try {
    const catalogue = await createCatalogue(snapshot, earlier?.catalogue);
    return {
      version,
      snapshot,
      catalogue,
      searched: await readSearchedSections(snapshot, earlier?.searched),
      lists: createOpenLists(snapshot),
      dailyIndexes: createDailyIndexes(snapshot),
      earlier: () => (parts.length === 1 ? versionsBefore(dataDir, version) : []),
    };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}
