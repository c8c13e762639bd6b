import type { WaitingAccount } from '../../pipeline/base/waiting-accounts.ts';
import { type Lack, lacksOf } from '../../pipeline/calendar/lacks.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';
import type { WithheldRecord } from '../../pipeline/run/withheld.ts';
import type { CalendarHolder } from '../calendar/holder.ts';
import type { RunsHolder } from './runs-holder.ts';

/** Tells how up to date the published figures are, by the log of runs, and the calendar. */
export interface Freshness {
  /** Returns the logged runs, newest first. */
  runs(): readonly RunRecord[];
  /** Returns the last run; null before the first one. */
  lastRun(): RunRecord | null;
  /** Returns the seconds since the last run that published; null if no such run is known. */
  ageSeconds(): number | null;
  /**
   * Counts accounts and portfolios that the last good runs withheld; null if none is known. Each
   * partition has one such run.
   */
  withheldCount(): number | null;
  /** Returns the first withheld ones with their reasons, by id. */
  withheldAccounts(): ReadonlyMap<string, WithheldRecord>;
  /** Counts accounts whose new data these runs couldn't load; null if none is known. */
  waitingCount(): number | null;
  /** Returns the first accounts of that count with their reasons, by id. */
  waitingAccounts(): ReadonlyMap<string, WaitingAccount>;
  /** Returns what the calendar in service lacks; null if there is no calendar. */
  calendarLacks(): readonly Lack[] | null;
  /** Says that the published calendar is damaged, else null. */
  calendarFault(): string | null;
}

/** Creates `Freshness` from the known runs and the calendar. */
export function createFreshness(
  { runs, lastGood, ageSeconds }: Pick<RunsHolder, 'runs' | 'lastGood' | 'ageSeconds'>,
  calendar: Pick<CalendarHolder, 'current' | 'isBehind'>,
  clock: () => Date,
): Freshness {
  const sumOfGood = (countIn: (run: RunRecord) => number): number | null =>
    lastGood().length === 0 ? null : lastGood().reduce((sum, run) => sum + countIn(run), 0);
  const byId = <Named extends { readonly id: string }>(
    namedIn: (run: RunRecord) => readonly Named[],
  ) => new Map(lastGood().flatMap((run) => namedIn(run).map((named) => [named.id, named])));
  return {
    runs,
    ageSeconds,
    lastRun: () => runs()[0] ?? null,
    withheldCount: () => sumOfGood(({ accounts_held_back }) => accounts_held_back),
    waitingCount: () => sumOfGood(({ accounts_waiting }) => accounts_waiting),
    calendarLacks() {
      const inService = calendar.current();
      return inService && lacksOf(inService.events, clock());
    },
    calendarFault() {
      if (!calendar.isBehind()) return null;
      return calendar.current() === null
        ? 'no published calendar can be read'
        : 'the newest published calendar is damaged; an earlier one is in service';
    },
    waitingAccounts: () => byId(({ waiting }) => waiting),
    withheldAccounts: () => byId(({ held_back }) => held_back),
  };
}
