import type { DataDirectory } from '../base/data-directory.ts';
import type { Log } from '../base/log.ts';
import { type IsOwn, partitionText } from '../base/partition.ts';
import { type CalendarElection, electionOf, unsharedCalendar } from '../calendar/election.ts';
import { type DeliveriesOnce, deliveriesAt, sharedDeliveries } from '../deliveries/open.ts';
import type { PartitionAccounts } from '../load/others-rows.ts';
import {
  type Publishing,
  publishingAlone,
  publishingShared,
} from '../publish/snapshot/publisher.ts';
import { machineOf, type Shared } from '../publish/snapshot/shared.ts';
import { probeStore } from '../publish/store/probe.ts';
import { continueSet, leavingAccounts } from './continue-set.ts';
import type { RunRecord } from './run-log.ts';

/** Effects of a run beyond its machine: none, or those on all machines that share a store. */
export interface Machines extends Publishing {
  readonly calendar: CalendarElection;
  /** Returns the deliveries that a run of this data directory loads. */
  deliveries(dataDir: DataDirectory, clock: () => Date): DeliveriesOnce;
  /** Continues what other partitions have of its accounts. See `continueSet`. */
  continueSet(
    dataDir: DataDirectory,
    accounts: { readonly isOwn: IsOwn; readonly joined: boolean },
    log: Log,
  ): Promise<void>;
  /** Lists accounts that another partition has yet to publish. See `leavingAccounts`. */
  leaving(dataDir: DataDirectory, accounts: PartitionAccounts): Promise<readonly string[]>;
  /** Throws a CommandError if a version could not be stored. */
  probe(dataDir: DataDirectory): Promise<void>;
  /** Tells all machines of a run. */
  share(dataDir: DataDirectory, run: RunRecord): Promise<void>;
  /** Those of deleted ids that this machine has to remove. */
  unremoved(ids: readonly string[]): Promise<readonly string[]>;
  /** Notes that ids were removed here. Returns those that are removed everywhere. */
  removed(ids: readonly string[]): Promise<readonly string[]>;
  /** Takes ids out of the runs that all machines were told of. */
  forget(ids: readonly string[]): Promise<void>;
}

/** One machine alone. */
export const oneMachine: Machines = {
  ...unsharedCalendar,
  ...publishingAlone,
  deliveries: ({ inbox }, clock) => deliveriesAt({ path: inbox.database }, clock),
  continueSet: async () => {},
  leaving: async () => [],
  probe: async () => {},
  share: async () => {},
  unremoved: async (ids) => ids,
  removed: async (ids) => ids,
  forget: async () => {},
};

/** Returns the machines that share a store. */
export const severalMachines = (shared: Shared): Machines => ({
  ...publishingShared(shared),
  calendar: electionOf(shared),
  deliveries: (dataDir) => sharedDeliveries(dataDir, shared),
  continueSet: (dataDir, accounts, log) => continueSet(shared, dataDir, accounts, log),
  leaving: (dataDir, accounts) => leavingAccounts(shared, dataDir, accounts),
  probe: (dataDir) => probeStore(shared.store, machineOf(dataDir)),
  share: (dataDir, run) =>
    shared.pointer.runs.add(machineOf(dataDir), partitionText(shared.partition), run),
  unremoved: (ids) => shared.pointer.unremoved(ids),
  removed: (ids) => shared.pointer.removed(ids),
  forget: (ids) => shared.pointer.runs.forget(ids),
});
