import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';
import type { WithheldRecord } from '../../pipeline/run/withheld.ts';
import { lastGoodOf, type RunsHolder } from './runs-holder.ts';

/** Answers how up to date the published figures are, from the log of runs. */
export interface Freshness {
  /** Returns the logged runs, newest first. */
  runs(): readonly RunRecord[];
  /** Returns the last run; null before the first one. */
  lastRun(): RunRecord | null;
  /** Returns the seconds since the last run that published; null if no such run is known. */
  ageSeconds(): number | null;
  /** Counts accounts and portfolios that it held back; null if no such run is known. */
  heldBack(): number | null;
  /** Returns the first of these with their reasons, by id. */
  held(): ReadonlyMap<string, WithheldRecord>;
  /** Counts accounts whose new data it couldn't load; null if no such run is known. */
  waiting(): number | null;
  /** Returns the first of these with their reasons, by id. */
  waitingAccounts(): ReadonlyMap<string, WaitingAccount>;
}

/** Creates `Freshness` from the known runs. */
export function createFreshness({
  runs,
  ageSeconds,
}: Pick<RunsHolder, 'runs' | 'ageSeconds'>): Freshness {
  const lastGood = () => lastGoodOf(runs());
  return {
    runs,
    ageSeconds,
    lastRun: () => runs()[0] ?? null,
    heldBack() {
      return lastGood()?.accounts_held_back ?? null;
    },
    waiting() {
      return lastGood()?.accounts_waiting ?? null;
    },
    waitingAccounts: () => new Map(lastGood()?.waiting.map((account) => [account.id, account])),
    held: () => new Map(lastGood()?.held_back.map((record) => [record.id, record])),
  };
}
