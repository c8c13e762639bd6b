import { setInterval } from 'node:timers';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Log } from '../../pipeline/base/log.ts';
import type { RemoteReplica } from '../../pipeline/publish/snapshot/replica.ts';
import type { SharedRuns } from '../../pipeline/publish/store/shared-runs.ts';
import { lastRuns, type RunRecord } from '../../pipeline/run/run-log.ts';

/** The last runs that what is served came from, as they were when they were last looked for. */
export interface RunsHolder {
  /** Newest first. */
  runs(): readonly RunRecord[];
  /** Seconds since a run last published or confirmed what is served; null where none is known. */
  ageSeconds(): number | null;
  /** Asks again; where nobody answers, what is known stays. */
  refresh(): Promise<void>;
  /** Asks from time to time; answers with the function that ends it. */
  watch(): () => void;
}

/** The last run that published. */
export const lastGoodOf = (runs: readonly RunRecord[]): RunRecord | undefined =>
  runs.find(({ outcome }) => outcome === 'published');

const lookMilliseconds = 2_000;
const maxOwnRuns = 1_000;

/** Looks at the log of this machine's runs when asked, every other second at most. */
export function ownRuns(dataDir: DataDirectory, clock: () => Date): RunsHolder {
  let known: { readonly at: number; readonly runs: readonly RunRecord[] } | undefined;
  const runs = (): readonly RunRecord[] => {
    const at = clock().getTime();
    if (known === undefined || Math.abs(at - known.at) >= lookMilliseconds) {
      known = { at, runs: lastRuns(dataDir, maxOwnRuns) };
    }
    return known.runs;
  };
  return {
    runs,
    ageSeconds() {
      const good = lastGoodOf(runs());
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
 * Holds what PostgreSQL knows of the runs of all machines, the last that published among them,
 * however long ago it was. How old the figures are is told by the copy that is served.
 */
export function sharedRuns(
  shared: Pick<SharedRuns, 'last' | 'lastGood'>,
  { ageSeconds }: Pick<RemoteReplica, 'ageSeconds'>,
  log: Pick<Log, 'error'>,
): RunsHolder {
  let known: readonly RunRecord[] = [];
  let fault: string | null = null;
  const refresh = async (): Promise<void> => {
    try {
      const last = (await shared.last(maxRuns)).map(({ run }) => run as RunRecord);
      const isGoodThere = last.some(({ outcome }) => outcome === 'published');
      const good = isGoodThere ? null : await shared.lastGood();
      known = good === null ? last : [...last, good.run as RunRecord];
      fault = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== fault) log.error('the log of runs stays as it is', { reason });
      fault = reason;
    }
  };
  return {
    runs: () => known,
    ageSeconds,
    refresh,
    watch() {
      const timer = setInterval(() => void refresh(), intervalMilliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}
