import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { removeUnneededObjects } from '../publish/snapshot/collect.ts';
import { refuseNewerForm, setFormBack } from '../publish/snapshot/refuse-newer-form.ts';
import { machineOf, type Shared, writtenAt } from '../publish/snapshot/shared.ts';
import { eachFewAtOnce } from '../publish/store/few-at-once.ts';
import { keepRenewing, type Lease, type PostgresQuery } from '../publish/store/lease.ts';
import type { PointerRow, PublishedPointer } from '../publish/store/pointer-row.ts';
import type { Store } from '../publish/store/store.ts';
import { calendarObject } from './replica.ts';
import { currentCalendar } from './snapshot.ts';
import {
  type CalendarState,
  moveToState,
  nextState,
  noteLocalState,
  readLocalState,
  stateObject,
  stateOf,
} from './state.ts';

/** Data directory that is brought up to date, and its log. */
interface Place {
  readonly dataDir: DataDirectory;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Decides which machine may change the calendar. */
export interface CalendarElection {
  /**
   * Runs `work` on the calendar of a data directory, which is brought up to date first. Only the
   * elected machine may change it. The caller must hold the calendar's lock.
   */
  hold<Result>(place: Place, work: (isElected: boolean) => Promise<Result>): Promise<Result>;
  /** Returns the machine that is elected or was last. */
  elected(): Promise<string>;
  /** Returns true if another machine may have loaded a calendar. */
  hasState(): Promise<boolean>;
  /** Removes the calendar's database, so that the next run makes it again. */
  forget(dataDir: DataDirectory): void;
  /** Lists the databases that know which files a rebuild of the calendar needs. */
  ledgers(dataDir: DataDirectory): readonly string[];
}

/** Election of a machine that shares no calendar. */
const onlyMachine: CalendarElection = {
  hold: (_, work) => work(true),
  elected: async () => 'this machine',
  hasState: async () => false,
  forget: ({ calendar }) => removeDatabase(calendar.database),
  ledgers: ({ calendar }) => [calendar.database],
};

/** Default where nothing says that machines share a calendar. */
export const unsharedCalendar: { readonly calendar: CalendarElection } = { calendar: onlyMachine };

/** Seconds that a machine stays elected after its last work: longer than the pause between runs. */
const electedSeconds = 150;

/** Election of the machine that runs the shared calendar. All other machines read its versions. */
export const electionOf = ({
  store,
  pointer: { calendar: row },
}: Pick<Shared, 'store' | 'pointer'>): CalendarElection => ({
  hold: (place, work) => holdElected(store, row, place, work),
  elected: () => row.holder(),
  hasState: async () => (await row.read()).state !== null,
  forget(dataDir) {
    // The next run fetches it from the store.
    if (readLocalState(dataDir) === null) onlyMachine.forget(dataDir);
    else noteLocalState(dataDir, 'ahead');
  },
  // It comes from the store, not from the files of this machine.
  ledgers: () => [],
});

async function holdElected<Result>(
  store: Store,
  row: PointerRow,
  place: Place,
  work: (isElected: boolean) => Promise<Result>,
): Promise<Result> {
  const { dataDir, log } = place;
  // Before the lease, which is for machines that have the newer program.
  refuseNewer(await row.read(), row);
  const lease = await row.lease(machineOf(dataDir), electedSeconds);
  if (lease === null) {
    await moveToState(store, dataDir, await row.read(), log);
    return work(false);
  }
  const stopRenewing = keepRenewing(lease, electedSeconds, log);
  try {
    const pointed = await row.read();
    refuseNewer(pointed, row);
    await moveToState(store, dataDir, pointed, log);
    if (pointed.state !== null) noteLocalState(dataDir, 'ahead');
    const result = await work(true);
    await share(store, place, lease, pointed);
    return result;
  } catch (error) {
    // Where this machine cannot, another one may.
    await lease.release().catch(() => {});
    throw error;
  } finally {
    stopRenewing();
  }
}

const refuseNewer = (pointed: PublishedPointer, row: PointerRow): void =>
  refuseNewerForm(makeReason('run_the_calendar'), pointed, row, setFormBack(row));

/** Puts what became of the calendar in the store, and in service what of it is new. */
async function share(
  store: Store,
  { dataDir, log }: Place,
  lease: Lease,
  pointed: PublishedPointer,
): Promise<void> {
  const before = stateOf(pointed);
  const state = nextState(dataDir, before);
  const isOther = state !== before;
  if (isOther) {
    await eachFewAtOnce(state.files, (file) =>
      store.put(stateObject(file), file, join(dataDir.path, file.path)),
    );
  }
  const also = isOther ? [lease.keep(state)] : [];
  if (!(await publish(store, dataDir, lease, pointed, also))) {
    throw new CommandError(
      'another machine has taken the calendar over since this run began; run again',
      exitCodes.locked,
    );
  }
  noteLocalState(dataDir, state.number);
  if (!isOther) return;
  try {
    await removeUnneeded(store, lease, dataDir, [before, state]);
  } catch (error) {
    log.warn('old objects of the calendar are not deleted until the next run', {
      reason: String(error),
    });
  }
}

/**
 * Publishes or confirms the version of a data directory. False if another machine has published
 * since.
 */
async function publish(
  store: Store,
  dataDir: DataDirectory,
  lease: Lease,
  { serial, version: inService, manifest }: PublishedPointer,
  also: readonly PostgresQuery[],
): Promise<boolean> {
  const version = currentCalendar(dataDir);
  if (version === null) return lease.confirm(serial, also);
  const [bytes, content] = writtenAt(dataDir.calendar.version(version));
  if (version === inService && content.sha256 === manifest.sha256) {
    return lease.confirm(serial, also);
  }
  await store.put(calendarObject(content), content, bytes);
  return (await lease.move(serial, version, content, also)) !== null;
}

/**
 * Removes versions of other days, and all states but the last two. The older one may still be in
 * use.
 */
async function removeUnneeded(
  store: Store,
  lease: Lease,
  dataDir: DataDirectory,
  states: readonly (CalendarState | null)[],
): Promise<void> {
  const version = currentCalendar(dataDir);
  const needed = {
    'feeds/': states.flatMap((state) => state?.files.map(stateObject) ?? []),
    'calendar/':
      version === null ? [] : [calendarObject(writtenAt(dataDir.calendar.version(version))[1])],
  };
  const holdsLease = () => lease.commit([]);
  for (const [folder, names] of Object.entries(needed)) {
    const there = await store.list(folder);
    const isPurge = folder === 'feeds/';
    await removeUnneededObjects({ store, there, needed: new Set(names), isPurge, holdsLease });
  }
}
