import { join } from 'node:path';
import { setInterval } from 'node:timers';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { collect } from '../publish/snapshot/collect.ts';
import { refuseNewerForm, setFormBack } from '../publish/snapshot/refuse-newer-form.ts';
import { eachFewAtOnce, machineOf, type Shared } from '../publish/snapshot/shared.ts';
import type { Lease, PostgresQuery } from '../publish/store/lease.ts';
import type { Pointed, PointerRow } from '../publish/store/pointer.ts';
import type { Store } from '../publish/store/store.ts';
import { currentCalendar } from './snapshot.ts';
import {
  bringState,
  type CalendarState,
  nextState,
  noteState,
  stateObject,
  stateOf,
} from './state.ts';
import { calendarFile, calendarObject } from './stored.ts';

export interface ElectedOptions {
  readonly dataDir: DataDirectory;
  readonly shared: Pick<Shared, 'store' | 'pointer'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Seconds that a machine stays elected after its last work: longer than the pause between runs. */
const electedSeconds = 150;

/**
 * Updates a data directory to the shared calendar, then works on it. The elected machine's work
 * reaches all others; another machine may only read. The caller must hold the calendar's lock.
 */
export async function withElected<Result>(
  options: ElectedOptions,
  work: (isElected: boolean) => Promise<Result>,
): Promise<Result> {
  const { dataDir, shared, log } = options;
  const row = shared.pointer.calendar;
  // Before the lease, which is for machines that have the newer program.
  refuseNewer(await row.read(), row);
  const lease = await row.lease(machineOf(dataDir), electedSeconds);
  if (lease === null) {
    await bringState(shared.store, dataDir, await row.read(), log);
    return work(false);
  }
  const renewing = setInterval(
    () => {
      lease
        .renew(electedSeconds)
        .catch((error) => log.warn('lease not renewed', { reason: String(error) }));
    },
    (electedSeconds / 4) * 1000,
  ).unref();
  try {
    const pointed = await row.read();
    refuseNewer(pointed, row);
    await bringState(shared.store, dataDir, pointed, log);
    if (pointed.state !== null) noteState(dataDir, 'ahead');
    const result = await work(true);
    await share(options, lease, pointed);
    return result;
  } catch (error) {
    // Where this machine cannot, another one may.
    await lease.release().catch(() => {});
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

const refuseNewer = (pointed: Pointed, row: PointerRow): void =>
  refuseNewerForm('the calendar', pointed, row, setFormBack(row));

/** Puts what became of the calendar in the store, and in service what of it is new. */
async function share(
  { dataDir, shared: { store }, log }: ElectedOptions,
  lease: Lease,
  pointed: Pointed,
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
  noteState(dataDir, state.number);
  if (!isOther) return;
  try {
    await removeUnneeded(store, lease, dataDir, [before, state]);
  } catch (error) {
    log.warn('objects of the calendar stay until the next run', { reason: String(error) });
  }
}

/** Puts the version that a data directory has in service, or confirms it; false once another machine did since. */
async function publish(
  store: Store,
  dataDir: DataDirectory,
  lease: Lease,
  { serial, version: inService, manifest }: Pointed,
  also: readonly PostgresQuery[],
): Promise<boolean> {
  const version = currentCalendar(dataDir);
  if (version === null) return lease.confirm(serial, also);
  const [bytes, content] = calendarFile(dataDir, version);
  if (version === inService && content.sha256 === manifest.sha256) {
    return lease.confirm(serial, also);
  }
  await store.put(calendarObject(content), content, bytes);
  return (await lease.move(serial, version, content, also)) !== null;
}

/** Removes states but the last two, of which the one before may be read just now, and versions of other days. */
async function removeUnneeded(
  store: Store,
  lease: Lease,
  dataDir: DataDirectory,
  states: readonly (CalendarState | null)[],
): Promise<void> {
  const version = currentCalendar(dataDir);
  const needed = {
    'feeds/': states.flatMap((state) => state?.files.map(stateObject) ?? []),
    'calendar/': version === null ? [] : [calendarObject(calendarFile(dataDir, version)[1])],
  };
  const holdsLease = () => lease.commit([]);
  for (const [folder, names] of Object.entries(needed)) {
    const there = await store.list(folder);
    const isPurge = folder === 'feeds/';
    await collect({ store, there, needed: new Set(names), isPurge, holdsLease });
  }
}
