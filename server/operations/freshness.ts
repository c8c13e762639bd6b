import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Replica } from '../../pipeline/publish/snapshot/replica.ts';
import type { HeldRecord } from '../../pipeline/run/held-back.ts';
import { lastRuns, type RunRecord } from '../../pipeline/run/run-log.ts';
import type { RunsHolder } from './shared-runs.ts';

/** When the published figures were last brought up to date, whether that changed any or not. */
export interface Freshness {
  /** What the log of runs has, newest first. */
  runs(): readonly RunRecord[];
  /** The last run; null before the first. */
  lastRun(): RunRecord | null;
  /** Seconds since the last run that published; null where none is known. */
  ageSeconds(): number | null;
  /** Accounts and portfolios whose newest facts it holds back; null where none is known. */
  heldBack(): number | null;
  /** The first of them, by id, and why. */
  held(): ReadonlyMap<string, HeldRecord>;
  /** Accounts of which something sent in couldn't be taken up by it; null where none is known. */
  waiting(): number | null;
  /** The first of them, by id, and why. */
  waitingAccounts(): ReadonlyMap<string, WaitingAccount>;
}

const intervalMilliseconds = 2_000;
const maxRuns = 1_000;

/**
 * Looks at the log of runs, every other second at most, or at that of all machines; how old a copy's
 * figures are is told with it.
 */
export function createFreshness(
  dataDir: DataDirectory,
  clock: () => Date,
  replica: Pick<Replica, 'ageSeconds'> | null = null,
  shared: Pick<RunsHolder, 'runs'> | null = null,
): Freshness {
  let known: { readonly at: number; readonly runs: readonly RunRecord[] } | undefined;

  const runs = (): readonly RunRecord[] => {
    if (shared !== null) return shared.runs();
    const at = clock().getTime();
    if (known === undefined || Math.abs(at - known.at) >= intervalMilliseconds) {
      known = { at, runs: lastRuns(dataDir, maxRuns) };
    }
    return known.runs;
  };

  const lastGood = () => runs().find(({ outcome }) => outcome === 'published');

  return {
    runs,
    lastRun: () => runs()[0] ?? null,
    ageSeconds() {
      if (replica !== null) return replica.ageSeconds();
      const good = lastGood();
      if (good === undefined) return null;
      return Math.max(0, (clock().getTime() - Date.parse(good.ended_at)) / 1000);
    },
    heldBack() {
      const good = lastGood();
      return good === undefined ? null : good.accounts_held_back;
    },
    waiting() {
      const good = lastGood();
      return good === undefined ? null : good.accounts_waiting;
    },
    waitingAccounts: () => new Map(lastGood()?.waiting.map((account) => [account.id, account])),
    held: () => new Map(lastGood()?.held_back.map((one) => [one.id, one])),
  };
}
