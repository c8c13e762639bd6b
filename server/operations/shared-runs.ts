import { setInterval } from 'node:timers';
import type { Log } from '../../pipeline/base/log.ts';
import type { SharedRuns } from '../../pipeline/publish/store/shared-runs.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';

/** The last runs of all machines, as they were when they were last asked for. */
export interface RunsHolder {
  /** Newest first; the last that published is among them, however long ago it was. */
  runs(): readonly RunRecord[];
  /** Asks again; where nobody answers, what is known stays. */
  refresh(): Promise<void>;
  /** Asks every ten seconds; answers with the function that ends it. */
  watch(): () => void;
}

const intervalMilliseconds = 10_000;
const maxRuns = 100;

/** Holds what PostgreSQL knows of runs. */
export function createRunsHolder(
  shared: Pick<SharedRuns, 'last' | 'lastGood'>,
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
    refresh,
    watch() {
      const timer = setInterval(() => void refresh(), intervalMilliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}
