import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { DataDirectory } from '../../base/data-directory.ts';
import { putInPlace } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import type { PointerRow, PublishedPointer } from '../store/pointer-row.ts';
import type { Store } from '../store/store.ts';
import { checkFiles } from './check-file.ts';
import type { FileEntry } from './layout.ts';
import { readWholePointer } from './pointer.ts';
import { removeOldVersions } from './publish.ts';
import { readManifest } from './reader.ts';
import {
  fetchFile,
  fetchFiles,
  fetchManifest,
  fetchVersion,
  hasVersion,
  noteSerial,
  readNotedPointer,
} from './shared.ts';

/** Version in service on this machine: its own publication, or a copy of a shared one. */
export interface Replica {
  /** The version that is wholly here; null before the first. Throws if its name is damaged. */
  version(): string | null;
  /** Returns true if a newer version is known to be published, and is not wholly here. */
  isBehind(): boolean;
  /** Returns why the last look failed, in one line; null if it did not. */
  fault(): string | null;
  /** Looks whether there is something newer, and brings all of it. */
  refresh(): Promise<void>;
  /**
   * Like `refresh`, but if no whole version is here, it ends as soon as one can be opened. The rest
   * of that follows, and its files can be brought before.
   */
  begin(): Promise<void>;
  /** True once every file of the version in service is here. */
  isWhole(): boolean;
  /** Brings a file of the version in service to its folder, unless it is there. */
  bring(dataDir: DataDirectory, file: FileEntry): Promise<void>;
  /** Fetches damaged files of a version again. False if nothing can be fetched. */
  repair(version: string): Promise<boolean>;
  /** Refreshes once a second; answers with the function that ends it. */
  watch(): () => void;
}

/** A verified copy of what is in service on all machines, which never goes back. */
export interface RemoteReplica extends Replica {
  /**
   * Seconds since a run last published or confirmed the version on this machine. Null if unknown.
   */
  ageSeconds(): number | null;
}

/**
 * Returns the replica for a machine that publishes itself: the file `current` names the version.
 */
export const publishedHere = (current: string): Replica => ({
  version: () => readWholePointer(current),
  isBehind: () => false,
  fault: () => null,
  refresh: async () => {},
  begin: async () => {},
  isWhole: () => true,
  bring: async () => {},
  repair: async () => false,
  watch: () => () => {},
});

/** Source and destination of a replica. */
interface ReplicaSource {
  /** Name for log messages. */
  readonly name: string;
  readonly row: Pick<PointerRow, 'read'>;
  /** The file that names the version, and the one that notes its publication. */
  readonly directory: Pick<DataDirectory, 'current' | 'serial'>;
  isHere(pointed: PublishedPointer): boolean;
  /** Brings a version, every byte checked. */
  fetch(pointed: PublishedPointer): Promise<void>;
  /** Absent if a version is one file. */
  readonly inParts?: InParts;
  /** Removes all versions but the newest: what owners have cut away must not stay in copies. */
  removeOld(): void;
  /** Removes what of a version is no longer as it was fetched. */
  removeFaulty(version: string): Promise<void> | void;
}

/** Brings a version in parts, so that it can be opened early. */
interface InParts {
  /** Brings what names the other files. */
  begin(pointed: PublishedPointer): Promise<void>;
  /** Brings the files that are missing. Ends early once the version is not wanted any more. */
  rest(version: string, isWanted: () => boolean): Promise<void>;
  bring(file: FileEntry): Promise<void>;
}

const intervalMilliseconds = 1000;

/** Keeps a copy of the accounts in a data directory of its own. */
export const createReplica = (
  { row, store }: { readonly row: Pick<PointerRow, 'read'>; readonly store: Store },
  dataDir: DataDirectory,
  log: Log,
): RemoteReplica =>
  replicate(
    {
      name: 'the copy',
      row,
      directory: dataDir,
      isHere: (pointed) => hasVersion(dataDir, pointed),
      fetch: (pointed) => fetchVersion(store, dataDir, pointed),
      inParts: {
        begin: (pointed) => fetchManifest(store, dataDir, pointed),
        rest: (version, isWanted) =>
          fetchFiles(store, dataDir, readManifest(dataDir, version), isWanted),
        bring: (file) => fetchFile(store, dataDir, file),
      },
      removeOld: () => removeOldVersions(dataDir, 1),
      removeFaulty: (version) => removeFaulty(dataDir, version),
    },
    log,
  );

/** Keeps a copy of what a row of the pointer says. */
export function replicate(
  { name, row, directory, ...copied }: ReplicaSource,
  log: Log,
): RemoteReplica {
  const { inParts } = copied;
  let at = readNotedPointer(directory);
  /** Newest serial that was seen. */
  let published = at.serial;
  let fault: string | null = null;
  let confirmedAt: number | null = null;
  let restFault: string | null = null;
  let beginning: Promise<void> | undefined;
  let completing: Promise<void> | undefined;

  const follow = async (): Promise<void> => {
    const pointed = await row.read();
    if (pointed.serial < at.serial) {
      throw new Error(
        `the pointer has serial ${pointed.serial}, this machine has seen ${at.serial}`,
      );
    }
    published = pointed.serial;
    const publishedAt = performance.now() - pointed.ageSeconds * 1000;
    const isInParts = inParts !== undefined && !at.isWhole;
    if (pointed.serial !== at.serial && !copied.isHere(pointed)) {
      await (isInParts ? inParts.begin(pointed) : copied.fetch(pointed));
    }
    // Only once it is here: a copy that is stuck grows old although runs go on publishing.
    confirmedAt = pointed.serial === 0 ? null : publishedAt;
    if (pointed.serial === at.serial) return;
    const { serial, version } = pointed;
    at = { serial, version, isWhole: !isInParts };
    // Another server may share the directory, and be further.
    if (readNotedPointer(directory).serial >= serial) return;
    putInPlace(directory.current, `${version}\n`);
    noteSerial(directory, at);
    if (at.isWhole) copied.removeOld();
  };

  /** Brings the rest of the version in service. */
  const complete = async (): Promise<void> => {
    const begun = at;
    try {
      await inParts?.rest(begun.version, () => at === begun);
      if (at !== begun) return;
      at = { ...begun, isWhole: true };
      restFault = null;
      log.info(`${name} is complete`, { version: at.version });
      if (readNotedPointer(directory).serial > at.serial) return;
      noteSerial(directory, at);
      copied.removeOld();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== restFault)
        log.error(`${name} could not be completed`, { reason, in_service: at.version });
      restFault = reason;
    }
  };

  const beginOnce = async (): Promise<void> => {
    try {
      await follow();
      if (at.version !== '' && !at.isWhole) {
        completing ??= complete().finally(() => {
          completing = undefined;
        });
      }
      if (fault !== null) log.info(`${name} is up to date again`, { version: at.version });
      fault = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== fault)
        log.error(`${name} could not be updated`, { reason, in_service: at.version });
      fault = reason;
    }
  };
  const begin = (): Promise<void> => {
    beginning ??= beginOnce().finally(() => {
      beginning = undefined;
    });
    return beginning;
  };

  return {
    version: () => at.version || null,
    isBehind: () => published > at.serial,
    fault: () => fault ?? restFault,
    ageSeconds: () =>
      confirmedAt === null ? null : Math.max(0, (performance.now() - confirmedAt) / 1000),
    begin,
    async refresh() {
      await begin();
      await completing;
    },
    isWhole: () => at.isWhole || at.version === '',
    bring: async (_, file) => inParts?.bring(file),
    async repair(version) {
      const pointed = await row.read();
      if (pointed.version !== version) return false;
      await copied.removeFaulty(version);
      if (at.isWhole) await copied.fetch(pointed);
      else await inParts?.begin(pointed);
      return true;
    },
    watch() {
      const timer = setInterval(() => void begin(), intervalMilliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}

/**
 * Removes files of a version that differ from its manifest. Removes the version if the manifest is
 * damaged.
 */
async function removeFaulty(dataDir: DataDirectory, version: string): Promise<void> {
  const { snapshots } = dataDir;
  try {
    const { faulty } = await checkFiles(dataDir, version);
    for (const { path } of faulty.keys()) rmSync(join(snapshots, path), { force: true });
  } catch {
    rmSync(dataDir.manifest(version), { force: true });
  }
}
