import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../base/log.ts';

/** Keeps what is published in service; a version is closed once nobody uses it any more. */
export interface Holder<Version> {
  /** Pins the version in service until it is disposed. Returns null before the first version. */
  take(): PinnedVersion<Version> | null;
  /** Returns the version in service without pinning it. Use it before the next `await` only. */
  current(): Version | null;
  /**
   * Puts the published version in service. A damaged version is logged, and the current one stays.
   * The version in service is opened again if it was found damaged since.
   */
  refresh(): Promise<void>;
  /** Refreshes now and whenever a version is published; answers with the function that ends it. */
  watch(): () => void;
  /** Returns true while the published version could not be put in service. */
  isBehind(): boolean;
  close(): void;
}

export type PinnedVersion<Version> = Version & Disposable;

interface HolderOptions<Version> {
  /** Name for log messages. */
  readonly name: string;
  /** The file whose folder changes when a version is published. */
  readonly pointer: string;
  /** Reads the name of the published version. */
  read(): string | null;
  /** Opens a version; throws, saying why, unless it is whole. */
  open(name: string, earlier: Version | undefined): Version | Promise<Version>;
  /** Returns false once an open version may be damaged, so that it must be opened again. */
  isWhole?(version: Version): boolean;
  /** Called once a version is in service. */
  onSwitch(version: Version): void;
  close?(version: Version): void;
  readonly clock: () => Date;
  readonly log: Log;
}

const retryMilliseconds = 10_000;
const intervalMilliseconds = 1000;

/**
 * Holds what a pointer names: nothing until `refresh` or the watch has found a whole version. One
 * that is refused is tried again some seconds later, and the one before stays in service.
 */
export function createHolder<Version extends { readonly version: string }>(
  options: HolderOptions<Version>,
): Holder<Version> {
  const { name, pointer, read, open, onSwitch, clock, log } = options;
  const { isWhole = () => true, close = () => {} } = options;
  let used: Uses<Version> | undefined;
  let refused: { version: string | null; at: number } | undefined;
  let isClosed = false;
  let refreshing: Promise<void> | undefined;

  const switchTo = async (version: string): Promise<void> => {
    const opened = countUses(await open(version, used?.pinned), close);
    const earlier = used;
    used = opened;
    (isClosed ? opened : earlier)?.retire();
    onSwitch(opened.pinned);
  };

  const refreshOnce = async (): Promise<void> => {
    let version: string | null = null;
    try {
      version = read();
      if (version === null) {
        if (used) throw new Error('the file that names it is gone or names nothing');
        return;
      }
      const now = clock().getTime();
      const isWaiting = refused && Math.abs(now - refused.at) < retryMilliseconds;
      if (refused?.version === version && isWaiting) return;
      const isOpen = version === used?.pinned.version && isWhole(used.pinned);
      if (!isOpen) await switchTo(version);
      refused = undefined;
    } catch (error) {
      if (refused?.version !== version) {
        const reason = error instanceof Error ? error.message : String(error);
        const inService = used?.pinned.version ?? null;
        log.error(`published ${name} refused`, { version, reason, in_service: inService });
      }
      refused = { version, at: clock().getTime() };
    }
  };
  const refresh = (): Promise<void> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  return {
    take: () => (isClosed ? null : (used?.take() ?? null)),
    current: () => used?.pinned ?? null,
    refresh,
    watch: () => watchFolder(dirname(pointer), () => void refresh()),
    isBehind: () => refused !== undefined && refused.version !== used?.pinned.version,
    close() {
      isClosed = true;
      used?.retire();
    },
  };
}

interface Uses<Version> {
  readonly pinned: PinnedVersion<Version>;
  take(): PinnedVersion<Version>;
  /** Closes the version once nobody holds it. */
  retire(): void;
}

function countUses<Version>(version: Version, close: (version: Version) => void): Uses<Version> {
  let uses = 0;
  let isRetired = false;
  const closeUnused = (): void => {
    if (isRetired && uses === 0) close(version);
  };
  const pinned: PinnedVersion<Version> = {
    ...version,
    [Symbol.dispose]() {
      uses -= 1;
      closeUnused();
    },
  };
  return {
    pinned,
    take() {
      uses += 1;
      return pinned;
    },
    retire() {
      isRetired = true;
      closeUnused();
    },
  };
}

/** Calls back when a folder changes, and every second: it may not exist, or report no changes. */
function watchFolder(folder: string, onChange: () => void): () => void {
  let watcher: FSWatcher | undefined;
  const follow = (): void => {
    watcher ??= tryToWatch(folder, onChange);
    onChange();
  };
  const timer = setInterval(follow, intervalMilliseconds).unref();
  follow();
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
}

function tryToWatch(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
