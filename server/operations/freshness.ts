import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import type { HeldRecord } from '../../pipeline/run/held-back.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';
import { lastGoodOf, type RunsHolder } from './runs-holder.ts';

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

/** Tells how up to date the figures are by the runs that are known. */
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
    held: () => new Map(lastGood()?.held_back.map((one) => [one.id, one])),
  };
}
