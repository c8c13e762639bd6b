import { setInterval } from 'node:timers';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { partitionText } from '../../pipeline/base/partition.ts';
import type { ReplicaSet } from '../../pipeline/publish/snapshot/replica-set.ts';
import type { SharedRun, SharedRuns } from '../../pipeline/publish/store/shared-runs.ts';
import { lastRuns, type RunRecord } from '../../pipeline/run/run-log.ts';

/** Cached list of the last runs. */
export interface RunsHolder {
  /** Returns the runs, newest first. */
  runs(): readonly RunRecord[];
  /** Returns the last run of each partition that published. Without partitions it is one. */
  lastGood(): readonly RunRecord[];
  /**
   * Returns the seconds since a run last published or confirmed the figures; null if no run is
   * known.
   */
  ageSeconds(): number | null;
  /** Reads the runs again; if that fails, the cached ones stay. */
  refresh(): Promise<void>;
  /** Refreshes regularly; returns the function that stops it. */
  watch(): () => void;
}

const cacheMilliseconds = 2_000;
const maxOwnRuns = 1_000;

/** Reads the log of this machine's runs on request, at most every two seconds. */
export function ownRuns(dataDir: DataDirectory, clock: () => Date): RunsHolder {
  let cached: { readonly at: number; readonly runs: readonly RunRecord[] } | undefined;
  const runs = (): readonly RunRecord[] => {
    const at = clock().getTime();
    if (cached === undefined || Math.abs(at - cached.at) >= cacheMilliseconds) {
      cached = { at, runs: lastRuns(dataDir, maxOwnRuns) };
    }
    return cached.runs;
  };
  const lastGood = () => runs().find(({ outcome }) => outcome === 'published');
  return {
    runs,
    lastGood: () => [lastGood() ?? []].flat(),
    ageSeconds() {
      const good = lastGood();
      if (good === undefined) return null;
      return Math.max(0, (clock().getTime() - Date.parse(good.ended_at)) / 1000);
    },
    refresh: async () => {},
    watch: () => () => {},
  };
}

const intervalMilliseconds = 10_000;
const maxRuns = 100;

/**
 * Caches the runs of all machines from PostgreSQL, and the last of each partition that published.
 * The age of the figures comes from the copy that is served.
 */
export function sharedRuns(
  shared: Pick<SharedRuns, 'last' | 'lastGood'>,
  { ageSeconds, partitions }: Pick<ReplicaSet, 'ageSeconds' | 'partitions'>,
  log: Pick<Log, 'error'>,
): RunsHolder {
  let cached: readonly RunRecord[] = [];
  let good: readonly RunRecord[] = [];
  let fault: string | null = null;
  const refresh = async (): Promise<void> => {
    try {
      const recordsOf = (runs: readonly SharedRun[]) => runs.map(({ run }) => run as RunRecord);
      cached = recordsOf(await shared.last(maxRuns));
      good = recordsOf(await shared.lastGood(partitions().map(partitionText)));
      fault = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== fault)
        log.error('cannot read the log of runs; using the runs read last', { reason });
      fault = reason;
    }
  };
  return {
    runs: () => cached,
    lastGood: () => good,
    ageSeconds,
    refresh,
    watch() {
      const timer = setInterval(() => void refresh(), intervalMilliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}
