import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { Log } from '../../../pipeline/base/log.ts';
import { checkFile } from '../../../pipeline/snapshot/check-file.ts';
import { currentVersion, readManifest } from '../../../pipeline/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../../../pipeline/snapshot/reader.ts';
import { createOpenLists, type OpenLists } from '../lists/open-lists.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { lackedBy, runDueFor } from './lacks.ts';

/** A published version in service and what was read from it beforehand. */
export interface Edition extends Disposable {
  readonly snapshot: Snapshot;
  readonly catalogue: Catalogue;
  readonly lists: OpenLists;
  /** Why a run is due although the version is whole; null where none is. */
  readonly runDue: string | null;
}

/** Lends the version in service; a version is closed once nobody uses it any more. */
export interface SnapshotHolder {
  /** The version in service, held until it is disposed of; null where there is none. */
  take(): Edition | null;
  /** Puts the published version in service; one that is not whole is logged and left alone. */
  refresh(): Promise<void>;
  /** Whether a newer version is published that could not be put in service. */
  isBehind(): boolean;
  close(): void;
}

export interface HolderOptions {
  readonly dataDir: DataDirectory;
  readonly clock: () => Date;
  readonly log: Log;
}

const retryMilliseconds = 10_000;

interface Held extends Edition {
  hold(): Edition;
  /** Closes the version once nobody holds it. */
  retire(): void;
}

export function createSnapshotHolder({ dataDir, clock, log }: HolderOptions): SnapshotHolder {
  const whole = new Set<string>();
  let held: Held | undefined;
  let refused: { version: string | null; at: number } | undefined;
  let isClosed = false;
  let refreshing: Promise<void> | undefined;

  const switchTo = async (version: string): Promise<void> => {
    await checkFiles(dataDir, version, whole);
    const opened = await openEdition(dataDir, version, held?.catalogue);
    const earlier = held;
    held = opened;
    (isClosed ? opened : earlier)?.retire();
    log.info('snapshot in service', { version });
    if (opened.runDue !== null) log.warn(opened.runDue, { version });
  };

  const refresh = async (): Promise<void> => {
    let version: string | null = null;
    try {
      version = currentVersion(dataDir);
      if (version === null) {
        if (held) throw new Error('the file that names the version is gone or names nothing');
        return;
      }
      const now = clock().getTime();
      const isTooSoon = refused && Math.abs(now - refused.at) < retryMilliseconds;
      if (refused?.version === version && isTooSoon) return;
      if (version !== held?.snapshot.version) await switchTo(version);
      refused = undefined;
    } catch (error) {
      if (refused?.version !== version) {
        const reason = error instanceof Error ? error.message : String(error);
        const inService = held?.snapshot.version ?? null;
        log.error('published snapshot refused', { version, reason, in_service: inService });
      }
      refused = { version, at: clock().getTime() };
    }
  };

  return {
    take: () => (isClosed ? null : (held?.hold() ?? null)),
    refresh() {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    isBehind: () => refused !== undefined,
    close() {
      isClosed = true;
      held?.retire();
    },
  };
}

/** Reads every file that is not known to be whole; none ever changes, so once is enough. */
async function checkFiles(
  dataDir: DataDirectory,
  version: string,
  whole: Set<string>,
): Promise<void> {
  const { snapshots } = dataDir;
  for (const file of readManifest(dataDir, version).files) {
    const identity = `${file.path} ${file.sha256}`;
    if (whole.has(identity)) continue;
    const [fault] = await checkFile(snapshots, file);
    if (fault !== undefined) throw new Error(fault);
    whole.add(identity);
  }
}

async function openEdition(
  dataDir: DataDirectory,
  version: string,
  earlier: Catalogue | undefined,
): Promise<Held> {
  const snapshot = openSnapshot(dataDir, version);
  try {
    const catalogue = await createCatalogue(snapshot, earlier);
    const runDue = runDueFor(lackedBy(snapshot));
    return holdable({ snapshot, catalogue, lists: createOpenLists(snapshot), runDue });
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

function holdable(content: Omit<Edition, typeof Symbol.dispose>): Held {
  let holders = 0;
  let isRetired = false;
  const closeUnheld = (): void => {
    if (isRetired && holders === 0) content.snapshot.close();
  };
  const edition: Held = {
    ...content,
    hold() {
      holders += 1;
      return edition;
    },
    retire() {
      isRetired = true;
      closeUnheld();
    },
    [Symbol.dispose]() {
      holders -= 1;
      closeUnheld();
    },
  };
  return edition;
}
