import { setImmediate } from 'node:timers/promises';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { checkFile } from '../../pipeline/publish/snapshot/check-file.ts';
import { filesSince } from '../../pipeline/publish/snapshot/differences.ts';
import {
  createHolder,
  type Holder,
  type PinnedVersion,
} from '../../pipeline/publish/snapshot/holder.ts';
import { emptyId, type FileEntry } from '../../pipeline/publish/snapshot/layout.ts';
import { DamagedFile } from '../../pipeline/publish/snapshot/object.ts';
import { filesOf } from '../../pipeline/publish/snapshot/publish.ts';
import {
  type FileSource,
  openSnapshot,
  type Snapshot,
} from '../../pipeline/publish/snapshot/reader.ts';
import { publishedHere, type Replica } from '../../pipeline/publish/snapshot/replica.ts';
import {
  nameOfParts,
  type PublishedPart,
  partsIn,
  unite,
} from '../../pipeline/publish/snapshot/united.ts';
import { ApiError } from '../http/errors.ts';
import { createDailyIndexes, type DailyIndexes } from './gain.ts';
import { type KeptVersion, versionsBefore } from './kept-versions.ts';
import { createOpenLists, type OpenLists } from './lists/open-lists.ts';

/** A published version in service. */
export interface OpenVersion {
  readonly version: string;
  /** Versions that it consists of. */
  readonly parts: readonly PublishedPart[];
  readonly snapshot: Snapshot;
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
  readonly replica?: CopiedVersions;
}

type CopiedVersions = Pick<Replica, 'repair' | 'isBehind' | 'fault' | keyof FileSource>;

/** Creates the holder that keeps the newest published version in service. */
export function createSnapshotHolder(options: VersionHolderOptions): SnapshotHolder {
  const { dataDir, clock, log, replica = unreplicated } = options;
  let parts: readonly PublishedPart[] = [];
  const holder = createHolder<OpenVersion>({
    name: 'snapshot',
    pointer: dataDir.current,
    read() {
      parts = partsIn(dataDir);
      return nameOfParts(parts);
    },
    async open(version: string, earlier: OpenVersion | undefined): Promise<OpenVersion> {
      const published = parts;
      const open = async (): Promise<OpenVersion> => {
        // What comes from a store was checked when it came.
        if (replica.isWhole()) await checkEach(filesToCheck(published, earlier));
        return openVersion(dataDir, published, version, replica);
      };
      try {
        return await open();
      } catch (error) {
        if (error instanceof DamagedFile && earlier?.version === version) {
          earlier.snapshot.damaged.set(error.file, error);
        }
        const repaired = await Promise.all(published.map((part) => replica.repair(part.version)));
        if (!repaired.some(Boolean)) throw error;
        return open();
      }
    },
    isWhole({ snapshot }) {
      if (snapshot.damaged.size === 0) snapshot.recheck();
      return snapshot.damaged.size === 0;
    },
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
const unreplicated: CopiedVersions = publishedHere('');

/** Opens what is published: a version, or those of all partitions as one. */
function openParts(parts: readonly PublishedPart[], version: string, source: FileSource): Snapshot {
  const opened: Snapshot[] = [];
  try {
    for (const part of parts) opened.push(openSnapshot(part.dataDir, part.version, { source }));
    return opened.length === 1 && opened[0] ? opened[0] : unite(opened, version);
  } catch (error) {
    for (const snapshot of opened) snapshot.close();
    throw error;
  }
}

/**
 * Returns the files to check before a version is in service: those that the version before lacks.
 * So a version with a damaged file does not replace a whole one. Of the version in service they are
 * the files that were found damaged. The first version is checked while it is read.
 */
function filesToCheck(
  published: readonly PublishedPart[],
  earlier: OpenVersion | undefined,
): { readonly dataDir: DataDirectory; readonly file: FileEntry }[] {
  return published.flatMap(({ dataDir, version }) => {
    const before = earlier?.parts.find((part) => part.dataDir.path === dataDir.path);
    if (!earlier || !before) return [];
    const files =
      before.version === version
        ? filesOf(dataDir, version).filter(({ path }) => earlier.snapshot.damaged.has(path))
        : filesSince(dataDir, before.version, version);
    return files.map((file) => ({ dataDir, file }));
  });
}

/** Checks every byte of files. Throws a DamagedFile. */
async function checkEach(files: ReturnType<typeof filesToCheck>): Promise<void> {
  for (const { dataDir, file } of files) {
    const [fault] = await checkFile(dataDir.snapshots, file);
    if (fault !== undefined) throw new DamagedFile(file.path, fault);
  }
}

const idsPerTurn = 250;

/** Reads which accounts there are, so that a version without a whole list is never in service. */
async function readBuckets(snapshot: Snapshot): Promise<void> {
  let ids = 0;
  for (const _ of snapshot.ids()) {
    ids += 1;
    if (ids % idsPerTurn === 0) await setImmediate();
  }
}

async function openVersion(
  dataDir: DataDirectory,
  parts: readonly PublishedPart[],
  version: string,
  source: FileSource,
): Promise<OpenVersion> {
  const snapshot = openParts(parts, version, source);
  try {
    await snapshot.bring(emptyId);
    await readBuckets(snapshot);
    return {
      version,
      parts,
      snapshot,
      lists: createOpenLists(snapshot),
      dailyIndexes: createDailyIndexes(snapshot),
      earlier: () =>
        parts.length === 1 && source.isWhole() ? versionsBefore(dataDir, version) : [],
    };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}
